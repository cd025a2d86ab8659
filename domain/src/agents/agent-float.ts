import type { AgentTerms, SettledPeriod } from '@nightflow/schemas/agents/agent-money'
import type { EventIn } from '../shared/decider.ts'

export type AgentEvent = EventIn<
  | 'agents.FloatBrought'
  | 'agents.FloatRecharged'
  | 'agents.AgentTermsSet'
  | 'agents.AgentSaleReserved'
  | 'agents.AgentSaleCompleted'
  | 'agents.AgentSaleReleased'
  | 'agents.AgentSaleReversed'
  | 'agents.AgentCommissionPaid'
  | 'agents.AgentSettled'
>
export type ReservedSale = EventIn<'agents.AgentSaleReserved'>['data']

/** A sale that has ended; `commissionMinor` is null where nothing was sold. */
export type EndedSale = ReservedSale & { readonly commissionMinor: number | null; readonly isReversed: boolean }
/** A recharge or a payout, as repeats of it are compared. */
type Made = { readonly amountMinor: number; readonly way: string }

type Running = Omit<SettledPeriod, 'closingMinor' | 'unpaidClosingMinor'>

/** The money of one agent. */
export type AgentFloat = {
  readonly isBrought: boolean
  readonly terms: AgentTerms
  /** Money that the agent has paid in and not sold; below zero up to the ceiling. */
  readonly balanceMinor: number
  /** Commission that was earned and is not paid. */
  readonly unpaidMinor: number
  /** Sales whose money is on its way, by their identifiers. */
  readonly held: ReadonlyMap<string, ReservedSale>
  /** Sales, recharges, payouts and settlements of late: a repeat of one is known. */
  readonly ended: Kept<EndedSale>
  readonly made: Kept<Made>
  /** The local day of the last sale, and what was sold or is held of it. */
  readonly day: string
  readonly soldOfDayMinor: number
  /** Since the last settlement. */
  readonly period: Running
}

/** Entries of late: those of the last chunk are copied with each change, and the oldest chunk goes. */
export type Kept<Value> = { readonly last: ReadonlyMap<string, Value>; readonly older: readonly ReadonlyMap<string, Value>[] }
const chunk = 256
const chunksMax = 40

export const keptIn = <Value>({ last, older }: Kept<Value>, key: string): Value | undefined =>
  last.get(key) ?? older.find((each) => each.has(key))?.get(key)

const kept = <Value>({ last, older }: Kept<Value>, key: string, value: Value): Kept<Value> => {
  const own = older.findIndex((each) => each.has(key))
  if (own >= 0) return { last, older: older.map((each, place) => (place === own ? new Map(each).set(key, value) : each)) }
  if (last.size < chunk || last.has(key)) return { last: new Map(last).set(key, value), older }
  return { last: new Map([[key, value]]), older: [last, ...older].slice(0, chunksMax) }
}

const nothing = { last: new Map(), older: [] }
const sums = { rechargedMinor: 0, soldMinor: 0, sales: 0, reversedMinor: 0, paidToFloatMinor: 0 }
const commissions = { earnedMinor: 0, takenBackMinor: 0, paidOutMinor: 0 }

export const noFloat: AgentFloat = {
  isBrought: false,
  terms: { ceilingMinor: 0, saleLimitMinor: 0, dayLimitMinor: 0, commissionBasisPoints: 0 },
  ...{ balanceMinor: 0, unpaidMinor: 0, held: new Map(), ended: nothing, made: nothing, day: '', soldOfDayMinor: 0 },
  period: { settlementNumber: 1, since: null, openingMinor: 0, unpaidOpeningMinor: 0, ...sums, ...commissions },
}

export const heldMinorOf = ({ held }: AgentFloat): number => [...held.values()].reduce((sum, { amountMinor }) => sum + amountMinor, 0)
/** The money that is left to sell with. */
export const availableOf = (state: AgentFloat): number => state.balanceMinor + state.terms.ceilingMinor - heldMinorOf(state)

const withoutHeld = (state: AgentFloat, saleId: string): AgentFloat['held'] => {
  const held = new Map(state.held)
  held.delete(saleId)
  return held
}

const counted = (state: AgentFloat, change: Partial<Running>): Running => ({ ...state.period, ...change })

