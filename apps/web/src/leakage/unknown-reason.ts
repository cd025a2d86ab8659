import type { ComparedFigure } from '@nightflow/schemas/leakage/day-comparison'
import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

/** Why a day's figure is unknown, in the words of the person who must mend it: which side is silent, and how much of it is there. */
export function useUnknownReason(): (row: NightFlowRow, partition: PartitionRow) => Record<ComparedFigure, string> {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return (row, partition) => {
    if (row.unknownBecause === 'no-data') return sameForAll(t('reason.noData'))
    const supply =
      partition.summaryMeters.length === 0
        ? t('reason.noSummaryMeter')
        : t('reason.supply', { share: format.completeness(row.supplyCompleteness) })
    const isSupplySilent = row.supplyLitres === null
    const consumption =
      row.consumptionCompleteness === null
        ? t('reason.noSubMeters')
        : t('reason.consumption', { share: format.completeness(row.consumptionCompleteness) })
    const leakage = isSupplySilent ? supply : consumption
    const night =
      partition.summaryMeters.length === 0 ? supply : t(row.nightUnknownBecause === 'no-hours' ? 'reason.noHours' : 'reason.night')
    return {
      supplyLitres: supply,
      leakageLitres: leakage,
      leakageRate: leakage,
      nightMinimumFlowLitresPerHour: night,
      klRatio: isSupplySilent ? supply : night,
      completeness: supply,
    }
  }
}

const sameForAll = (reason: string): Record<ComparedFigure, string> => ({
  supplyLitres: reason,
  leakageLitres: reason,
  leakageRate: reason,
  nightMinimumFlowLitresPerHour: reason,
  klRatio: reason,
  completeness: reason,
})
