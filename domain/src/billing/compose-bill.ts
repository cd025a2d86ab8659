import type { BillLine, BillType, BillVolume, ComposedBill } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import { type TariffSpan, tariffSpans, type VersionsOf } from '../shared/assigned-schemes.ts'
import { calendarOf, dateOfDay, dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'
import type { BillPeriod } from './bill-period.ts'
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
  /** When the account went to another holder, in epoch milliseconds, the earliest first. */
  transfers: readonly number[]
  priceSchemes: readonly AssignedScheme[]
  months: readonly BillVolume[]
  /** Days of the period whose use is known of every meter. */
  knownDays: number
  /** Days of the period that a validation rule questioned and that no person has answered. */
  openReviews: number
}

/** Local days of one utility: whole months, or the part of them that is not billed yet. */
export type BillOrder = {
  billType: BillType
  period: BillPeriod
  timeZone: string
  versionsOf: VersionsOf<PriceSchemeVersion>
  dueOn: string
  computedAtPosition: number
}

/** Why an account is not billed for a period. */
export type HeldFor = 'not-billed' | 'no-price' | 'no-reading' | 'days-missing' | 'days-questioned' | 'use-below-zero'

const heldRefusals = {
  'not-billed': 'bill-held-not-billed',
  'no-price': 'bill-held-no-price',
  'no-reading': 'bill-held-no-reading',
  'days-missing': 'bill-held-days-missing',
  'days-questioned': 'bill-held-days-questioned',
  'use-below-zero': 'bill-held-use-below-zero',
} as const satisfies Record<HeldFor, RejectionCode>

/** What a person reads of a bill that is held. */
export const refusalOfHeld = (heldFor: HeldFor): Rejection => rejected(heldRefusals[heldFor])

const startOfDate = (date: string, calendar: ZoneCalendar): number => calendar.startOf(dayOfDate(date))

/** The days of whole months, `YYYY-MM`, both included. */
export const periodOf = ({ firstMonth, lastMonth, timeZone }: { firstMonth: string; lastMonth: string; timeZone: string }): BillPeriod => {
  const calendar = calendarOf(timeZone)
  const end = startOfMonth(monthOf(startOfDate(`${lastMonth}-01`, calendar), calendar) + 1, calendar)
  return { from: `${firstMonth}-01`, to: dateOfDay(calendar.dayOf(end)) }
}

/** The day from which use has to be known: the start of the earliest step cycle of the tariffs that hold in the period. */
export const firstDayOfUse = (order: BillOrder, priceSchemes: readonly AssignedScheme[]): string => {
  const calendar = calendarOf(order.timeZone)
  const from = startOfDate(order.period.from, calendar)
  const starts = spansOf(order, priceSchemes).map(({ version }) => stepCycleOf(from, version.tariff, calendar).from)
  return dateOfDay(calendar.dayOf(Math.min(from, ...starts)))
}

/**
 * The local days from which volumes are counted apart, in order: starts of months, ends of the period, and changes of the scheme or its version. What was
 * measured on either side is then known, and nothing is divided by time.
 */
export const partStarts = (order: BillOrder, priceSchemes: readonly AssignedScheme[]): string[] => {
  const first = firstDayOfUse(order, priceSchemes)
  const changes = spansOf(order, priceSchemes, first).map(({ from }) => from)
  const months: string[] = []
  for (let start = monthStart(first); start < order.period.to; start = monthStart(dateOfDay(dayOfDate(start) + monthDaysMax)))
    months.push(start)
  return [...new Set([...months, order.period.from, order.period.to, ...changes])].toSorted()
}

const monthDaysMax = 31
const monthStart = (date: string): string => `${date.slice(0, 7)}-01`

/**
 * The bill of an account for a period, or why it is held. The volumes before the period fill the steps of the cycle; only the period is charged,
 * by the rating of every calculation. Volumes that were not counted apart where the price changes are divided by time. What earlier holders used does
 * not fill the steps.
 */
