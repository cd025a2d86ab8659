import type { BillLine, BillType, ComposedBill } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { TariffSpan } from '../shared/assigned-schemes.ts'
import { calendarOf, dateOfDay } from '../shared/local-time.ts'
import type { BillPeriod } from './bill-period.ts'
import { type AccountUse, holderSince, rateAccount, startOfVolume } from './rate-account.ts'
import { priceAt } from './rate-usage.ts'
import { firstDayOfUse, hasTariffThroughout, type RatedPeriod, spansOf, startOfDate } from './rated-period.ts'
import { monthOf, startOfMonth } from './tariff-calendar.ts'

/** An account as a bill sees it, with what its meters counted in each month from the earliest step cycle on. */
export type AccountToBill = AccountUse & {
  accountNo: string
  isBilled: boolean
  priceSchemes: readonly AssignedScheme[]
  /** Days of the period whose use is known of every meter. */
  knownDays: number
  /** Days of the period that a validation rule questioned and that no person has answered. */
  openReviews: number
}

/** Local days of one utility: whole months, or the part of them that is not billed yet. */
export type BillOrder = RatedPeriod & {
  billType: BillType
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

/** The refusal that a person reads for a held bill. */
export const refusalOfHeld = (heldFor: HeldFor): Rejection => rejected(heldRefusals[heldFor])

/** The days of whole months, `YYYY-MM`, both included. */
export const periodOf = ({ firstMonth, lastMonth, timeZone }: { firstMonth: string; lastMonth: string; timeZone: string }): BillPeriod => {
  const calendar = calendarOf(timeZone)
  const end = startOfMonth(monthOf(startOfDate(`${lastMonth}-01`, calendar), calendar) + 1, calendar)
  return { from: `${firstMonth}-01`, to: dateOfDay(calendar.dayOf(end)) }
}

/**
 * The bill of an account for a period, or why it is held. The volumes before the period fill the steps of the cycle; only the period is charged,
 * by the rating of every calculation. Volumes that were not counted apart where the price changes are divided by time. The use of earlier holders does
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
  const start = Math.max(from, since)
  if (!hasTariffThroughout(order, account.priceSchemes, start)) return 'no-price'
  const billed = account.months.filter((volume) => startOfVolume(volume) >= period.from)
  if (account.knownDays === 0) return 'no-reading'
  if (account.knownDays < calendar.dayOf(to) - calendar.dayOf(start)) return 'days-missing'
  if (account.openReviews > 0) return 'days-questioned'
  // Water that ran back is a matter for a person: no step has a price for it.
  if (account.months.some(({ litres }) => litres < 0)) return 'use-below-zero'
  const priced = { calendar, caliberMillimetres: account.caliberMillimetres, customerTypeId: account.customerTypeId, since, versions: [] }
  const hasPrice = ({ version, from: at }: TariffSpan<PriceSchemeVersion>): boolean =>
    priceAt(priced, version.tariff, Math.max(start, startOfDate(at, calendar))) !== undefined
  if (!spansOf(order, account.priceSchemes).every(hasPrice)) return 'no-price'
  // Use before the period is rated by its own versions, as in the bill that has it.
  const rated = spansOf(order, account.priceSchemes, firstDayOfUse(order, account.priceSchemes)).filter(hasPrice)
  const lines = rateAccount(account, rated, { calendar, since, from, to }).map((charge): BillLine => {
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
