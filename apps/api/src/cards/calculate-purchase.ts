import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { affordableLitres } from '@nightflow/domain/billing/affordable-litres'
import { leftOfPayment } from '@nightflow/domain/billing/payment-deduction'
import { priceAt, type RatePlan, stepCycleAt } from '@nightflow/domain/billing/rate-usage'
import { type AccountCards, soldSince } from '@nightflow/domain/cards/account-cards'
import { localDay, tariffOn } from '@nightflow/domain/shared/assigned-schemes'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import { type CardAccount, versionsByScheme } from '@nightflow/projections/joined/card-account'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { litresPerTenth } from '@nightflow/schemas/cards/card-image'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf, tryOut } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The price of an account now; refused where it has none. */
const planOf = async (context: RequestContext, account: CardAccount, now: number): Promise<RatePlan | Rejection> => {
  const timeZone = await timeZoneOf(context)
  const versionsOf = await context.read(versionsByScheme)
  const held = tariffOn(account.priceSchemes, versionsOf, localDay(now, timeZone), timeZone)
  if (!held) return rejected('card-precalculation-failed')
  const { customerTypeId, caliberMillimetres } = account
  const plan = {
    ...{ calendar: calendarOf(timeZone), customerTypeId, caliberMillimetres, since: 0 },
    versions: [{ version: 0, from: 0, tariff: held.version.tariff }],
  }
  return priceAt(plan, held.version.tariff, now) ? plan : rejected('card-precalculation-failed')
}

/**
 * The volume that an amount buys now, in whole tenths of a cubic metre: the rest of a tenth stays the customer's money. Purchases of the same step cycle
 * fill its steps, because consumption is known later.
 */
export const litresFor = async (
  context: RequestContext,
  account: CardAccount,
  cards: AccountCards,
  waterMinor: number,
): Promise<number | Rejection> => {
  const now = Date.now()
  const plan = await planOf(context, account, now)
  if ('rejected' in plan) return plan
  const litres = affordableLitres(plan, waterMinor, now, soldSince(cards, stepCycleAt(plan, now)))
  return Math.floor(litres / litresPerTenth) * litresPerTenth
}

type Payment = Omit<Extract<Parameters<typeof accountBillsDecider.decide.ReceivePayment>[0], { type: 'ReceivePayment' }>, 'source'>

/** The part of a recharge that is left for water, at most the purchase limit of the account, as it would be divided now or was divided: deductions and open bills come first. */
export const restForWater = async (context: RequestContext, payment: Payment): Promise<number | Rejection> => {
  const tried = await tryOut(context, accountBillsDecider, { ...payment, source: PaymentSource.enum.recharge })
  return isRejection(tried) ? tried : leftOfPayment(tried.after, payment.paymentId)
}
