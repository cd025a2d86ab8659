import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import { calculatedDaysMax, type calculateTariff as call } from '@nightflow/schemas/billing/price-scheme-calls'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { rejectRange } from '../shared/day-range.ts'
import { calendarOf, dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { cutUsage } from './cut-usage.ts'
import { type MeasuredHour, measuredBetween } from './measured-between.ts'
import { type RatePlan, rateBoundaries, rateUsage, stepCycleAt, type Usage } from './rate-usage.ts'

type Asked = Pick<RequestOf<typeof call>, 'periods' | 'caliberMillimetres' | 'customerTypeId'>

/** Inputs of a calculation. */
type Calculated = { plan: RatePlan; usages: readonly Usage[] }

/** The instants between which the hours of a meter decide where a volume is cut; undefined where none is. */
export const cutRange = ({ plan, usages }: Calculated): { from: number; to: number } | undefined => {
  const cut = usages.filter(({ from, to }) => rateBoundaries(plan, from, to).length > 0)
  return cut.length === 0 ? undefined : { from: cut[0]!.from, to: cut.at(-1)!.to }
}

/** The periods of a calculation by these versions, or the rule that they break. */
export const planCalculation = (
  versions: readonly PriceSchemeVersion[],
  { periods, ...conditions }: Asked,
  timeZone: string,
): Calculated | Rejection => {
  const wrong = periods.findIndex(({ from, to }, index) => to <= from || (index > 0 && from < periods[index - 1]!.to))
  if (wrong >= 0) return rejected('tariff-periods-out-of-order', { period: wrong + 1 })
  const tooLong = rejectRange(periods[0]!.from, periods.at(-1)!.to, calculatedDaysMax)
  if (tooLong) return tooLong
  const first = versions[0]!
  if (periods[0]!.from < first.effectiveFrom) return rejected('tariff-not-yet-valid', { day: first.effectiveFrom })
  const calendar = calendarOf(timeZone)
  const startOf = (date: string): number => calendar.startOf(dayOfDate(date))
  const plan = {
    ...conditions,
    calendar,
    versions: versions.map(({ version, effectiveFrom, tariff }) => ({ version, from: startOf(effectiveFrom), tariff })),
    since: startOf(periods[0]!.from),
  }
  const usages = periods.map(({ from, to, litres }) => ({ from: startOf(from), to: startOf(to), litres }))
  return { plan, usages }
}

/** Lines and totals of periods that follow each other, by the same rating as every bill. Nothing is known of the use before the first period: `stepsFrom` says where its cycle began. */
export const calculateTariff = ({ plan, usages }: Calculated, hours: readonly MeasuredHour[] = []): ResponseOf<typeof call> => {
  const { calendar } = plan
  const lines = rateUsage(plan, cutUsage(plan, usages, measuredBetween(hours))).map(
    ({ unitPriceMinor, from, to, ...line }): ResponseOf<typeof call>['lines'][number] => ({
      ...line,
      from: dateOfDay(calendar.dayOf(from)),
      to: dateOfDay(calendar.dayOf(to)),
      unitPrice: unitPriceMinor === null ? null : unitPriceMinor / minorPerUnit,
    }),
  )
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0)
  const vatMinor = lines.reduce((sum, line) => sum + line.vatMinor, 0)
  const litres = usages.reduce((sum, usage) => sum + usage.litres, 0)
  const stepsFrom = dateOfDay(calendar.dayOf(stepCycleAt(plan, usages[0]!.from)))
  return { lines, stepsFrom, totals: { litres, amountMinor, vatMinor, totalMinor: amountMinor + vatMinor } }
}
