import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

/** The base of a comparison: the median of the same weekday of so many earlier weeks. */
type Baseline = { median: number | null; weeks: number }
/** Volumes and flows compare in per cent; shares compare in percentage points, because a per cent of a per cent misleads. */
type Scale = 'volume' | 'share'

/** "33 % above the median of the last 4 Sundays", in words. `day` is the local day that the value is of. */
export function useWeekdayComparison(): (value: number | null, baseline: Baseline | undefined, day: string, scale: Scale) => string {
  const { t } = useTranslation('shared')
  const format = useFormat()
  return (value, baseline, day, scale) => {
    const weekday = format.weekday(day)
    const change = value === null || !baseline ? null : changeOf(value, baseline.median, scale)
    if (change === null || !baseline) return t('comparison.none', { weekday })
    const words = { weekday, count: baseline.weeks }
    if (Math.abs(change) < 0.0005) return t('comparison.same', words)
    const size = Math.abs(change)
    const amount = scale === 'share' ? t('comparison.points', { points: format.number(size * 100, 1) }) : format.share(size)
    return t(change > 0 ? 'comparison.above' : 'comparison.below', { ...words, amount })
  }
}

/** Null where there is nothing to compare with; a share of a volume that is not above zero says nothing. */
function changeOf(value: number, median: number | null, scale: Scale): number | null {
  if (median === null) return null
  if (scale === 'share') return value - median
  return median > 0 ? value / median - 1 : null
}
