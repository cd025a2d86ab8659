import { agentMinorMax } from '@nightflow/schemas/agents/agent-money'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { agentDecider } from './agent-decider.ts'
import { type AgentEvent, availableOf } from './agent-float.ts'
import { commissionOf } from './commission-of.ts'

const given = specificationOf(agentDecider)
const at = '2026-03-02T08:00:00.000Z'
const userId = 7
const id = (nth: number): string => `7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a${String(nth).padStart(2, '0')}`

const recharge = { type: 'RechargeAgent', rechargeId: id(1), userId, amountMinor: 10_000, purchaseMethod: '1', remark: 'July' } as const
const terms = { ceilingMinor: 0, saleLimitMinor: 0, dayLimitMinor: 0, commissionBasisPoints: 250 }
const withTerms = (change: Partial<typeof terms> = {}): AgentEvent => ({
  type: 'agents.AgentTermsSet',
  data: { userId, ...terms, ...change, at },
})
const saleOf = (nth: number, amountMinor: number) =>
  ({ type: 'ReserveSale', userId, saleId: id(nth), kind: '0', payerAccountNo: 'A-1', meterNo: null, amountMinor }) as const
const named = (nth: number) => ({ userId, saleId: id(nth) })

/** The events of commands that are all accepted, one after the other. */
const after = (first: readonly AgentEvent[], ...commands: readonly object[]): AgentEvent[] => {
  let events = [...first]
  for (const command of commands) {
    const { type } = command as { type: keyof typeof agentDecider.decide }
    const decide = agentDecider.decide[type] as (command: object, state: object, context: object) => readonly AgentEvent[]
    events = [...events, ...decide(command, stateAfter(agentDecider, events), { now: at, actor: 'user:7', timeZone: 'Europe/Rome' })]
  }
  return events
}
const stateOf = (events: readonly AgentEvent[]) => stateAfter(agentDecider, events)
const charged = after([withTerms()], recharge)

describe('the float of an agent', () => {
  test('is recharged once, however often the recharge is requested', () => {
    given(charged)
      .when({ ...recharge, remark: 'August' })
      .then([])
    given(charged)
      .when({ ...recharge, amountMinor: 1 })
      .refused('recharge-id-reused')
    expect(stateOf(charged).balanceMinor).toBe(10_000)
  })

  test('takes the recharges of earlier days over once', () => {
    const bring = { type: 'BringFloat', userId, amountMinor: 500 } as const
    const brought = after([], bring)
    expect(stateOf(brought).balanceMinor).toBe(500)
    given(brought).when(bring).then([])
  })

  // requirement of Agents: Float or risk ceiling bounds what an agent sells | /billing/payment/agentDesk | POST /prod-api/business/agentDesk/sell
  test('bounds what is sold: of 100.00 there are 35.20 left', () => {
    const sold = after(charged, saleOf(2, 6_480), { type: 'CompleteSale', ...named(2) })
    given(sold).when(saleOf(3, 10_000)).refused('agent-float-short', { amount: '100.00', left: '35.20' })
  })

  test('is held for a sale on its way, so that another one cannot have it', () => {
    const held = after(charged, saleOf(2, 6_000))
    given(held).when(saleOf(3, 6_000)).refused('agent-float-short', { amount: '60.00', left: '40.00' })
    expect(availableOf(stateOf(held))).toBe(4_000)
    expect(stateOf(held).balanceMinor, 'nothing is debited yet').toBe(10_000)
  })

  test('goes below zero as far as the ceiling', () => {
    const events = after([withTerms({ ceilingMinor: 5_000 })], recharge, saleOf(2, 15_000), { type: 'CompleteSale', ...named(2) })
    expect(stateOf(events).balanceMinor).toBe(-5_000)
    given(events).when(saleOf(3, 1)).refused('agent-float-short', { amount: '0.01', left: '0.00' })
  })

  test('has limits for one sale and for one local day', () => {
    const limited = after([withTerms({ saleLimitMinor: 4_000, dayLimitMinor: 5_000 })], recharge, saleOf(2, 3_000))
    given(limited).when(saleOf(3, 4_001)).refused('agent-over-sale-limit', { limit: '40.00' })
    given(limited).when(saleOf(3, 2_001)).refused('agent-over-day-limit', { limit: '50.00', left: '20.00' })
    const tomorrow = { now: '2026-03-02T23:30:00.000Z' }
    given(limited)
      .when(saleOf(3, 2_001), tomorrow)
      .then([
        {
          type: 'agents.AgentSaleReserved',
          data: { ...withoutType(saleOf(3, 2_001)), day: '2026-03-03', heldMinor: 5_001, at: tomorrow.now },
        },
      ])
  })

  test('is free again where nothing was sold, also for the limit of the day', () => {
    const released = after([withTerms({ dayLimitMinor: 5_000 })], recharge, saleOf(2, 5_000), {
      type: 'ReleaseSale',
      ...named(2),
      reasonCode: 'account-closed',
    })
    expect(availableOf(stateOf(released))).toBe(10_000)
    given(released).when(saleOf(2, 5_000)).refused('agent-sale-not-sold')
    expect(stateOf(after(released, saleOf(3, 5_000))).held.size).toBe(1)
  })

  test('is debited for money that moved after it was released', () => {
    const released = after(charged, saleOf(2, 4_000), { type: 'ReleaseSale', ...named(2), reasonCode: 'account-closed' })
    const late = after(released, { type: 'CompleteSale', ...named(2) })
    expect(stateOf(late)).toMatchObject({ balanceMinor: 6_000, unpaidMinor: 100 })
    given(late)
      .when({ type: 'CompleteSale', ...named(2) })
      .then([])
  })
})

