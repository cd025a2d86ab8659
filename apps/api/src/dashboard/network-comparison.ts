import type { RootSeries } from '@nightflow/domain/leakage/network-days'
import { sameWeekdayBaseline } from '@nightflow/domain/leakage/same-weekday'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'

type WallScreen = ResponseOf<typeof dashboard.wallScreen>
type Compared = Pick<
  WallScreen,
  'supplyChange' | 'leakageChange' | 'leakageRateChange' | 'supplyBaseline' | 'leakageBaseline' | 'leakageRateBaseline'
>

/**
 * A day of the network against the day before it and against the same weekday of the four weeks before. Only the cascades that know the day
 * count, on every day: otherwise a cascade that falls silent would look like less water.
 */
export const compareNetwork = (roots: readonly RootSeries[], date: string): Compared => {
  const day = dayOfDate(date)
  const sumOver = (figure: 'supplyLitres' | 'leakageLitres', known: 'supplyLitres' | 'leakageLitres') => {
    const comparable = roots
      .filter(({ counts }) => counts === 'all' || (counts === 'leakage' && figure === 'leakageLitres'))
      .filter(({ rows }) => (rows.get(date)?.[known] ?? null) !== null)
    return (daysBefore: number): number | null => {
      const values = comparable.map(({ rows }) => rows.get(dateOfDay(day - daysBefore))?.[figure] ?? null)
      return values.length === 0 || values.includes(null) ? null : values.reduce<number>((sum, value) => sum + value!, 0)
    }
  }
  const supply = sumOver('supplyLitres', 'supplyLitres')
  const leakage = sumOver('leakageLitres', 'leakageLitres')
  const supplyOfLeakage = sumOver('supplyLitres', 'leakageLitres')
  const rate = (daysBefore: number): number | null => {
    const [lost, supplied] = [leakage(daysBefore), supplyOfLeakage(daysBefore)]
    return lost === null || !supplied || supplied < 0 ? null : lost / supplied
  }
  const [rateNow, rateBefore] = [rate(0), rate(1)]
  return {
    supplyChange: changeOf(supply(0), supply(1)),
    leakageChange: changeOf(leakage(0), leakage(1)),
    leakageRateChange: rateNow === null || rateBefore === null ? null : rateNow - rateBefore,
    supplyBaseline: sameWeekdayBaseline(supply),
    leakageBaseline: sameWeekdayBaseline(leakage),
    leakageRateBaseline: sameWeekdayBaseline(rate),
  }
}

/** A share of a volume that is not above zero says nothing. */
const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : now / before - 1
