import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import { calendarOf } from '../shared/local-time.ts'
import { affordableLitres } from './affordable-litres.ts'
import type { AccountToBill } from './compose-bill.ts'
import { holderSince, startOfVolume } from './rate-account.ts'
import { priceAt, type RatePlan } from './rate-usage.ts'
import { type RatedPeriod, spansOf, startOfDate } from './rated-period.ts'
import { stepCycleOf } from './tariff-calendar.ts'

/**
 * The water that an amount pays for an account on the first day of a period, after what its holder has used in the step cycle of that day. Null where the
 * account is not billed, or has no price for its meter.
 */
export const litresOfMoney = (rated: RatedPeriod, account: AccountToBill, amountMinor: number): number | null => {
  const calendar = calendarOf(rated.timeZone)
  const at = startOfDate(rated.period.from, calendar)
  const [span] = spansOf(rated, account.priceSchemes).toReversed()
  if (!span || !account.isBilled) return null
  const { tariff } = span.version satisfies PriceSchemeVersion
  const { caliberMillimetres, customerTypeId } = account
  const since = holderSince(account, at, calendar)
  const plan: RatePlan = {
    calendar,
    caliberMillimetres,
    customerTypeId,
    since,
    versions: [{ version: 0, from: Math.min(at, startOfDate(span.from, calendar)), tariff }],
  }
  if (priceAt(plan, tariff, at) === undefined) return null
  const start = Math.max(since, stepCycleOf(at, tariff, calendar).from)
  const used = account.months.reduce((sum, volume) => {
    const begins = startOfDate(startOfVolume(volume), calendar)
    return begins >= start && begins < at ? sum + Math.max(0, volume.litres) : sum
  }, 0)
  return affordableLitres(plan, amountMinor, at, used)
}
