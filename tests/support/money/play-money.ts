import { randomUUID } from 'node:crypto'
import { newCard, VirtualMeter } from '@nightflow/card-bridge/virtual-card'
import { CardTechnology } from '@nightflow/schemas/cards/card-image'
import { expect, vi } from 'vitest'
import type { MoneyWorld } from './money-world.ts'

type PlatformFault = 'down' | 'silent' | 'twice' | 'forged' | 'late'
/** `as` names what a step made, for later steps. */
export type MoneyStep =
  | { step: 'at'; instant: string }
  | { step: 'account'; account: string; meter?: string; openedAt?: string; sts?: '1993' | '2014' }
  | { step: 'surcharge'; account: string; percent: number }
  | { step: 'debt'; account: string; amount: number }
  | { step: 'use'; meter: string; from: string; hours: number; litresPerHour: number }
  | { step: 'bill'; account: string; month: string }
  | { step: 'pay'; account: string; amount: number; as: string }
  | { step: 'bounce'; payment: string }
  | { step: 'balance'; account: string; minor: number }
  | { step: 'sell'; account: string; meter: string; amount: number; as: string; refused?: string }
  | { step: 'refundToken'; sale: string }
  | { step: 'insert'; card: string }
  | { step: 'card'; operation: 'make' | 'recharge' | 'replace'; account: string; amount?: number }
  | { step: 'swipe'; card: string; meter: string; isTaken: boolean }
  | { step: 'read'; account: string }
  | { step: 'lose'; account: string }
  | { step: 'order'; account: string; amount: number; as: string }
  | { step: 'paid'; order: string; faults: readonly PlatformFault[] }
  | { step: 'cancel' | 'refundOrder'; order: string }
  | { step: 'platform'; faults: readonly PlatformFault[] }
  | { step: 'pass'; seconds: readonly number[] }
  | { step: 'changeBase'; meter: string; baseDate: '2014' }

type Of<Step extends MoneyStep['step']> = Extract<MoneyStep, { step: Step }>
type Player = { [Step in MoneyStep['step']]: (step: Of<Step>) => Promise<unknown> }

/** PANs of the published suites, one for each meter of a story. */
const pans = ['600727000000000009', '600727000000000017', '600727000000000025', '600727000000000033', '600727000000000041']
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11' }

