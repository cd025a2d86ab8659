import type { BillLine, BillType, BillVolume, ComposedBill } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type TariffSpan, tariffSpans, type VersionsOf } from '../shared/assigned-schemes.ts'
import { calendarOf, dateOfDay, dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'
import { cutUsage } from './cut-usage.ts'
import { roundedShare } from './exact.ts'
import { priceAt, type RatePlan, rateUsage, type Usage } from './rate-usage.ts'
import { monthOf, startOfMonth, stepCycleOf } from './tariff-calendar.ts'

/** An account as a bill sees it, with what its meters counted in each month from the earliest step cycle on. */
export type AccountToBill = {
  accountNo: string
  customerTypeId: number | null
  caliberMillimetres: number | null
  isBilled: boolean
  /** Epoch milliseconds. */
  openedAt: number
  /** When the account was frozen and unfrozen, in epoch milliseconds, the earliest first. */
  freezes: readonly { isFrozen: boolean; at: number }[]
  priceSchemes: readonly AssignedScheme[]
  months: readonly BillVolume[]
  /** Days of the period whose use is known of every meter. */
  knownDays: number
  /** Days of the period that a validation rule questioned and that no person has answered. */
  openReviews: number
}

/** Whole local months of one utility. */
export type BillOrder = {
  billType: BillType
  /** `YYYY-MM`, both included. */
  firstMonth: string
  lastMonth: string
  timeZone: string
  versionsOf: VersionsOf<PriceSchemeVersion>
  dueOn: string
  computedAtPosition: number
}

/** Why an account is not billed for a period. */
export type HeldFor = 'not-billed' | 'no-price' | 'no-reading' | 'days-missing' | 'days-questioned' | 'use-below-zero'

const startOfDate = (date: string, calendar: ZoneCalendar): number => calendar.startOf(dayOfDate(date))

/** First local day and the day after the last. */
export const periodOf = ({ firstMonth, lastMonth, timeZone }: Pick<BillOrder, 'firstMonth' | 'lastMonth' | 'timeZone'>) => {
  const calendar = calendarOf(timeZone)
  const end = startOfMonth(monthOf(startOfDate(`${lastMonth}-01`, calendar), calendar) + 1, calendar)
  return { from: `${firstMonth}-01`, to: dateOfDay(calendar.dayOf(end)) }
}

/** The day from which use has to be known: the start of the earliest step cycle of the tariffs that hold in the period. */
export const firstDayOfUse = (order: BillOrder, priceSchemes: readonly AssignedScheme[]): string => {
  const calendar = calendarOf(order.timeZone)
  const from = startOfDate(`${order.firstMonth}-01`, calendar)
  const starts = spansOf(order, priceSchemes).map(({ version }) => stepCycleOf(from, version.tariff, calendar).from)
  return dateOfDay(calendar.dayOf(Math.min(from, ...starts)))
}

/**
 * The bill of an account for whole months, or why it is held. The volumes before the period fill the steps of the cycle; only the period is charged,
 * by the rating of every calculation. A month in which the price changes is divided by time.
 */
export const composeBill = (order: BillOrder, account: AccountToBill): ComposedBill | HeldFor => {
  if (!account.isBilled) return 'not-billed'
  const { timeZone, billType, dueOn, computedAtPosition } = order
  const calendar = calendarOf(timeZone)
  const period = periodOf(order)
  const from = startOfDate(period.from, calendar)
  const to = startOfDate(period.to, calendar)
  const since = calendar.startOf(calendar.dayOf(account.openedAt))
  if (since >= to) return 'not-billed'
  const spans = spansOf(order, account.priceSchemes)
  const start = Math.max(from, since)
  if (spans.length === 0 || startOfDate(spans[0]!.from, calendar) > start) return 'no-price'
  const billed = account.months.filter(({ month }) => month >= order.firstMonth && month <= order.lastMonth)
  if (account.knownDays === 0) return 'no-reading'
  if (account.knownDays < calendar.dayOf(to) - calendar.dayOf(start)) return 'days-missing'
  if (account.openReviews > 0) return 'days-questioned'
  // Water that ran back is a matter for a person: no step has a price for it.
  if (account.months.some(({ litres }) => litres < 0)) return 'use-below-zero'
  const plan: RatePlan = {
    calendar,
    versions: spans.map((span, nth) => ({ version: nth, from: startOfDate(span.from, calendar), tariff: span.version.tariff })),
    caliberMillimetres: account.caliberMillimetres,
    customerTypeId: account.customerTypeId,
    since,
  }
  if (spans.some(({ version, from: at }) => !priceAt(plan, version.tariff, Math.max(start, startOfDate(at, calendar))))) return 'no-price'
  const lines = rateUsage(plan, cutUsage(plan, usagesOf(account, calendar, since, to)), from).map((charge): BillLine => {
    // The plan counts spans, because versions of two schemes may have one number.
    const { priceScheme, version } = spans[charge.version]!
    return { ...charge, priceScheme, version: version.version }
  })
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0)
  const vatMinor = lines.reduce((sum, line) => sum + line.vatMinor, 0)
  const litres = billed.reduce((sum, volume) => sum + volume.litres, 0)
  const totals = { litres, amountMinor, vatMinor, totalMinor: amountMinor + vatMinor }
  return { billType, periodFrom: period.from, periodTo: period.to, dueOn, ...totals, volumes: billed, lines, computedAtPosition }
}

const spansOf = (order: BillOrder, priceSchemes: readonly AssignedScheme[]): TariffSpan<PriceSchemeVersion>[] =>
  tariffSpans(priceSchemes, order.versionsOf, { ...periodOf(order), timeZone: order.timeZone }).filter(
    (span): span is TariffSpan<PriceSchemeVersion> => span.version !== null,
  )

/** One usage for each month, whatever number of meters counted it; divided by time at the days on which the account was frozen or unfrozen. */
const usagesOf = ({ months, freezes }: AccountToBill, calendar: ZoneCalendar, since: number, to: number): Usage[] => {
  const changes = freezes.map(({ isFrozen, at }) => ({ isFrozen, from: calendar.startOf(calendar.dayOf(at)) }))
  const litres = new Map<string, number>()
  for (const each of months) litres.set(each.month, (litres.get(each.month) ?? 0) + each.litres)
  return [...litres]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([month, used]) => {
      const start = startOfDate(`${month}-01`, calendar)
      const from = Math.max(start, since)
      const until = Math.min(to, startOfMonth(monthOf(start, calendar) + 1, calendar))
      const cuts = new Set(changes.map((change) => change.from).filter((at) => at > from && at < until))
      let [begin, counted] = [from, 0]
      return (from < until ? [...cuts, until] : []).map((end) => {
        const upTo = roundedShare(used, end - from, until - from)
        const isFrozen = changes.findLast((change) => change.from <= begin)?.isFrozen ?? false
        const usage = { from: begin, to: end, litres: upTo - counted, isFrozen }
        ;[begin, counted] = [end, upTo]
        return usage
      })
    })
}
