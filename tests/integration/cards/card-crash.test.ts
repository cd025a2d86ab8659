import { randomUUID } from 'node:crypto'
import { type CardBridge, startCardBridge } from '@nightflow/card-bridge/start-card-bridge'
import { newCard, VirtualMeter } from '@nightflow/card-bridge/virtual-card'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { cardDecider } from '@nightflow/domain/cards/card-decider'
import type { Decider } from '@nightflow/domain/shared/decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { finishCardMoney } from '@nightflow/policies/cards/finish-card-money'
import { CardPayMethod } from '@nightflow/schemas/cards/card-events'
import { type CardImage, CardTechnology } from '@nightflow/schemas/cards/card-image'
import type { ServiceEvent } from '@nightflow/schemas/events'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BilledUtility, startBilledUtility } from '../../support/api/billed-utility.ts'
import { cardDesk } from '../../support/cards/card-desk.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

/** A process stops between two of its statements: what was stored until then is stored here by hand, and another process goes on. */
let utility: BilledUtility
let bridge: CardBridge
let policies: RunningPolicies
let desk: ReturnType<typeof cardDesk>
const accountNo = 'C-1'
const meter = new VirtualMeter('4711')
const card = newCard('0A1B2C3D', CardTechnology.enum.e55, 'north')
const payMethod = CardPayMethod.enum.cash

beforeAll(async () => {
  utility = await startBilledUtility('card_crash')
  utility.travelTo('2026-05-02T09:00:00Z')
  bridge = await startCardBridge(0)
  desk = cardDesk(bridge.url, utility.business)
  policies = runPolicies(utility.running, [finishCardMoney])
  await utility.publish('Households', '2026-01-01', 2)
  await utility.open(accountNo, '4711', '2026-04-01T08:00:00Z', 'Households', 'Europe/Rome')
  bridge.reader.insert(card)
  expect(await desk.carryOut('make', accountNo)).toBe(200)
})
afterAll(async () => {
  await policies?.stop()
  await bridge?.stop()
  await utility?.stop()
})

const stored = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  decider: Decider<Command, State, Event>,
  command: Command,
): Promise<void> => {
  const context = { now: new Date().toISOString(), actor: 'user:admin', timeZone: 'Europe/Rome' }
  const done = await executeCommand(utility.running.log, { decider, tenant: 'north', command, context, actor: 'user:admin' })
  if (isRejection(done)) throw new Error(JSON.stringify(done))
}
const balance = async (): Promise<number> => (await utility.done('GET', `payment/balance?accountNo=${accountNo}`)).balanceMinor
type Shown = { pending: { operationId: string; image: CardImage } | null; purchaseLitres: number }
const shown = async () => (await desk.show()).data as Shown
const load = async (): Promise<void> => {
  meter.swipe(card)
  await desk.show()
}

describe('a recharge whose process stops', () => {
  test('after the payment: the same request goes on, and pays once', async () => {
    const before = await balance()
    const operationId = randomUUID()
    await stored(accountBillsDecider, {
      ...{ type: 'ReceivePayment', accountNo, paymentId: operationId, amountMinor: 1_100, payMethod, reference: '', remark: '' },
    })
    expect(card.data.buynum).toBe(0)
    expect(await shown()).toMatchObject({ pending: null, purchaseLitres: 0 })
    const asked = { operationId, accountNo, image: await desk.read(), amount: 11 }
    const { data } = await utility.business('POST', 'card/recharge', asked)
    await desk.write(data.image)
    await desk.report(accountNo, operationId)
    expect(await shown()).toMatchObject({ pending: null, purchaseLitres: 5_000 })
    expect(await balance()).toBe(before + 1_100)
    await load()
  })

  test('after the write was prepared: the pending write goes on', async () => {
    const before = await balance()
    const { data } = (await desk.prepare('recharge', accountNo, { amount: 11 })) as { data: { operationId: string } }
    const { pending } = await shown()
    expect(pending?.operationId).toBe(data.operationId)
    await desk.write(pending!.image)
    expect(await shown()).toMatchObject({ pending: null })
    expect(await balance()).toBe(before + 1_100)
    await load()
  })

  test('after the cancellation: the payment is taken back by the service, once', async () => {
    const before = await balance()
    const { data } = (await desk.prepare('recharge', accountNo, { amount: 11 })) as { data: { operationId: string } }
    await stored(cardDecider, { type: 'CancelWrite', accountNo, operationId: data.operationId, image: await desk.read(), reason: 'left' })
    await expect.poll(balance, { timeout: 60_000 }).toBe(before)
    const again = { operationId: data.operationId, accountNo, image: await desk.read(), reason: 'left' }
    expect((await utility.business('PUT', 'card/cancel', again)).code).toBe(200)
    expect(await balance()).toBe(before)
  })
})

describe('a refund whose process stops', () => {
  test('after the card was found written: the money is given back by the service, once', async () => {
    expect(await desk.carryOut('recharge', accountNo, { amount: 11 })).toBe(200)
    const before = await balance()
    const prepared = (await desk.prepare('refund', accountNo, { reason: 'moved' })) as { data: { operationId: string; image: CardImage } }
    await desk.write(prepared.data.image)
    await stored(cardDecider, { type: 'ConfirmWrite', accountNo, operationId: prepared.data.operationId })
    await expect.poll(balance, { timeout: 60_000 }).toBe(before - 1_100)
    await desk.report(accountNo, prepared.data.operationId)
    await desk.show()
    expect(await balance()).toBe(before - 1_100)
  })

  test('before the card was written: nothing is given back until it is', async () => {
    expect(await desk.carryOut('recharge', accountNo, { amount: 11 })).toBe(200)
    const before = await balance()
    await desk.prepare('refund', accountNo, { reason: 'moved' })
    const { pending } = await shown()
    expect(await balance()).toBe(before)
    await desk.write(pending!.image)
    await desk.show()
    expect(await balance()).toBe(before - 1_100)
  })
})

test('the ledger adds up, and every purchase of the meter was paid for', async () => {
  const { rows } = await utility.business('GET', 'cardRecord/list?pageSize=50')
  const sold = rows.filter((row: { operation: string; status: string }) => row.operation === '1' && row.status === '1')
  const refunded = rows.filter((row: { operation: string; status: string }) => row.operation === '2' && row.status === '1')
  const litres = (list: { purchaseLitres: number }[]) => list.reduce((sum, { purchaseLitres }) => sum + purchaseLitres, 0)
  const minor = (list: { amountMinor: number }[]) => list.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  expect(litres(sold) - litres(refunded)).toBe(meter.remaining * 100)
  expect(minor(sold) - minor(refunded)).toBe(await balance())
  expect(policies.deadLetters).toEqual([])
})
