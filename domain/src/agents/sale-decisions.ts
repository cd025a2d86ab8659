import type { SaleCommand } from '@nightflow/schemas/agents/agent-money'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { localDay } from '../shared/assigned-schemes.ts'
import type { Context } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { type AgentEvent, type AgentFloat, availableOf, heldMinorOf, keptIn, type ReservedSale } from './agent-float.ts'
import { commissionOf } from './commission-of.ts'

type Of<Type extends SaleCommand['type']> = Extract<SaleCommand, { type: Type }>
type Decision = readonly AgentEvent[] | Rejection

/** Sales of one agent whose money is on its way. */
const heldMax = 50

const isSameSale = (one: Omit<Of<'ReserveSale'>, 'type'>, other: ReservedSale): boolean =>
  one.kind === other.kind &&
  one.payerAccountNo === other.payerAccountNo &&
  one.amountMinor === other.amountMinor &&
  one.meterNo === other.meterNo

/** The refusal of a sale by the limits and the float, in this order. */
export const refuseSale = (state: AgentFloat, amountMinor: number, today: string): Rejection | undefined => {
  const { saleLimitMinor, dayLimitMinor } = state.terms
  if (saleLimitMinor > 0 && amountMinor > saleLimitMinor) return rejected('agent-over-sale-limit', { limit: unitsOf(saleLimitMinor) })
  const soldMinor = state.day === today ? state.soldOfDayMinor : 0
  if (dayLimitMinor > 0 && soldMinor + amountMinor > dayLimitMinor)
    return rejected('agent-over-day-limit', { limit: unitsOf(dayLimitMinor), left: unitsOf(Math.max(0, dayLimitMinor - soldMinor)) })
  const leftMinor = availableOf(state)
  if (amountMinor > leftMinor) return rejected('agent-float-short', { amount: unitsOf(amountMinor), left: unitsOf(Math.max(0, leftMinor)) })
  return undefined
}

/** The float is held before any money moves. The same sale again holds nothing more; one that was not sold is not sold later. */
export function reserveSale({ type: _, ...asked }: Of<'ReserveSale'>, state: AgentFloat, { now, timeZone }: Context): Decision {
  const ended = keptIn(state.ended, asked.saleId)
  const known = state.held.get(asked.saleId) ?? ended
  if (known && !isSameSale(asked, known)) return rejected('agent-sale-id-used')
  if (ended && (ended.commissionMinor === null || ended.isReversed)) return rejected('agent-sale-not-sold')
  if (known) return []
  if (state.held.size >= heldMax) return rejected('agent-sales-open', { count: state.held.size })
  const day = localDay(Date.parse(now), timeZone)
  const refused = refuseSale(state, asked.amountMinor, day)
  if (refused) return refused
  return [{ type: 'agents.AgentSaleReserved', data: { ...asked, day, heldMinor: heldMinorOf(state) + asked.amountMinor, at: now } }]
}

/**
 * The money is on the account. A sale whose float was released meanwhile is debited all the same: the money has moved, and the float follows it, below
 * zero where it must.
 */
export function completeSale({ saleId }: Of<'CompleteSale'>, state: AgentFloat, { now }: Context): Decision {
  const ended = keptIn(state.ended, saleId)
  const sale = state.held.get(saleId) ?? (ended?.commissionMinor === null ? ended : undefined)
  if (!sale) return []
  const { userId, kind, payerAccountNo, meterNo, amountMinor, day } = sale
  const { commissionBasisPoints } = state.terms
  const commissionMinor = commissionOf(amountMinor, commissionBasisPoints)
  const heldMinor = heldMinorOf(state) - (ended ? 0 : amountMinor)
  const money = { balanceMinor: state.balanceMinor - amountMinor, unpaidMinor: state.unpaidMinor + commissionMinor, heldMinor }
  const sold = { userId, saleId, kind, payerAccountNo, meterNo, amountMinor, day, commissionMinor, commissionBasisPoints }
  return [{ type: 'agents.AgentSaleCompleted', data: { ...sold, ...money, postings: earned(commissionMinor), at: now } }]
}

const earned = (commissionMinor: number) =>
  commissionMinor === 0
    ? []
    : [
        { ledgerAccount: 'commissionCost' as const, amountMinor: commissionMinor },
        { ledgerAccount: 'agentCommissions' as const, amountMinor: -commissionMinor },
      ]

export function releaseSale({ type: _, ...asked }: Of<'ReleaseSale'>, state: AgentFloat, { now }: Context): Decision {
  const sale = state.held.get(asked.saleId)
  if (!sale) return []
  return [{ type: 'agents.AgentSaleReleased', data: { ...asked, heldMinor: heldMinorOf(state) - sale.amountMinor, at: now } }]
}

/** The utility took the payment back. Of a sale that is older than those that are kept, the commission goes at the present rate. */
export function reverseSale({ userId, saleId, amountMinor }: Of<'ReverseSale'>, state: AgentFloat, { now }: Context): Decision {
  const sale = keptIn(state.ended, saleId)
  if (state.held.has(saleId) || sale?.isReversed || sale?.commissionMinor === null) return []
  const commissionMinor = sale?.commissionMinor ?? commissionOf(amountMinor, state.terms.commissionBasisPoints)
  const money = { balanceMinor: state.balanceMinor + amountMinor, unpaidMinor: state.unpaidMinor - commissionMinor }
  const data = { userId, saleId, amountMinor, commissionMinor, ...money, postings: earned(-commissionMinor), at: now }
  return [{ type: 'agents.AgentSaleReversed', data }]
}
