import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { useTranslation } from 'react-i18next'
import { decimalsThatDiffer } from '#alarms/decimals-that-differ.ts'
import { useFormat } from '#ui/use-format.ts'

type Measure = Pick<AlarmRow, 'eventType' | 'unit' | 'value' | 'threshold'>

export type AlarmFigures = { value: string | null; threshold: string | null; unit: string }

/**
 * Value and threshold of an alarm as the screens of its kind write them: litres of partitions in cubic metres, a rate as a percentage. Both
 * have as many decimals as it takes to distinguish them, so that an alarm never reads "0.26 over 0.26".
 */
export function useAlarmFigures(): (alarm: Measure) => AlarmFigures {
  const format = useFormat()
  const { t } = useTranslation('leakage')
  return ({ eventType, unit, value, threshold }) => {
    const isShare = eventType === 'partition-leakage'
    const isVolume = unit === 'l/h' || unit === 'l/d'
    const scale = isShare ? 100 : isVolume ? 1 / 1000 : 1
    const usual = isShare || isVolume ? 1 : value !== null && (Number.isInteger(value) || Math.abs(value) >= 100) ? 0 : 2
    const decimals = decimalsThatDiffer(value === null ? null : value * scale, threshold === null ? null : threshold * scale, usual)
    const written = (figure: number | null): string | null => {
      if (figure === null) return null
      return isShare ? format.share(figure, decimals) : format.number(figure * scale, decimals)
    }
    const unitOf = { 'l/h': t('unit.cubicMetresPerHour'), 'l/d': t('unit.cubicMetresPerDay') }[unit ?? ''] ?? (isShare ? '' : (unit ?? ''))
    return { value: written(value), threshold: written(threshold), unit: unitOf }
  }
}
