import { randomUUID } from 'node:crypto'
import { type CardBridge, startCardBridge } from '@nightflow/card-bridge/start-card-bridge'
import { newCard, VirtualMeter } from '@nightflow/card-bridge/virtual-card'
import { bridgeCodes } from '@nightflow/schemas/cards/bridge'
import { type CardImage, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BilledUtility, startBilledUtility } from '../../support/api/billed-utility.ts'
import { cardDesk } from '../../support/cards/card-desk.ts'

let utility: BilledUtility
let bridge: CardBridge
let desk: ReturnType<typeof cardDesk>
const meter = new VirtualMeter('4711')
const { e55 } = CardTechnology.enum
const card = newCard('0A1B2C3D', e55)

beforeAll(async () => {
  utility = await startBilledUtility('cards')
  utility.travelTo('2026-05-02T09:00:00Z')
  bridge = await startCardBridge(0)
  desk = cardDesk(bridge.url, utility.business)
  await utility.publish('Households', '2026-01-01', 2)
  await utility.open('C-1', '4711', '2026-04-01T08:00:00Z', 'Households', 'Europe/Rome')
  await utility.open('C-2', '4712', '2026-04-01T08:00:00Z', 'Households', 'Europe/Rome')
  const holder = { customerName: 'Bruno Rossi', telephone: '13911112222', address: '13 Canal Street' }
  await utility.done('POST', 'customer', { ...holder, accountNo: 'C-3' })
  bridge.reader.insert(card)
})
afterAll(async () => {
  await bridge?.stop()
  await utility?.stop()
})

const balanceOf = async (accountNo: string): Promise<number> =>
  (await utility.done('GET', `payment/balance?accountNo=${accountNo}`)).balanceMinor
const recharge = (amount: number, more: object = {}) => desk.carryOut('recharge', 'C-1', { amount, ...more })
const shown = async () => (await desk.show()).data as { pending: { operationId: string; image: CardImage } | null; settled: unknown }
const records = async () => (await utility.business('GET', 'cardRecord/list?accountNo=C-1&pageSize=50')).rows

