import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'

type Props = {
  partition: string
  range?: { from: string; to: string }
  /** The mark that is chosen there. */
  mark?: string
}

/** Leads to all that is known of a partition in some days. */
export function InvestigationLink({ partition, range, mark }: Props) {
  const { t } = useTranslation('leakage')
  return (
    <ScreenLink
      screen="leakage/investigation"
      search={{ partition, ...range, ...(mark !== undefined && { mark }) }}
      className="nf-link nf-small"
    >
      {t('investigation.open')}
    </ScreenLink>
  )
}
