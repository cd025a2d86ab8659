import { randomUUID } from 'node:crypto'
import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import { waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import { finishTokenSale } from '@nightflow/domain/sell-tokens'
import { SaleKind } from '@nightflow/schemas/agents/agent-money'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import { RechargeFlag } from '@nightflow/schemas/prepaid/token-refund'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { dayMilliseconds, type Past } from './past.ts'
import { type Household, householdsWith, priceOf } from './village.ts'

export type Seller = { past: Past; vendor: TokenVendor; from: number }
type Sold = { meterNo: string; requestId: string }

/** A sale as the desk makes it, from the money to the digits; with `agentId` out of an agent's float, which is held before and debited after it. */
const sellTokens = async (
  { past, vendor, from }: Seller,
  { accountNo, meterNo }: Household,
  amountMinor: number,
  isByAgent = false,
): Promise<Sold> => {
  const { agent, agentUserId: userId, clerk } = past.utility.actors
  const actor = isByAgent ? agent : clerk
  const requestId = randomUUID()
  const sale = { kind: SaleKind.enum.token, payerAccountNo: accountNo, meterNo, amountMinor }
  if (isByAgent) await past.execute(agentDecider, { type: 'ReserveSale', userId, saleId: requestId, ...sale }, actor)
  const payMethod = SalePayMethod.enum.cash
  const asked = { type: 'StartTokenSale', meterNo, requestId, accountNo, amountMinor, payMethod } as const
  const started = await past.execute(meterTokensDecider, { ...asked, ...(isByAgent && { agentId: userId }) }, actor)
  const ended = await finishTokenSale(
    {
      execute: (decider, command) => past.execute(decider, command, actor),
      moneyOf: (account) => past.stateOf(`billing-account-${account}`, waterSalesDecider),
      planOf: async () => priceOf(past, from),
      ...{ vendor, now: past.now },
    },
    { meterNo, requestId },
    started.after.sales.get(requestId)!,
  )
  if (isRejection(ended)) throw new Error(`the sale for ${meterNo} ended with ${ended.rejected}`)
  if (isByAgent) await past.execute(agentDecider, { type: 'CompleteSale', userId, saleId: requestId }, actor)
  return { meterNo, requestId }
}

const amounts = [3_000, 5_000, 8_000, 4_000, 6_000]
const refundRequestedDaysAgo = 2

/** Once or twice a month each household buys water: every third time at the agent's, otherwise at the counter. */
export const sellTokensForYear = (seller: Seller, months: readonly number[]): void => {
  const { past } = seller
  for (const [nth, household] of householdsWith('tokens').entries())
    for (const [month, startsAt] of months.entries()) {
      const sell = (day: number, of: number) =>
        past.on(startsAt + day * dayMilliseconds + (9 * 60 + 17 * nth + 3 * month) * 60_000, async () => {
          await sellTokens(seller, household, amounts[of % amounts.length]!, (nth + month) % 3 === 0)
        })
      sell(2 + nth, nth + month)
      if ((nth + month) % 2 === 0) sell(16 + nth, nth + 2 * month + 1)
    }
}

/** Two tokens that must not stay: one for the neighbour's meter, whose refund is open, and one that was given back half a year ago. */
export const sellForWrongMeter = (seller: Seller): void => {
  const { past } = seller
  const [first, second] = householdsWith('tokens') as [Household, Household]
  const { clerk, admin } = past.utility.actors
  past.on(past.daysAgo(180, 10), async () => {
    const sold = await sellTokens(seller, second, 7_000)
    await past.execute(meterTokensDecider, { type: 'RequestTokenRefund', ...sold, reason: 'Sold twice by mistake' }, clerk)
    past.wait(90)
    await past.execute(meterTokensDecider, { type: 'ReviewTokenRefund', ...sold, comments: 'The meter was read' }, admin)
    const flag = {
      type: 'FlagTokenRefund',
      ...sold,
      rechargeFlag: RechargeFlag.enum.noCharge,
      comments: 'Not in the log of the meter',
    } as const
    await past.execute(meterTokensDecider, flag, admin)
    const refunded = await past.execute(meterTokensDecider, { type: 'ApproveTokenRefund', ...sold, comments: 'Agreed' }, admin)
    const { accountNo } = refunded.after.sales.get(sold.requestId)!.started
    await past.execute(
      waterSalesDecider,
      { type: 'TakeWaterBack', accountNo, saleId: sold.requestId, reason: 'Sold twice by mistake' },
      admin,
    )
  })
  past.on(past.daysAgo(refundRequestedDaysAgo, 11), async () => {
    const sold = await sellTokens(seller, first, 9_000)
    past.wait(40)
    const reason = 'The customer read the meter number of the house next door'
    await past.execute(meterTokensDecider, { type: 'RequestTokenRefund', ...sold, reason }, clerk)
    past.wait(30)
    await past.execute(meterTokensDecider, { type: 'ReviewTokenRefund', ...sold, comments: 'A crew reads the meter tomorrow' }, admin)
  })
}
