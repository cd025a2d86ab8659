import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  label: string
  /** Null where it is not known. */
  value: string | null
  unit?: string
  /** Against the day before: 0.1 is a tenth more. */
  change?: number | null
  isWorseWhenMore?: boolean
  colour?: string
}

/** One figure as large as the wall allows, with where it goes. */
export function WallFigure({ label, value, unit, change, isWorseWhenMore, colour }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const Arrow = (change ?? 0) > 0 ? IconArrowUpRight : IconArrowDownRight
  const meaning = isWorseWhenMore && change ? (change > 0 ? 'worse' : 'better') : undefined
  return (
    <dl className="nf-wall-figure">
      <dt>{label}</dt>
      <dd className="nf-wall-value">
        {colour && <span className="nf-wall-dot" style={{ background: colour }} aria-hidden />}
        {value === null ? <span className="nf-wall-unknown">{t('wall.unknown')}</span> : value}
        {value !== null && unit && <small>{unit}</small>}
      </dd>
      {change !== null && change !== undefined && (
        <dd className="nf-wall-change" data-is={meaning}>
          <Arrow aria-hidden />
          {t('wall.change', { amount: `${change > 0 ? '+' : ''}${format.share(change)}` })}
        </dd>
      )}
    </dl>
  )
}
