import type { Charge } from '@nightflow/schemas/billing/tariff'
import { roundedShare } from './exact.ts'
import { type RatePlan, rateBoundaries, type Usage } from './rate-usage.ts'

export type CutUsage = Usage & Pick<Charge, 'dividedBy'>

/**
 * Cuts usages where price, version or cycle change. `measuredBetween` answers the litres between two instants where every hour is known;
 * where it is not, the volume is divided by time. `dividedBy` of each part says which. The parts add up to the usage.
 */
export const cutUsage = (
  plan: RatePlan,
  usages: readonly Usage[],
  measuredBetween: (from: number, to: number) => number | undefined = () => undefined,
): CutUsage[] =>
  usages.flatMap((usage) => {
    const ends = [...rateBoundaries(plan, usage.from, usage.to), usage.to]
    const litresUntil = ends.map((to) => (to === usage.to ? usage.litres : measuredBetween(usage.from, to)))
    // One part by time makes all of them so: else the last would take what the others have too much.
    const isByTime = ends.length > 1 && litresUntil.some((litres) => litres === undefined || litres > usage.litres)
    const dividedBy: Charge['dividedBy'] = ends.length === 1 ? (usage.dividedBy ?? null) : isByTime ? 'time' : 'hours'
    let [from, counted] = [usage.from, 0]
    return ends.map((to, index) => {
      const until = isByTime ? roundedShare(usage.litres, to - usage.from, usage.to - usage.from) : litresUntil[index]!
      const part = { ...usage, from, to, litres: until - counted, dividedBy }
      ;[from, counted] = [to, until]
      return part
    })
  })
