import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'
import '#dashboard/wall-figure.css'

type Props = {
  label: string
  /** Null where it is not known. */
  value: string | null
  unit?: string
  /** Against the same weekday of the weeks before, in words. */
  comparison: string
  /** Against the day before: 0.1 is a tenth more, or ten percentage points more of a share. */
  change: number | null
  isShare?: boolean
  isWorseWhenMore?: boolean
  colour?: string
  /** A note beside the figure: its subject, or the reason why it is missing. */
  note?: string | undefined
}

/** One figure as large as the wall allows, with where it goes. */
export function WallFigure({ label, value, unit, comparison, change, isShare, isWorseWhenMore, colour, note }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const Arrow = (change ?? 0) > 0 ? IconArrowUpRight : IconArrowDownRight
  const signed = (number: number) => `${number > 0 ? '+' : ''}${format.number(number, 1)}`
  const meaning = isWorseWhenMore && change ? (change > 0 ? 'worse' : 'better') : undefined
  return (
    <dl className="nf-wall-figure">
      <dt>{label}</dt>
      <dd className="nf-wall-value">
        {colour && <span className="nf-wall-dot" style={{ background: colour }} aria-hidden />}
        {value === null ? <span className="nf-wall-unknown">{t('wall.unknown')}</span> : value}
        {value !== null && unit && <small>{unit}</small>}
      </dd>
      {note && <dd className="nf-wall-note">{note}</dd>}
      {value !== null && <dd className="nf-wall-baseline">{comparison}</dd>}
      {change !== null && (
        <dd className="nf-wall-change" data-is={meaning}>
          <Arrow aria-hidden />
          {t('wall.change', {
            amount: isShare ? t('wall.points', { points: signed(change * 100) }) : `${change > 0 ? '+' : ''}${format.share(change)}`,
          })}
        </dd>
      )}
    </dl>
  )
}