/** The player of one story in a world that others are played in too. */
export const playerOf = (world: MoneyWorld, chance: () => number): Player => {
  const { utility, desk, bridge } = world
  const { done, ask, running, sandbox } = utility
  const made = new Map<string, string>()
  const orders = new Map<string, { orderNo: number; orderNumber: string }>()
  const cards = new Map<string, ReturnType<typeof newCard>>()
  const meters = new Map<string, VirtualMeter>()
  const panOf = new Map<string, string>()
  const seen = (): Promise<unknown> => utility.seen()

  /** The same request, sent again by chance: the second answer is that of the first. */
  const repeated = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const answer = await done(method, path, payload)
    if (chance() < 0.5) {
      await seen()
      expect(await done(method, path, payload), `${path} again`).toMatchObject({ ...answer })
    }
    return answer
  }
  const named = (name: string): string => {
    const id = made.get(name)
    if (id === undefined) throw new Error(`no step has made ${name}`)
    return id
  }
  const rowOf = async (list: string, filter: string) => (await ask('GET', `${list}/list?${filter}`)).rows[0]
  const by = async (username: string, path: string, payload: object) => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', 'admin', username)}` }
    const answer = await running.ask('north', { method: 'PUT', url: `/prod-api/business/${path}`, payload, headers })
    expect(answer.json(), path).toMatchObject({ code: 200 })
  }
  const stsMeterId = async (meterNo: string) => (await rowOf('stsMeter', `meterNo=${meterNo}`)).stsMeterId as number

  return {
    at: async ({ instant }) => vi.setSystemTime(new Date(instant)),
    account: async ({ account: accountNo, meter, openedAt = new Date().toISOString(), sts }) => {
      if (meter) {
        const row = { number: meter, timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt: openedAt }
        await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [row] } })
      }
      const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt }
      await done('POST', 'customer', { ...holder, accountNo, priceScheme: 'Households', ...(meter && { meterNo: meter }) })
      if (meter && sts) {
        panOf.set(meter, world.pans.shift() ?? pans[0]!)
        await done('POST', 'stsMeter', { meterNo: meter, pan: panOf.get(meter), ...generation, baseDate: sts })
      }
      await seen()
    },
    surcharge: async ({ account: accountNo, percent: ratioPercent }) =>
      done('POST', 'personalSurcharge', {
        accountNo,
        itemName: 'Sewage',
        method: '0',
        enabledDate: '2026-01-01',
        ratioPercent,
        vatRate: 6,
      }),
    debt: async ({ account: accountNo, amount }) =>
      repeated('POST', 'debt', { accountNo, debtId: randomUUID(), debtType: '1', feeName: 'Meter', amount }),
    use: async ({ meter, from, hours, litresPerHour }) =>
      running.report(
        'north',
        meter,
        from,
        Array.from({ length: hours + 1 }, (_, hour) => hour * litresPerHour),
      ),
    bill: async ({ account: accountNo, month }) =>
      done('POST', 'bill', { accountNo, billId: randomUUID(), firstMonth: month, lastMonth: month }),
    pay: async ({ account: accountNo, amount, as }) => {
      made.set(as, randomUUID())
      await repeated('POST', 'payment', { accountNo, paymentId: named(as), amount, source: '1', payMethod: '0' })
    },
    bounce: async ({ payment }) => {
      await seen()
      const { rows } = await running.pool.query('select payment_no from views.payments where payment_id = $1', [named(payment)])
      await repeated('PUT', `payment/reverse/${rows[0].payment_no}`, { reason: 'returned by the bank' })
    },
    balance: async ({ account, minor }) => {
      await expect.poll(() => utility.balanceOf(account), { timeout: 30_000, interval: 100 }).toBe(minor)
    },
    sell: async ({ account: accountNo, meter: meterNo, amount, as, refused }) => {
      made.set(as, randomUUID())
      const sale = { requestId: named(as), accountNo, meterNo, panLastFour: panOf.get(meterNo)!.slice(-4), amount, payMethod: '0' }
      if (refused) expect(await ask('POST', 'token/sell', sale)).toMatchObject({ reason: refused })
      else await repeated('POST', 'token/sell', sale)
      await seen()
    },
    refundToken: async ({ sale }) => {
      const { rows } = await running.pool.query('select token_no from views.sts_tokens where request_id = $1', [named(sale)])
      await done('PUT', `token/refund/${rows[0].token_no}`, { reason: 'sold for the wrong meter' })
      await seen()
      const { refundNo } = await rowOf('stsRefund', 'refundStatus=0')
      await done('PUT', `stsRefund/flag/${refundNo}`, { rechargeFlag: '2', comments: 'not entered' })
      for (const _ of [1, 2]) await by('clerk', `stsRefund/approve/${refundNo}`, { comments: 'agreed' })
      await seen()
    },
    insert: async ({ card }) => {
      cards.set(card, newCard(card, CardTechnology.enum.e55, 'north'))
      bridge.reader.insert(cards.get(card)!)
    },
    card: async ({ operation, account, amount }) => {
      const more = operation === 'replace' ? { reason: 'lost' } : { ...(amount && { amount }) }
      expect(await desk.carryOut(operation, account, more), operation).toBe(200)
      await seen()
    },
    swipe: async ({ card, meter, isTaken }) => {
      if (!meters.has(meter)) meters.set(meter, new VirtualMeter(meter))
      expect(meters.get(meter)!.swipe(cards.get(card)!)).toBe(isTaken)
    },
    read: async () => desk.show(),
    lose: async ({ account }) => {
      const { cardId } = await rowOf('card', `accountNo=${account}`)
      await done('PUT', `card/lose/${cardId}`, { reason: 'left on the bus' })
      await seen()
    },
    order: async ({ account, amount, as }) => orders.set(as, await utility.accepted(amount, account)),
    paid: async ({ order, faults }) => {
      const { orderNumber } = orders.get(order)!
      for (const fault of faults) sandbox.faults.add(fault)
      await sandbox.pay(orderNumber)
      sandbox.faults.clear()
      for (const fault of world.platformFaults) sandbox.faults.add(fault)
    },
    cancel: async ({ order }) => repeated('PUT', `paymentOrder/cancel/${orders.get(order)!.orderNo}`, { reason: 'Placed by mistake' }),
    refundOrder: async ({ order }) => {
      const { orderNo } = orders.get(order)!
      await utility.until(orderNo, { status: '1' })
      await done('PUT', `paymentOrder/refund/${orderNo}`, { refundId: randomUUID(), reason: 'Paid twice by the customer' })
      await utility.until(orderNo, { status: '3' })
    },
    platform: async ({ faults }) => {
      world.platformFaults = faults
      sandbox.faults.clear()
      for (const fault of faults) sandbox.faults.add(fault)
    },
    pass: async ({ seconds }) => {
      for (const each of seconds) {
        vi.setSystemTime(Date.now() + each * 1_000)
        // Policies look for timers that are due many times a second.
        await utility.settleTimers()
      }
    },
    changeBase: async ({ meter, baseDate }) => {
      const id = await stsMeterId(meter)
      const { algorithm: _, ...present } = generation
      const next = { ...present, baseDate, keyExpiryNumber: 255, requestId: randomUUID(), reason: 'rollover' }
      await repeated('PUT', `stsMeter/changeKey/${id}`, next)
      await seen()
      await done('PUT', `stsMeter/confirmKey/${id}`, { comments: 'entered' })
      await seen()
    },
  }
}

/** Plays one step. The player has a method for each kind of step. */
export const play = <Step extends MoneyStep['step']>(player: Player, step: Of<Step> & { step: Step }): Promise<unknown> =>
  player[step.step](step)
