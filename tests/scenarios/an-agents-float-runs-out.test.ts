import { randomUUID } from 'node:crypto'
import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import type { Decider } from '@nightflow/domain/shared/decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { followSales } from '@nightflow/policies/agents/follow-sales'
import type { EventType } from '@nightflow/schemas/events'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'

const tenant = 'north'
const userId = 7
const minute = 60_000
type Timer = { key: string; dueAt: Date; data?: Record<string, unknown> }

class Killed extends Error {}

/** A day at an agent's with a clock that the test moves, a process that sells and may be killed, and the policy that follows sales. */
const dayAt = () => {
  const log = createMemoryEventLog()
  let now = Date.parse('2026-03-02T08:00:00Z')
  let position = 0
  const timers = new Map<string, Timer>()
  const contextOf = (actor: string) => ({ now: new Date(now).toISOString(), actor, timeZone: 'UTC' })
  const executeOn =
    (at: EventLog, actor: string) =>
    <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
      decider: Decider<Command, State, Event>,
      command: Command,
    ) =>
      executeCommand(at, { decider, tenant, actor, command, context: contextOf(actor) })
  const policy = followSales({ log })
  const reaction = () => ({
    ...{ tenant, now: new Date(now), signal: new AbortController().signal },
    ...{
      execute: executeOn(log, 'policy:agent-sales'),
      executeIn: () => Promise.reject(new Error('one tenant')),
      append: async () => undefined,
    },
    setTimer: (timer: Timer) => void timers.set(timer.key, timer),
    cancelTimer: (key: string) => void timers.delete(key),
  })
  /** The policy reads what is new, and fires the timers that are due. */
  const follow = async (): Promise<void> => {
    for (let page = await log.readAll(position, { limit: 100 }); page.length > 0; page = await log.readAll(position, { limit: 100 }))
      for (const event of page) {
        position = event.position
        if (policy.events?.some((type) => type === event.type)) await policy.react?.(event, reaction(), undefined)
      }
    for (const [key, timer] of [...timers])
      if (timer.dueAt.getTime() <= now) {
        timers.delete(key)
        await policy.onTimer?.({ ...timer, tenant, cause: null, correlation: null, data: timer.data ?? {} }, reaction(), undefined)
      }
  }
  /** A process that sells, which is killed before or after its n-th append. */
  const sell = async (saleId: string, amountMinor: number, kill?: { nth: number; isStored: boolean }) => {
    let count = 0
    const append: EventLog['append'] = async (...given) => {
      count += 1
      if (count !== kill?.nth) return log.append(...given)
      if (kill.isStored) await log.append(...given)
      throw new Killed()
    }
    const dying = new Proxy(log, {
      get: (target, name) => {
        const value: unknown = name === 'append' ? append : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const execute = executeOn(dying, 'user:7')
    const sale = { userId, saleId, kind: '0' as const, payerAccountNo: 'A-1', meterNo: null, amountMinor }
    try {
      const reserved = await execute(agentDecider, { type: 'ReserveSale', ...sale })
      if (isRejection(reserved)) return reserved
      const payment = {
        accountNo: 'A-1',
        paymentId: saleId,
        amountMinor,
        payMethod: '0' as const,
        reference: '',
        remark: '',
        agentId: userId,
      }
      const paid = await execute(accountBillsDecider, { type: 'ReceivePayment', ...payment })
      if (isRejection(paid)) return execute(agentDecider, { type: 'ReleaseSale', userId, saleId, reasonCode: paid.rejected })
      return await execute(agentDecider, { type: 'CompleteSale', userId, saleId })
    } catch (error) {
      if (error instanceof Killed) return 'killed' as const
      throw error
    }
  }
  const execute = executeOn(log, 'user:1')
  return {
    log,
    sell,
    follow,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    recharge: (amountMinor: number) =>
      execute(agentDecider, { type: 'RechargeAgent', rechargeId: randomUUID(), userId, amountMinor, purchaseMethod: '0', remark: '' }),
    reverse: (paymentId: string) =>
      execute(accountBillsDecider, { type: 'ReversePayment', accountNo: 'A-1', paymentId, reason: 'wrong customer' }),
    float: () => stateOfStream(log, `${tenant}/agents-agent-${userId}`, agentDecider),
    paidMinor: async () => (await stateOfStream(log, `${tenant}/billing-account-A-1`, accountBillsDecider)).balanceMinor,
    postedTo: async (account: string) =>
      (await log.readAll(0, { limit: 1_000 }))
        .flatMap(({ data }) => ('postings' in data ? (data.postings as { ledgerAccount: string; amountMinor: number }[]) : []))
        .reduce((sum, { ledgerAccount, amountMinor }) => sum + (ledgerAccount === account ? amountMinor : 0), 0),
  }
}

// requirement of Scenarios: An agent’s float runs out mid-sale | /billing/payment/agentDesk | POST /prod-api/business/agentDesk/sell
describe('an agent whose float runs out', () => {
  test('sells what is left, is refused with what is left, and sells on after a recharge', async () => {
    const day = dayAt()
    await day.recharge(10_000)
    expect(isRejection(await day.sell(randomUUID(), 6_480))).toBe(false)
    expect(await day.sell(randomUUID(), 10_000)).toMatchObject({
      rejected: 'agent-float-short',
      details: { amount: '100.00', left: '35.20' },
    })
    await day.recharge(6_480)
    expect(isRejection(await day.sell(randomUUID(), 10_000))).toBe(false)
    expect([await day.paidMinor(), (await day.float()).balanceMinor]).toEqual([16_480, 0])
  })

  test('cannot sell the same float to two customers at once', async () => {
    const day = dayAt()
    await day.recharge(10_000)
    const ends = await Promise.all([day.sell(randomUUID(), 6_000), day.sell(randomUUID(), 6_000)])
    expect(ends.filter((end) => end !== 'killed' && isRejection(end))).toMatchObject([{ rejected: 'agent-float-short' }])
    expect([await day.paidMinor(), (await day.float()).balanceMinor]).toEqual([6_000, 4_000])
  })

  test('loses and doubles nothing wherever the process is killed, and the policy brings each sale to its end', async () => {
    let [lost, doubled, kills] = [0, 0, 0]
    for (const nth of [1, 2, 3])
      for (const isStored of [false, true]) {
        const day = dayAt()
        await day.recharge(10_000)
        expect(await day.sell(randomUUID(), 8_000, { nth, isStored })).toBe('killed')
        kills += 1
        await day.follow()
        day.wait(3 * minute)
        await day.follow()
        await day.follow()
        const { balanceMinor, held } = await day.float()
        const paidMinor = await day.paidMinor()
        if (balanceMinor + paidMinor > 10_000 || held.size > 0) lost += 1
        if (balanceMinor + paidMinor < 10_000) doubled += 1
        expect(await day.postedTo('agentFloat'), `killed at ${nth}`).toBe(-balanceMinor)
      }
    console.log(`kills: ${kills}, lost ${lost}, doubled ${doubled}`)
    expect([lost, doubled]).toEqual([0, 0])
  })

  test('gets the float back where the utility takes the payment back', async () => {
    const day = dayAt()
    await day.recharge(10_000)
    const saleId = randomUUID()
    await day.sell(saleId, 8_000)
    await day.reverse(saleId)
    await day.follow()
    await day.follow()
    expect([await day.paidMinor(), (await day.float()).balanceMinor, await day.postedTo('agentFloat')]).toEqual([0, 10_000, -10_000])
  })
})
