import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import type { EventOf } from '@nightflow/schemas/events'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

/** A process that sells has finished by then, or it has stopped. */
const afterMilliseconds = 120_000

type Reserved = EventOf<'agents.AgentSaleReserved'>['data']
type Awaited = Pick<Reserved, 'userId' | 'payerAccountNo' | 'meterNo'>

/** The money of a sale is in the stream of the account; the sale of tokens in that of the meter may still bring it there. */
const whatBecame = async (log: EventLog, tenant: string, saleId: string, { payerAccountNo, meterNo }: Awaited) => {
  const money = await stateOfStream(log, `${tenant}/billing-account-${payerAccountNo}`, accountBillsDecider)
  if (money.payments.get(saleId)?.received.agentId !== undefined) return 'paid'
  if (meterNo === null) return 'unpaid'
  const { sales } = await stateOfStream(log, `${tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)
  const sale = sales.get(saleId)
  return sale !== undefined && sale.failed === undefined ? 'on-its-way' : 'unpaid'
}

/**
 * The float of an agent follows the money of a sale: debited once the payment is on the account, free again where none came, and given back where the
 * payment is taken back. The API does it at once; this does it where its process stopped, and for payments that the sale of tokens finished later.
 */
export const followSales = ({ log }: { log: EventLog }): AnyPolicy =>
  definePolicy({
    name: 'agents/follow-sales',
    actor: 'policy:agent-sales',
    events: [
      ...(['agents.AgentSaleReserved', 'agents.AgentSaleCompleted', 'agents.AgentSaleReleased'] as const),
      ...(['billing.PaymentReceived', 'billing.PaymentReversed'] as const),
    ],
    react: async ({ type, data }, { setTimer, cancelTimer, execute }) => {
      if (type === 'agents.AgentSaleReserved') {
        const { userId, payerAccountNo, meterNo, saleId, at } = data
        setTimer({ key: saleId, dueAt: new Date(Date.parse(at) + afterMilliseconds), data: { userId, payerAccountNo, meterNo } })
      }
      if (type === 'agents.AgentSaleCompleted' || type === 'agents.AgentSaleReleased') cancelTimer(data.saleId)
      if (type === 'billing.PaymentReceived' && data.agentId !== undefined)
        await execute(agentDecider, { type: 'CompleteSale', userId: data.agentId, saleId: data.paymentId })
      if (type === 'billing.PaymentReversed' && data.agentId !== undefined) {
        const { agentId: userId, paymentId: saleId, amountMinor } = data
        await execute(agentDecider, { type: 'ReverseSale', userId, saleId, amountMinor })
      }
    },
    onTimer: async ({ key: saleId, data }, { tenant, now, setTimer, execute }) => {
      const sale = data as Awaited
      const became = await whatBecame(log, tenant, saleId, sale)
      const { userId } = sale
      if (became === 'paid') await execute(agentDecider, { type: 'CompleteSale', userId, saleId })
      if (became === 'unpaid') await execute(agentDecider, { type: 'ReleaseSale', userId, saleId, reasonCode: 'agent-sale-not-sold' })
      if (became === 'on-its-way') setTimer({ key: saleId, dueAt: new Date(now.getTime() + afterMilliseconds), data: { ...sale } })
    },
  })