describe('a card', () => {
  it('is configured, made, and refused where it is not blank and configured', async () => {
    expect(await desk.carryOut('make', 'C-1')).toBe('card-not-configured')
    expect(await desk.configure('5')).toBe(200)
    expect(await desk.carryOut('make', 'C-9')).toBe('card-user-not-found')
    expect(await desk.carryOut('make', 'C-3')).toBe('card-parameter-error')
    expect(await desk.carryOut('make', 'C-1', { alarmVolume: 1.5, limitVolume: 50 })).toBe(200)
    expect(card.data).toMatchObject({ userNo: 'C-1', meterNo: '4711', alarmnum: 15, limitnum: 500, buynum: 0 })
    expect(await desk.carryOut('make', 'C-1')).toBe('card-account-has-card')
    expect(await desk.carryOut('make', 'C-2')).toBe('card-not-configured')
    expect(await desk.configure('5'), 'it has the purchases of an account').toBe('card-in-use')
  })

  it('is read: its account, holder and purchase', async () => {
    expect(await desk.show()).toMatchObject({
      data: { accountNo: 'C-1', customerName: 'Li Na', meterNo: '4711', purchaseLitres: 0, pending: null },
    })
    bridge.reader.insert(newCard('0A1B2C99', e55))
    expect(await desk.show()).toMatchObject({ data: { accountNo: null, isConfigured: false } })
    expect(await desk.show({ isUserCard: true })).toMatchObject({ reason: 'card-blank' })
    bridge.reader.insert(newCard('0A1B2C98', e55, 'south'))
    expect(await desk.show()).toMatchObject({ reason: 'card-invalid' })
    bridge.reader.insert(card)
  })

  it('is recharged: what the amount buys is shown before, and E55 values are tenths of a cubic metre', async () => {
    const preview = await utility.done('GET', 'card/preview?accountNo=C-1&amount=50')
    // 10 m³ at 2.20 with VAT, the rest at 4.40: 16.3636 m³, of which a card counts tenths.
    expect(preview).toEqual({ amountMinor: 5_000, billsMinor: 0, waterMinor: 5_000, purchaseLitres: 16_300 })
    for (const [amount, reason] of [
      [0, 'card-amount-zero'],
      [-5, 'card-amount-zero'],
      [3_000.01, 'card-amount-too-high'],
      [0.1, 'card-buys-nothing'],
    ] as const)
      expect(await recharge(amount), `${amount}`).toBe(reason)
    expect(await balanceOf('C-1')).toBe(0)
    // The holder's own limit, above which neither the preview nor the recharge goes.
    const account = await utility.done('GET', 'customer/C-1')
    await utility.done('PUT', 'customer', { ...account, purchaseLimit: 50, reason: 'asked by the holder' })
    expect(await utility.business('GET', 'card/preview?accountNo=C-1&amount=50.01')).toMatchObject({ reason: 'recharge-over-limit' })
    expect(await recharge(50.01)).toBe('recharge-over-limit')
    expect(await balanceOf('C-1')).toBe(0)
    expect(await recharge(50)).toBe(200)
    expect(card.data).toMatchObject({ buynum: 163, buyTimes: 1 })
    expect(await balanceOf('C-1')).toBe(5_000)
    expect(await recharge(50)).toBe('card-previous-not-loaded')
    expect(await balanceOf('C-1')).toBe(5_000)
    expect(await desk.carryOut('recharge', 'C-2', { amount: 5 })).toBe('card-of-another-user')
  })

  it('of an account without a price is calculated by nothing: Pre-calculation failed', async () =>
    expect(await utility.business('GET', 'card/preview?accountNo=C-3&amount=50')).toMatchObject({ reason: 'card-precalculation-failed' }))

  it('is refunded, card first, then the money', async () => {
    expect(await desk.carryOut('recycle', 'C-1')).toBe('card-has-balance')
    expect(await desk.carryOut('refund', 'C-1', { reason: 'bought for another flat' })).toBe(200)
    expect(card.data).toMatchObject({ buynum: 0, buyTimes: 1 })
    expect(await balanceOf('C-1')).toBe(0)
    expect(await desk.carryOut('refund', 'C-1', { reason: 'again' })).toBe('card-already-loaded')
  })

  it('takes the next purchase once the meter has the last one', async () => {
    expect(await recharge(22)).toBe(200)
    expect(meter.swipe(card)).toBe(true)
    expect(meter.remaining).toBe(100)
    expect(await desk.show()).toMatchObject({ data: { isLoaded: true, purchaseLitres: 0 } })
    expect(await desk.carryOut('refund', 'C-1', { reason: 'too late' })).toBe('card-already-loaded')
    // The steps are filled by what was bought in the cycle: the next ten cubic metres cost double.
    expect(await recharge(22)).toBe(200)
    expect(card.data).toMatchObject({ buynum: 50, buyTimes: 3 })
    expect(meter.swipe(card)).toBe(true)
    expect(meter.swipe(card)).toBe(false)
    const { rows } = await utility.business('GET', 'card/list?accountNo=C-1')
    expect(rows).toMatchObject([{ cardNo: '0A1B2C3D', state: '0', rechargeCount: 3, purchaseNo: 3 }])
  })
})

