import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Volumes = Pick<NightFlowRow, 'supplyLitres' | 'supplyEstimatedLitres' | 'consumptionLitres' | 'consumptionEstimatedLitres'>

const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null ? null : whole > 0 ? Math.min(1, part / whole) : part > 0 ? 1 : 0

/** How much of supply and consumption was estimated or edited, as a share; null where that is unknown. */
export const estimatedShares = (row: Volumes) => ({
  supply: shareOf(row.supplyEstimatedLitres, row.supplyLitres),
  consumption: shareOf(row.consumptionEstimatedLitres, row.consumptionLitres),
})

const ofSupply = [
  ...(['supplyLitres', 'nightMinimumFlowLitresPerHour', 'nightMeanFlowLitresPerHour'] as const),
  ...(['averageFlowLitresPerHour', 'minimumFlowLitresPerHour', 'klRatio'] as const),
] as const
const isOneOf = (figures: readonly string[], figure: string): boolean => figures.includes(figure)

/** Whether a figure of a day is estimated in part: of supply or of consumption alone by that side, the others by either. */
export const isFigureEstimated = (
  { estimated, supplyEstimatedLitres, consumptionEstimatedLitres }: NightFlowRow,
  figure: keyof NightFlowRow,
): boolean => {
  if (isOneOf(ofSupply, figure)) return estimated && supplyEstimatedLitres !== 0
  if (figure === 'consumptionLitres') return estimated && consumptionEstimatedLitres !== 0
  return estimated
}

/** Which share of a figure was estimated, as "12 % of consumption estimated"; undefined where all of it was measured. */
export function useEstimatedText(): (row: Volumes & { isEstimated: boolean }) => string | undefined {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return (row) => {
    if (!row.isEstimated) return undefined
    const shares = estimatedShares(row)
    const parts = (['consumption', 'supply'] as const).flatMap((side) => {
      const share = shares[side]
      return share ? [t(`estimated.${side}`, { share: format.share(share) })] : []
    })
    return parts.length > 0 ? parts.join(' · ') : t('estimated.inPart')
  }
}