export const composeBill = (order: BillOrder, account: AccountToBill): ComposedBill | HeldFor => {
  if (!account.isBilled) return 'not-billed'
  const { period, timeZone, billType, dueOn, computedAtPosition } = order
  const calendar = calendarOf(timeZone)
  const from = startOfDate(period.from, calendar)
  const to = startOfDate(period.to, calendar)
  const since = holderSince(account, from, calendar)
  if (since >= to) return 'not-billed'
  const spans = spansOf(order, account.priceSchemes)
  const start = Math.max(from, since)
  if (spans.length === 0 || startOfDate(spans[0]!.from, calendar) > start) return 'no-price'
  const billed = account.months.filter((volume) => startOfVolume(volume) >= period.from)
  if (account.knownDays === 0) return 'no-reading'
  if (account.knownDays < calendar.dayOf(to) - calendar.dayOf(start)) return 'days-missing'
  if (account.openReviews > 0) return 'days-questioned'
  // Water that ran back is a matter for a person: no step has a price for it.
  if (account.months.some(({ litres }) => litres < 0)) return 'use-below-zero'
  const priced = { calendar, caliberMillimetres: account.caliberMillimetres, customerTypeId: account.customerTypeId, since, versions: [] }
  const hasPrice = ({ version, from: at }: TariffSpan<PriceSchemeVersion>): boolean =>
    priceAt(priced, version.tariff, Math.max(start, startOfDate(at, calendar))) !== undefined
  if (!spans.every(hasPrice)) return 'no-price'
  // What was used before the period is rated by its own versions, as in the bill that has it.
  const rated = spansOf(order, account.priceSchemes, firstDayOfUse(order, account.priceSchemes)).filter(hasPrice)
  const versions = rated.map((span, nth) => ({ version: nth, from: startOfDate(span.from, calendar), tariff: span.version.tariff }))
  const plan: RatePlan = { ...priced, versions }
  const lines = rateUsage(plan, cutUsage(plan, usagesOf(account, plan, to)), from).map((charge): BillLine => {
    // The plan counts spans, because versions of two schemes may have one number.
    const { priceScheme, version } = rated[charge.version]!
    return { ...charge, priceScheme, version: version.version, vatBasisPoints: version.tariff.vatBasisPoints }
  })
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0)
  const vatMinor = lines.reduce((sum, line) => sum + line.vatMinor, 0)
  const litres = billed.reduce((sum, volume) => sum + volume.litres, 0)
  const totals = { litres, amountMinor, vatMinor, totalMinor: amountMinor + vatMinor }
  return { billType, periodFrom: period.from, periodTo: period.to, dueOn, ...totals, volumes: billed, lines, computedAtPosition }
}

const spansOf = (order: BillOrder, priceSchemes: readonly AssignedScheme[], from = order.period.from): TariffSpan<PriceSchemeVersion>[] =>
  tariffSpans(priceSchemes, order.versionsOf, { from, to: order.period.to, timeZone: order.timeZone }).filter(
    (span): span is TariffSpan<PriceSchemeVersion> => span.version !== null,
  )

/** The first instant of the account's holder of a period. The day of a transfer is the new holder's. */
const holderSince = ({ openedAt, transfers }: AccountToBill, from: number, calendar: ZoneCalendar): number => {
  const starts = [openedAt, ...transfers].map((at) => calendar.startOf(calendar.dayOf(at)))
  return starts.findLast((at) => at <= from) ?? starts[0]!
}

/** The first day of a volume: that of its month, where it is not of a part. */
const startOfVolume = ({ month, from }: BillVolume): string => from ?? `${month}-01`

/** One usage for each month or part of it, whatever number of meters counted it; divided by time at the days on which the account was frozen or unfrozen. */
const usagesOf = ({ months, freezes }: AccountToBill, { calendar, since, versions }: RatePlan, to: number): Usage[] => {
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