describe('a write that is cut off', () => {
  it('before anything is on the card: the payment is there, and the same write goes on', async () => {
    await desk.show()
    const before = await balanceOf('C-1')
    bridge.reader.fault('pulled-before-write')
    expect(await recharge(11)).toBe(bridgeCodes.writeCard)
    bridge.reader.insert(card)
    const { pending } = await shown()
    expect(await balanceOf('C-1')).toBe(before + 1_100)
    expect(await recharge(11)).toBe('card-recharge-pending')
    expect(await desk.write(pending!.image)).toBe(bridgeCodes.success)
    expect(await shown()).toMatchObject({ pending: null, settled: { operation: '1', status: '1' }, purchaseLitres: 2_500 })
    expect(await balanceOf('C-1')).toBe(before + 1_100)
    meter.swipe(card)
  })

  it.each(['pulled-after-write', 'cut-after-write'] as const)('%s: the next reading finds it written', async (fault) => {
    await desk.show()
    const before = await balanceOf('C-1')
    bridge.reader.fault(fault)
    expect(typeof (await recharge(11))).toBe('number')
    bridge.reader.insert(card)
    expect(await shown()).toMatchObject({ pending: null, settled: { operation: '1', status: '1' } })
    expect(await balanceOf('C-1')).toBe(before + 1_100)
    meter.swipe(card)
  })

  it('and given up: the payment is taken back, once', async () => {
    await desk.show()
    const before = await balanceOf('C-1')
    bridge.reader.fault('pulled-before-write')
    await recharge(11)
    bridge.reader.insert(card)
    const { operationId } = (await shown()).pending!
    const cancel = async () =>
      utility.business('PUT', 'card/cancel', { operationId, accountNo: 'C-1', image: await desk.read(), reason: 'left' })
    expect(await cancel()).toMatchObject({ code: 200 })
    expect(await cancel()).toMatchObject({ code: 200 })
    expect(await balanceOf('C-1')).toBe(before)
    expect(await desk.report('C-1', operationId)).toMatchObject({ reason: 'card-invalid' })
  })

  it('while money goes back: the refund follows with the next reading, once', async () => {
    expect(await recharge(11)).toBe(200)
    const before = await balanceOf('C-1')
    bridge.reader.fault('cut-after-write')
    await desk.carryOut('refund', 'C-1', { reason: 'moved' })
    expect(await balanceOf('C-1')).toBe(before)
    expect(await shown()).toMatchObject({ settled: { operation: '2', status: '1' } })
    expect(await balanceOf('C-1')).toBe(before - 1_100)
    await desk.show()
    expect(await balanceOf('C-1')).toBe(before - 1_100)
  })

  it('is one recharge, however often it is requested at once, and one of two desks', async () => {
    await desk.show()
    const before = await balanceOf('C-1')
    const asked = { operationId: randomUUID(), accountNo: 'C-1', image: await desk.read(), amount: 11 }
    const same = await Promise.all([1, 2, 3].map(() => utility.business('POST', 'card/recharge', asked)))
    expect(new Set(same.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await utility.business('POST', 'card/recharge', { ...asked, operationId: randomUUID() })).toMatchObject({
      reason: 'card-recharge-pending',
    })
    expect(await balanceOf('C-1')).toBe(before + 1_100)
    await desk.write(same[0]!.data.image)
    await desk.report('C-1', asked.operationId)
    expect(await utility.business('POST', 'card/recharge', { ...asked, amount: 12 })).toMatchObject({ reason: 'transaction-id-reused' })
  })
})

describe('the end of a card', () => {
  it('is reported as lost and replaced: the purchase is on the next card, which the meter takes once and the desk never refunds', async () => {
    const [{ cardId }] = (await utility.business('GET', 'card/list?accountNo=C-1')).rows
    await utility.done('PUT', `card/lose/${cardId}`, { reason: 'left on the bus' })
    expect(await desk.carryOut('recycle', 'C-1')).toBe('card-lost')
    const next = newCard('0A1B2C3E', e55)
    bridge.reader.insert(next)
    await desk.configure('5')
    expect(await desk.carryOut('replace', 'C-1', { reason: 'lost' })).toBe(200)
    expect(next.data.buynum).toBe(card.data.buynum)
    expect(await desk.carryOut('refund', 'C-1', { reason: 'no' })).toBe('card-replaced-no-refund')
    expect([meter.swipe(next), meter.swipe(card)]).toEqual([true, false])
    const { rows } = await utility.business('GET', 'card/list?accountNo=C-1')
    expect(rows.map(({ cardNo, state }: { cardNo: string; state: string }) => [cardNo, state])).toEqual([
      ['0A1B2C3E', '0'],
      ['0A1B2C3D', '2'],
    ])
    const { rows: history } = await utility.call('GET', `/api/v1/cards/${cardId}/history`)
    expect(history.map(({ step }: { step: string }) => step)).toContain('lost')
  })

  it('is recycled once it has no purchase, and the account takes another one', async () => {
    expect(await desk.carryOut('recycle', 'C-1')).toBe(200)
    expect(await desk.read()).toMatchObject({ kind: '0', systemNo: 'north', userNo: '' })
    expect(await desk.carryOut('make', 'C-1')).toBe(200)
  })

  it('is in the usage records with what it was used for', async () => {
    const rows = await records()
    expect(rows.filter(({ status }: { status: string }) => status === '0')).toEqual([])
    expect(rows).toContainEqual(
      expect.objectContaining({ operation: '1', transactionType: '1', amountMinor: 5_000, purchaseLitres: 16_300, operator: 'admin' }),
    )
    const { rows: written } = await utility.business('GET', 'cardRecord/list?accountNo=C-1&operation=1&status=2')
    expect(written).toHaveLength(1)
  })
})

describe('system cards', () => {
  it('collect from meters, and are reset', async () => {
    const cumulative = newCard('0A1B2C40', e55)
    bridge.reader.insert(cumulative)
    expect(await desk.configure('7')).toBe('card-not-configured')
    await desk.configure('5')
    expect(await desk.configure('7')).toBe(200)
    expect(await desk.show()).toMatchObject({ reason: 'card-nothing-swiped' })
    meter.swipe(cumulative)
    expect(await desk.show()).toMatchObject({ data: { kind: '2' } })
    expect(await desk.configure('6')).toBe(200)
    expect(await desk.read()).toMatchObject({ kind: '0', systemNo: '' })
    expect((await utility.business('GET', 'systemCard/list')).rows).toContainEqual(
      expect.objectContaining({ cardNo: '0A1B2C40', operation: '6' }),
    )
  })
})
