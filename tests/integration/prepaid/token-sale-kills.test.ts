import { randomUUID } from 'node:crypto'
import type { RatePlan } from '@nightflow/domain/billing/rate-usage'
import { waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import { type Execute, finishTokenSale, type SaleParts } from '@nightflow/domain/sell-tokens'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { softwareModule } from '@nightflow/server/vending-modules'
import { describe, expect, it } from 'vitest'
import { suiteKeys } from '../../support/prepaid/vending-of-tests.ts'

const tenant = 'north'
const [meterNo, accountNo] = ['t1', 'A-1']
const now = Date.parse('2026-03-02T08:00:00Z')
const context = { now: new Date(now).toISOString(), actor: 'user:1', timeZone: 'UTC' }
const tariff: Tariff = {
  ...{ billingMonths: 1, accumulationMonths: 12, vatBasisPoints: 1_000, chargingModel: '0', firstMonth: '2026-01' },
  prices: [
    {
      ...{ customerTypeId: null, caliberMillimetres: null, season: null, fixedMinor: 0, minimumMinor: 0 },
      steps: [{ startLitres: 0, endLitres: null, unitPriceMinor: 200 }],
    },
  ],
}

const plan = {
  calendar: calendarOf('UTC'),
  ...{ caliberMillimetres: 15, customerTypeId: null, since: Number.NEGATIVE_INFINITY },
} as const

class Killed extends Error {}

/** The log of a process that is killed at its n-th append: before it, or after it was stored. */
const killedAt = (log: EventLog, nth: number, isStored: boolean): { log: EventLog; appends: () => number } => {
  let count = 0
  const append: EventLog['append'] = async (...given) => {
    count += 1
    if (count !== nth) return log.append(...given)
    if (isStored) await log.append(...given)
    throw new Killed(`killed at append ${nth}`)
  }
  const killed = new Proxy(log, {
    get: (target, name) => {
      if (name === 'append') return append
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { log: killed, appends: () => count }
}

const executeOn =
  (log: EventLog): Execute =>
  (decider, command) =>
    executeCommand(log, { decider, tenant, command, context, actor: context.actor })

const ratePlan = (): RatePlan => ({
  ...plan,
  versions: [{ version: 0, from: 0, tariff }],
})

/** A process that sells: it finishes the sale, or it is killed. */
const run = async (log: EventLog, requestId: string, vendor: TokenVendor): Promise<readonly string[] | 'killed' | 'refused'> => {
  const parts: SaleParts = {
    execute: executeOn(log),
    moneyOf: (of) => stateOfStream(log, `${tenant}/billing-account-${of}`, waterSalesDecider),
    planOf: async () => ratePlan(),
    vendor,
    now: () => now,
  }
  try {
    const started = await executeOn(log)(meterTokensDecider, {
      ...{ type: 'StartTokenSale', meterNo, requestId, accountNo, amountMinor: 440_000, payMethod: '0' },
    })
    if (isRejection(started)) return 'refused'
    const end = await finishTokenSale(parts, { meterNo, requestId }, started.after.sales.get(requestId)!)
    return isRejection(end) ? 'refused' : (end.sale.tokens ?? 'refused')
  } catch (error) {
    if (error instanceof Killed) return 'killed'
    throw error
  }
}

const registeredLog = async (): Promise<EventLog> => {
  const log = createMemoryEventLog()
  const data = {
    ...{ meterNo, pan: '600727000000000009', supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2' },
    ...{ algorithm: '11', baseDate: '2014', keyExpiryNumber: 255, remark: null, at: context.now },
  }
  const event = { id: randomUUID(), type: 'prepaid.StsMeterAdded', schemaVersion: 1, metadata: { tenant, actor: 'user:1' }, data }
  await log.append(`${tenant}/prepaid-sts-meter-${meterNo}`, 0, [event])
  return log
}

const eventsOf = async (log: EventLog, type: string) => (await log.readAll(0, { limit: 1_000 })).filter((event) => event.type === type)

describe('a sale whose process is killed between two statements', () => {
  it('has its token and its payment once after the next attempt, wherever it was killed', async () => {
    const whole = await registeredLog()
    const counting = killedAt(whole, -1, false)
    const requestId = randomUUID()
    const tokens = await run(counting.log, requestId, softwareModule(counting.log, tenant, suiteKeys))
    expect(tokens).toHaveLength(2)
    const points = counting.appends()
    expect(points).toBeGreaterThanOrEqual(6)
    let [lost, doubled] = [0, 0]
    for (let nth = 1; nth <= points; nth++)
      for (const isStored of [false, true]) {
        const log = await registeredLog()
        const { log: dying } = killedAt(log, nth, isStored)
        const first = await run(dying, requestId, softwareModule(dying, tenant, suiteKeys))
        const again = await run(log, requestId, softwareModule(log, tenant, suiteKeys))
        const later = await run(log, requestId, softwareModule(log, tenant, suiteKeys))
        expect(later, `killed at ${nth}`).toEqual(again)
        if (Array.isArray(first)) expect(first).toEqual(again)
        const paid = await eventsOf(log, 'billing.PaymentReceived')
        const sold = await eventsOf(log, 'billing.WaterSold')
        const issued = await eventsOf(log, 'prepaid.TokensIssued')
        const vended = await eventsOf(log, 'prepaid.TokensVended')
        if (!Array.isArray(again) || again.length !== 2) lost += 1
        if (paid.length !== 1 || sold.length !== 1 || issued.length !== 1 || vended.length !== 2) doubled += 1
        const money = await stateOfStream(log, `${tenant}/billing-account-${accountNo}`, waterSalesDecider)
        expect(money.bills.balanceMinor, 'all of the money is in the water').toBe(0)
      }
    console.log(`kills: ${2 * points}, lost ${lost}, doubled ${doubled}`)
    expect([lost, doubled]).toEqual([0, 0])
  })
})
