import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Props = { asOf: string; timeZone: string; leftOutEvents: number | undefined; onLeave: () => void }

/** Figures of the past must not be mistaken for today's: the banner stays above them until the past is left. */
export function AsOfBanner({ asOf, timeZone, leftOutEvents, onLeave }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const isPosition = /^\d+$/.test(asOf)
  return (
    <div className="nf-banner" role="status">
      <IconHistory size={18} aria-hidden />
      <span style={{ flex: '1 1 240px' }}>
        {isPosition
          ? t('asOf.position', { position: format.number(Number(asOf)) })
          : t('asOf.instant', { instant: format.instant(asOf, timeZone, 'second') })}
        {leftOutEvents !== undefined && ` ${t('asOf.leftOut', { total: format.number(leftOutEvents) })}`}
      </span>
      <Button size="compact-sm" variant="default" onClick={onLeave}>
        {t('asOf.leave')}
      </Button>
    </div>
  )
}
