import { randomUUID } from 'node:crypto'
import { finishCancellations } from '@nightflow/policies/customers/finish-cancellations'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { byForm } from '../../support/full-form.ts'

let running: RunningApi
let baseUrl: string
beforeAll(async () => {
  running = await startApi('counter_races')
  baseUrl = await running.api.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => running?.stop())

type Answer = { code: number; reason?: string; data: Record<string, number> }
/** Over a connection, as clients call it. */
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, tenant = 'north'): Promise<Answer> => {
  const answer = await fetch(`${baseUrl}/prod-api/business/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${running.tokenOf(tenant, 'admin', tenant === 'north' ? 'admin' : 'south_admin')}`,
      [ownClientHeader]: 'web',
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: JSON.stringify(payload) }),
  })
  return (await answer.json()) as Answer
}

let opened = 0
const openAccount = async (): Promise<string> => {
  opened += 1
  const accountNo = `C-${opened}`
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  expect(await ask('POST', 'customer', { accountNo, ...holder })).toMatchObject({ code: 200 })
  return accountNo
}
const pay = (accountNo: string, amount: number, paymentId: string = randomUUID()) =>
  ask('POST', 'payment', { accountNo, paymentId, amount, payMethod: '0' })
const refund = (accountNo: string, amount: number, paymentId: string = randomUUID()) =>
  ask('POST', 'payment/refund', { accountNo, paymentId, amount, payMethod: '0', reason: 'asked for' })
const cancel = (accountNo: string) => ask('PUT', `customer/${accountNo}/cancel`, { reason: 'moved away' })
const balanceOf = async (accountNo: string) => (await ask('GET', `payment/balance?accountNo=${accountNo}`)).data.balanceMinor
const reasonsOf = (answers: readonly Answer[]) => answers.map(({ code, reason }) => reason ?? code).toSorted()

describe('payments to one account at the same time', () => {
  it('thirty are all taken: none is refused because another one came meanwhile', async () => {
    const accountNo = await openAccount()
    const answers = await Promise.all(Array.from({ length: 30 }, () => pay(accountNo, 1)))
    expect(reasonsOf(answers)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(await balanceOf(accountNo)).toBe(3_000)
    expect(new Set(answers.map(({ data }) => data.paymentNo)).size, 'each has a number of its own').toBe(30)
  })
})

describe('the identifier of a payment', () => {
  it('is of one payment in the tenant: another account is refused with it, at once and later', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, openAccount))
    const paymentId = randomUUID()
    const answers = await Promise.all(accounts.map((accountNo) => pay(accountNo, 5, paymentId)))
    expect(reasonsOf(answers)).toEqual([200, ...Array.from({ length: 5 }, () => 'transaction-id-reused')])
    const taken = accounts[answers.findIndex(({ code }) => code === 200)]!
    expect(await pay(taken, 5, paymentId), 'the same request again').toMatchObject({ code: 200 })
    expect(await pay(taken, 6, paymentId)).toMatchObject({ reason: 'transaction-id-reused' })
    for (const other of accounts.filter((each) => each !== taken)) {
      expect(await pay(other, 5, paymentId)).toMatchObject({ reason: 'transaction-id-reused' })
      expect(await balanceOf(other)).toBe(0)
    }
    expect(await balanceOf(taken)).toBe(500)
    expect(await refund(taken, 5, paymentId), 'nor is it the one of a refund').toMatchObject({ reason: 'transaction-id-reused' })
  })

  it('of a payment that was taken before identifiers were claimed is refused for another account too', async () => {
    const [one, other] = [await openAccount(), await openAccount()]
    const paymentId = randomUUID()
    const metadata = { tenant: 'north', actor: 'user:1' }
    const texts = { personId: paymentId, reference: null, remark: null }
    const data = { accountNo: one, paymentId, payMethod: '0', ...texts, amountMinor: 500, allocations: [], restMinor: 500 }
    const postings = [
      { ledgerAccount: 'cash', amountMinor: 500 },
      { ledgerAccount: 'customerMoney', amountMinor: -500 },
    ]
    const event = { id: randomUUID(), type: 'billing.PaymentReceived', schemaVersion: 2, metadata }
    await running.log.append(`north/billing-account-${one}`, 0, [{ ...event, data: { ...data, postings, at: new Date().toISOString() } }])
    expect(await pay(one, 1), 'the read models have seen it').toMatchObject({ code: 200 })
    expect(await pay(other, 5, paymentId)).toMatchObject({ reason: 'transaction-id-reused' })
    expect(await pay(one, 5, paymentId)).toMatchObject({ code: 200 })
    expect(await balanceOf(one)).toBe(600)
  })

  it('of a payment is not the one of a payment of a debt, and the identifiers of debts and deductions are of one account', async () => {
    const [one, other] = [await openAccount(), await openAccount()]
    const debt = { debtId: randomUUID(), feeName: 'Meter', debtType: '1', amount: 12 }
    expect(await ask('POST', 'debt', { ...debt, accountNo: one })).toMatchObject({ code: 200 })
    expect(await ask('POST', 'debt', { ...debt, accountNo: other })).toMatchObject({ reason: 'transaction-id-reused' })
    const { data } = await ask('POST', 'debt', { ...debt, debtId: randomUUID(), accountNo: other })
    const paymentId = randomUUID()
    expect(await pay(one, 3, paymentId)).toMatchObject({ code: 200 })
    const paid = { paymentId, amount: 2, payMethod: '0' }
    expect(await ask('PUT', `debt/pay/${data.debtNo}`, paid)).toMatchObject({ reason: 'transaction-id-reused' })
    const deduction = { deductionId: randomUUID(), source: '1', amount: 4 }
    expect(await ask('POST', 'deduction', { ...deduction, accountNo: one })).toMatchObject({ code: 200 })
    expect(await ask('POST', 'deduction', { ...deduction, accountNo: other })).toMatchObject({ reason: 'transaction-id-reused' })
  })

  it('of another tenant is free', async () => {
    const paymentId = randomUUID()
    expect(await pay(await openAccount(), 5, paymentId)).toMatchObject({ code: 200 })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    expect(await ask('POST', 'customer', { accountNo: 'S-1', ...holder }, 'south')).toMatchObject({ code: 200 })
    const payment = { accountNo: 'S-1', paymentId, amount: 5, payMethod: '0' }
    expect(await ask('POST', 'payment', payment, 'south')).toMatchObject({ code: 200 })
  })
})

