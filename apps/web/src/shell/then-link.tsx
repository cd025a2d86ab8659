import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'

type Props = {
  partition: string
  /** When it was decided: an instant, or a position of the log. */
  asOf: string
  range?: { from: string; to: string }
}

/** Leads to the figures that were known when something was decided, beside those of now. */
export function ThenLink({ partition, asOf, range }: Props) {
  const { t } = useTranslation('shell')
  return (
    <ScreenLink screen="audit/time-travel" search={{ partition, asOf, ...range }} className="nf-link nf-small">
      {t('knownThen')}
    </ScreenLink>
  )
}