/** The day with a sale added to it; sales of earlier days no longer count. */
const ofDay = (state: AgentFloat, day: string, amountMinor: number): Pick<AgentFloat, 'day' | 'soldOfDayMinor'> => {
  if (day < state.day) return state
  return { day, soldOfDayMinor: Math.max(0, (day === state.day ? state.soldOfDayMinor : 0) + amountMinor) }
}

export function evolveFloat(state: AgentFloat, event: AgentEvent): AgentFloat {
  const { period } = state
  switch (event.type) {
    case 'agents.FloatBrought': {
      const { amountMinor, balanceMinor } = event.data
      return { ...state, isBrought: true, balanceMinor, period: counted(state, { rechargedMinor: period.rechargedMinor + amountMinor }) }
    }
    case 'agents.FloatRecharged': {
      const { rechargeId, amountMinor, purchaseMethod, balanceMinor } = event.data
      const made = kept(state.made, rechargeId, { amountMinor, way: `recharge ${purchaseMethod}` })
      return { ...state, made, balanceMinor, period: counted(state, { rechargedMinor: period.rechargedMinor + amountMinor }) }
    }
    case 'agents.AgentTermsSet': {
      const { ceilingMinor, saleLimitMinor, dayLimitMinor, commissionBasisPoints } = event.data
      return { ...state, terms: { ceilingMinor, saleLimitMinor, dayLimitMinor, commissionBasisPoints } }
    }
    case 'agents.AgentCommissionPaid': {
      const { payoutId, amountMinor, payTo, balanceMinor, unpaidMinor } = event.data
      const made = kept(state.made, payoutId, { amountMinor, way: `payout ${payTo}` })
      const paidToFloatMinor = period.paidToFloatMinor + balanceMinor - state.balanceMinor
      const paid = counted(state, { paidOutMinor: period.paidOutMinor + amountMinor, paidToFloatMinor })
      return { ...state, made, balanceMinor, unpaidMinor, period: paid }
    }
    case 'agents.AgentSettled': {
      const { settlementId, settlementNumber, closingMinor, unpaidClosingMinor, at } = event.data
      const opening = { openingMinor: closingMinor, unpaidOpeningMinor: unpaidClosingMinor }
      const made = kept(state.made, settlementId, { amountMinor: 0, way: 'settlement' })
      return { ...state, made, period: { settlementNumber: settlementNumber + 1, since: at, ...opening, ...sums, ...commissions } }
    }
    default:
      return evolveSale(state, event)
  }
}

type SaleEvent = Extract<AgentEvent, { type: `agents.AgentSale${string}` }>

const evolveSale = (state: AgentFloat, event: SaleEvent): AgentFloat => {
  const { period } = state
  switch (event.type) {
    case 'agents.AgentSaleReserved': {
      const { saleId, day, amountMinor } = event.data
      return { ...state, held: new Map(state.held).set(saleId, event.data), ...ofDay(state, day, amountMinor) }
    }
    case 'agents.AgentSaleCompleted': {
      const { saleId, amountMinor, commissionMinor, day, balanceMinor, unpaidMinor } = event.data
      const wasHeld = state.held.has(saleId)
      const sale: EndedSale = { ...event.data, commissionMinor, isReversed: false }
      const sold = { soldMinor: period.soldMinor + amountMinor, sales: period.sales + 1, earnedMinor: period.earnedMinor + commissionMinor }
      return {
        ...state,
        ...{ held: withoutHeld(state, saleId), ended: kept(state.ended, saleId, sale), balanceMinor, unpaidMinor },
        ...(!wasHeld && ofDay(state, day, amountMinor)),
        period: counted(state, sold),
      }
    }
    case 'agents.AgentSaleReleased': {
      const { saleId } = event.data
      const sale = state.held.get(saleId)
      if (!sale) return state
      const ended = kept(state.ended, saleId, { ...sale, commissionMinor: null, isReversed: false })
      return { ...state, held: withoutHeld(state, saleId), ended, ...(sale.day === state.day && ofDay(state, sale.day, -sale.amountMinor)) }
    }
    case 'agents.AgentSaleReversed': {
      const { saleId, amountMinor, commissionMinor, balanceMinor, unpaidMinor } = event.data
      const sale = keptIn(state.ended, saleId)
      const ended = sale ? kept(state.ended, saleId, { ...sale, isReversed: true }) : state.ended
      const back = { reversedMinor: period.reversedMinor + amountMinor, takenBackMinor: period.takenBackMinor + commissionMinor }
      return { ...state, ended, balanceMinor, unpaidMinor, period: counted(state, back) }
    }
    default:
      return state
  }
}