describe('a cancellation that races a payment', () => {
  it('leaves no cancelled account with money, whichever comes first', async () => {
    const rounds = byForm({ full: 60, short: 24 })
    const seen = { cancelled: 0, kept: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const accountNo = await openAccount()
      // Payments come before the cancellation, while it is decided, and after it.
      const later = round % 3 === 0 ? 0 : round * 5
      const payLater = async (amount: number) => {
        await new Promise((go) => setTimeout(go, later))
        return pay(accountNo, amount)
      }
      await Promise.all(round % 3 === 0 ? [payLater(7), payLater(8), cancel(accountNo)] : [cancel(accountNo), payLater(7), payLater(8)])
      const balanceMinor = await balanceOf(accountNo)
      const list = (await ask('GET', `customer/list?accountNo=${accountNo}`)) as unknown as {
        rows: { accountNo: string; status: string }[]
      }
      const isCancelled = list.rows.find((row) => row.accountNo === accountNo)?.status === '2'
      if (isCancelled) expect(balanceMinor, `${accountNo} is cancelled`).toBe(0)
      seen[isCancelled ? 'cancelled' : 'kept'] += 1
    }
    expect(seen.cancelled, 'both orders were seen').toBeGreaterThan(0)
    expect(seen.kept, 'both orders were seen').toBeGreaterThan(0)
  })

  it('refuses a payment from the instant at which its money was closed, and not because a list was late', async () => {
    const accountNo = await openAccount()
    expect(await cancel(accountNo)).toMatchObject({ code: 200 })
    const events = await running.log.readStream(`north/billing-account-${accountNo}`)
    expect(events.map(({ type }) => type)).toEqual(['billing.AccountMoneyClosed'])
    expect(await pay(accountNo, 1)).toMatchObject({ reason: 'payment-over-open' })
    expect(await ask('POST', 'debt', { accountNo, debtId: randomUUID(), feeName: 'Meter', debtType: '1', amount: 1 })).toMatchObject({
      reason: 'account-closed',
    })
  })

  it('that stopped after the money was closed is finished by the policy, or its money is opened again', async () => {
    const { accountClosingDecider } = await import('@nightflow/domain/billing/account-closing-decider')
    const { executeCommand } = await import('@nightflow/event-log/execute-command')
    const now = new Date().toISOString()
    const context = { now, actor: 'user:1', timeZone: 'Europe/Rome' }
    const stopped = async (accountNo: string) => {
      const command = { type: 'CloseAccountMoney' as const, accountNo, reason: 'moved away' }
      await executeCommand(running.log, { decider: accountClosingDecider, tenant: 'north', actor: 'user:1', command, context })
      const timer = { tenant: 'north', key: accountNo, dueAt: new Date(), data: { reason: 'moved away' }, cause: null, correlation: null }
      const execute = (decider: never, given: never) =>
        executeCommand(running.log, { decider, tenant: 'north', actor: 'policy:cancellations', command: given, context })
      await finishCancellations.onTimer?.(timer, { execute } as never, undefined)
      return (await running.log.readStream(`north/billing-account-${accountNo}`)).map(({ type }) => type)
    }
    const accountNo = await openAccount()
    expect(await stopped(accountNo)).toEqual(['billing.AccountMoneyClosed'])
    expect((await running.log.readStream(`north/customers-account-${accountNo}`)).at(-1)).toMatchObject({
      type: 'customers.AccountCancelled',
    })
    // No account of this number: its stream refuses.
    expect(await stopped('C-absent')).toEqual(['billing.AccountMoneyClosed', 'billing.AccountMoneyReopened'])
  })
})
