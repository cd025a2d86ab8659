import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Measure = Pick<AlarmRow, 'eventType' | 'unit'>

/** A figure of an alarm and its unit as the screens of its kind write them: litres of partitions in cubic metres, a rate as a share. */
export function useAlarmFigure(): (alarm: Measure, figure: number) => { text: string; unit: string } {
  const format = useFormat()
  const { t } = useTranslation('leakage')
  return ({ eventType, unit }, figure) => {
    if (unit === 'l/h') return { text: format.cubicMetres(figure), unit: t('unit.cubicMetresPerHour') }
    if (unit === 'l/d') return { text: format.cubicMetres(figure), unit: t('unit.cubicMetresPerDay') }
    if (eventType === 'partition-leakage') return { text: format.share(figure), unit: '' }
    return { text: format.number(figure, Number.isInteger(figure) || Math.abs(figure) >= 100 ? 0 : 2), unit: unit ?? '' }
  }
}
