import type { BillVolume } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Charge } from '@nightflow/schemas/billing/tariff'
import type { TariffSpan } from '../shared/assigned-schemes.ts'
import type { ZoneCalendar } from '../shared/local-time.ts'
import { cutUsage } from './cut-usage.ts'
import { roundedShare } from './exact.ts'
import { type RatePlan, rateUsage, type Usage } from './rate-usage.ts'
import { startOfDate } from './rated-period.ts'
import { monthOf, startOfMonth } from './tariff-calendar.ts'

/** The use of an account, and the facts of the account that decide the price. */
export type AccountUse = {
  customerTypeId: number | null
  caliberMillimetres: number | null
  /** Epoch milliseconds. */
  openedAt: number
  /** When the account was frozen and unfrozen, in epoch milliseconds, the earliest first. */
  freezes: readonly { isFrozen: boolean; at: number }[]
  /** When the account went to another holder, in epoch milliseconds, the earliest first. */
  transfers: readonly number[]
  months: readonly BillVolume[]
}

/** The first instant of the account's holder of a period. The day of a transfer is the new holder's. */
export const holderSince = (
  { openedAt, transfers }: Pick<AccountUse, 'openedAt' | 'transfers'>,
  from: number,
  calendar: ZoneCalendar,
): number => {
  const starts = [openedAt, ...transfers].map((at) => calendar.startOf(calendar.dayOf(at)))
  return starts.findLast((at) => at <= from) ?? starts[0]!
}

/** The first day of a volume: that of its month, where it is not of a part. */
export const startOfVolume = ({ month, from }: BillVolume): string => from ?? `${month}-01`

type Rated = { calendar: ZoneCalendar; since: number; from: number; to: number }

/**
 * The charges of a holder of an account between two instants, by schemes and versions from the first one's day on: bills and simulations have them
 * from here. The `version` of a charge is the place of its span. Earlier use of the holder fills the steps.
 */
export const rateAccount = (
  account: AccountUse,
  spans: readonly TariffSpan<PriceSchemeVersion>[],
  { calendar, since, from, to }: Rated,
): Charge[] => {
  const versions = spans.map((span, nth) => ({ version: nth, from: startOfDate(span.from, calendar), tariff: span.version.tariff }))
  const { caliberMillimetres, customerTypeId } = account
  const plan: RatePlan = { calendar, caliberMillimetres, customerTypeId, since, versions }
  return rateUsage(plan, cutUsage(plan, usagesOf(account, plan, to)), from)
}

/** One usage for each month or part of it, whatever number of meters counted it; divided by time at the days on which the account was frozen or unfrozen. */
const usagesOf = ({ months, freezes }: AccountUse, { calendar, since, versions }: RatePlan, to: number): Usage[] => {
  const changes = freezes.map(({ isFrozen, at }) => ({ isFrozen, from: calendar.startOf(calendar.dayOf(at)) }))
  const priceChanges = new Set(versions.slice(1).map((version) => version.from))
  const litres = new Map<string, number>()
  for (const each of months) litres.set(startOfVolume(each), (litres.get(startOfVolume(each)) ?? 0) + each.litres)
  const parts = [...litres]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, used]) => ({ start: startOfDate(day, calendar), used }))
  return parts.flatMap(({ start, used }, nth) => {
    const from = Math.max(start, since)
    const until = Math.min(to, startOfMonth(monthOf(start, calendar) + 1, calendar), parts[nth + 1]?.start ?? to)
    const dividedBy = priceChanges.has(from) || priceChanges.has(until) ? ('days' as const) : null
    const cuts = new Set(changes.map((change) => change.from).filter((at) => at > from && at < until))
    let [begin, counted] = [from, 0]
    return (from < until ? [...cuts, until] : []).map((end) => {
      const upTo = roundedShare(used, end - from, until - from)
      const isFrozen = changes.findLast((change) => change.from <= begin)?.isFrozen ?? false
      const usage = { from: begin, to: end, litres: upTo - counted, isFrozen, dividedBy }
      ;[begin, counted] = [end, upTo]
      return usage
    })
  })
}
