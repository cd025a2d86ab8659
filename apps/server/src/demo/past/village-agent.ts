import { randomUUID } from 'node:crypto'
import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import { PayoutWay } from '@nightflow/schemas/agents/agent-money'
import { PurchaseMethod } from '@nightflow/schemas/agents/recharge-agent'
import { dayMilliseconds, type Past } from './past.ts'

const terms = { ceilingMinor: 20_000, saleLimitMinor: 50_000, dayLimitMinor: 500_000, commissionBasisPoints: 250 }
const floatMinor = 90_000
const opensAt = 0.4 * dayMilliseconds

/**
 * The shop at the bridge sells for the utility out of a float that it pays in every second month. Half a year ago its period was settled and the
 * commission of that time paid; what it has earned since is owed to it.
 */
export const keepShop = (past: Past, from: number, months: readonly number[]): void => {
  const { admin, agentUserId: userId } = past.utility.actors
  past.on(from + opensAt, async () => {
    await past.execute(agentDecider, { type: 'SetAgentTerms', userId, ...terms }, admin)
  })
  for (const [nth, startsAt] of months.entries())
    if (nth % 2 === 0)
      past.on((nth === 0 ? from : startsAt) + opensAt + 60_000, async () => {
        const purchaseMethod = nth === 0 ? PurchaseMethod.enum.proprietary : PurchaseMethod.enum.posTerminal
        const recharge = { rechargeId: randomUUID(), userId, amountMinor: floatMinor, purchaseMethod, remark: 'Shop at the bridge' }
        await past.execute(agentDecider, { type: 'RechargeAgent', ...recharge }, admin)
      })
  past.on(months[Math.floor(months.length / 2)]! - dayMilliseconds / 4, async () => {
    const { unpaidMinor } = await past.stateOf(`agents-agent-${userId}`, agentDecider)
    const payout = { payoutId: randomUUID(), amountMinor: unpaidMinor, payTo: PayoutWay.enum.bank, remark: 'Commission of the first half' }
    await past.execute(agentDecider, { type: 'PayCommission', userId, ...payout }, admin)
    past.wait(10)
    await past.execute(agentDecider, { type: 'SettleAgent', userId, settlementId: randomUUID(), remark: 'First half of the year' }, admin)
  })
}