const withoutType = ({ type: _, ...data }: ReturnType<typeof saleOf>) => data

describe('a sale', () => {
  const sold = after(charged, saleOf(2, 3_520), { type: 'CompleteSale', ...named(2) })

  test('is one sale for one identifier', () => {
    given(sold).when(saleOf(2, 3_520)).then([])
    given(sold)
      .when({ type: 'CompleteSale', ...named(2) })
      .then([])
    given(sold).when(saleOf(2, 3_521)).refused('agent-sale-id-used')
    given(sold)
      .when({ type: 'ReleaseSale', ...named(2), reasonCode: 'late' })
      .then([])
  })

  // requirement of Agents: A sale earns commission in basis points | /billing/payment/agentDesk | POST /prod-api/business/agentDesk/sell
  test('earns the commission of its terms, rounded half up', () => {
    expect(stateOf(sold)).toMatchObject({ balanceMinor: 6_480, unpaidMinor: 88 })
    expect([commissionOf(3_520, 250), commissionOf(1, 5_000), commissionOf(0, 250), commissionOf(agentMinorMax, 5_000)]).toEqual([
      88,
      1,
      0,
      agentMinorMax / 2,
    ])
  })

  test('that is taken back gives the float back, and the commission goes', () => {
    const reversed = after(sold, { type: 'ReverseSale', ...named(2), amountMinor: 3_520 })
    expect(stateOf(reversed)).toMatchObject({ balanceMinor: 10_000, unpaidMinor: 0 })
    given(reversed)
      .when({ type: 'ReverseSale', ...named(2), amountMinor: 3_520 })
      .then([])
    given(reversed).when(saleOf(2, 3_520)).refused('agent-sale-not-sold')
  })

  test('is known for ten thousand sales more', () => {
    let events = stateOf(charged)
    const evolve = (event: AgentEvent): void => {
      events = agentDecider.evolve(events, event)
    }
    for (let nth = 0; nth < 600; nth += 1) {
      const sale = { ...withoutType(saleOf(0, 1)), saleId: `sale-${nth}`, day: '2026-03-02', heldMinor: 1, at }
      evolve({ type: 'agents.AgentSaleReserved', data: sale })
      const money = { commissionMinor: 0, commissionBasisPoints: 0, balanceMinor: 9_999 - nth, unpaidMinor: 0, postings: [] }
      evolve({ type: 'agents.AgentSaleCompleted', data: { ...sale, heldMinor: 0, ...money } })
    }
    const again = { ...saleOf(0, 1), saleId: 'sale-0' }
    expect(agentDecider.decide.ReserveSale(again, events, { now: at, actor: 'user:7', timeZone: 'UTC' })).toEqual([])
  })
})

