import { Text } from '@mantine/core'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { useTranslation } from 'react-i18next'
import { figuresOfPeriod, type PeriodFigures as Values } from '#leakage/investigation/comparison.ts'
import { Figure, Figures } from '#ui/figure.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  rows: readonly NightFlowRow[]
  /** Of the compared days; undefined where nothing is compared. */
  compared: { label: string; rows: readonly NightFlowRow[] } | undefined
}

const figures = [
  ['supplyLitres', 'cubicMetresPerDay'],
  ['leakageLitres', 'cubicMetresPerDay'],
  ['leakageRate', null],
  ['nightMinimumFlowLitresPerHour', 'cubicMetresPerHour'],
  ['netNightFlowLitresPerHour', 'cubicMetresPerHour'],
] as const

/** The figures of the shown days, each with that of the compared days. */
export function PeriodFigures({ rows, compared }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const values = figuresOfPeriod(rows)
  const others = compared && figuresOfPeriod(compared.rows)
  const known = rows.filter(({ leakageLitres }) => leakageLitres !== null).length
  const written = (figure: keyof Values, value: number | null) =>
    value === null ? null : figure === 'leakageRate' ? format.share(value) : format.cubicMetres(value, figure === 'supplyLitres' ? 0 : 2)
  const comparison = (figure: keyof Values): string => {
    const [value, other] = [values[figure], others?.[figure] ?? null]
    if (!others) return ''
    if (value === null || other === null || other <= 0) return t('investigation.notCompared')
    const change = format.share(value / other - 1)
    return t('investigation.compared', { value: written(figure, other) ?? '–', change: value > other ? `+${change}` : change })
  }
  return (
    <Figures
      count={6}
      head={
        <Text component="h2" className="nf-panel-title" m={0}>
          {t('investigation.figures')}
          {compared && <span className="nf-dimmed nf-small"> {t('investigation.against', { label: compared.label })}</span>}
        </Text>
      }
    >
      {figures.map(([figure, unit]) => (
        <Figure
          key={figure}
          label={t(`investigation.figure.${figure}`)}
          value={written(figure, values[figure])}
          unit={unit ? t(`unit.${unit}`) : undefined}
          unknownReason={t('investigation.unknown')}
          comparison={comparison(figure)}
        />
      ))}
      <Figure label={t('investigation.figure.days')} value={`${format.number(known)} / ${format.number(rows.length)}`} />
    </Figures>
  )
}