describe('a commission', () => {
  const sold = after(charged, saleOf(2, 4_000), { type: 'CompleteSale', ...named(2) })
  const pay = { type: 'PayCommission', userId, payoutId: id(4), amountMinor: 60, payTo: '0', remark: '' } as const

  test('is paid up to what was earned, into the float or out of the till', () => {
    const paid = after(sold, pay)
    expect(stateOf(paid)).toMatchObject({ balanceMinor: 6_060, unpaidMinor: 40 })
    expect(stateOf(after(sold, { ...pay, payTo: '1' }))).toMatchObject({ balanceMinor: 6_000, unpaidMinor: 40 })
    given(paid)
      .when({ ...pay, payoutId: id(5), amountMinor: 41 })
      .refused('agent-commission-short', { left: '0.40' })
  })

  test('is paid once', () => {
    given(after(sold, pay)).when(pay).then([])
    given(after(sold, pay))
      .when({ ...pay, amountMinor: 1 })
      .refused('transaction-id-reused')
  })
})

describe('a settlement', () => {
  const settle = { type: 'SettleAgent', userId, settlementId: id(9), remark: '' } as const

  // requirement of Agents: The settlement receipt adds up | /billing/payment/agentSettlements | PUT /prod-api/system/agent/settle/:userId
  test('adds up: opening, recharges, sales, what was reversed and what was paid into the float come to the closing', () => {
    const events = after(
      [withTerms()],
      ...[recharge, saleOf(2, 4_000), { type: 'CompleteSale', ...named(2) }, saleOf(3, 2_000), { type: 'CompleteSale', ...named(3) }],
      ...[
        { type: 'ReverseSale', ...named(3), amountMinor: 2_000 },
        { type: 'PayCommission', userId, payoutId: id(4), amountMinor: 60, payTo: '0', remark: '' },
      ],
      settle,
    )
    const [settled] = events.slice(-1)
    expect(settled).toMatchObject({
      type: 'agents.AgentSettled',
      data: {
        ...{ settlementNumber: 1, openingMinor: 0, rechargedMinor: 10_000, soldMinor: 6_000, sales: 2, reversedMinor: 2_000 },
        ...{ paidToFloatMinor: 60, closingMinor: 6_060, earnedMinor: 150, takenBackMinor: 50, paidOutMinor: 60, unpaidClosingMinor: 40 },
      },
    })
    expect(0 + 10_000 - 6_000 + 2_000 + 60).toBe(6_060)
    expect(0 + 150 - 50 - 60).toBe(40)
    given(events).when(settle).then([])
    expect(stateOf(events).period).toMatchObject({ settlementNumber: 2, openingMinor: 6_060, unpaidOpeningMinor: 40, soldMinor: 0 })
  })

  test('waits for sales on their way', () =>
    given(after(charged, saleOf(2, 100)))
      .when(settle)
      .refused('agent-sales-open', { count: 1 }))
})

test('every event that moves money posts to the ledger with the sum zero', () => {
  const events = after(
    charged,
    ...[saleOf(2, 4_000), { type: 'CompleteSale', ...named(2) }, { type: 'ReverseSale', ...named(2), amountMinor: 4_000 }],
  )
  for (const { data } of events)
    if ('postings' in data) expect(data.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
})
