import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { heldBillDecider } from '@nightflow/domain/billing/held-bill-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { beginContracts } from '@nightflow/policies/billing/begin-contracts'
import { collectBills } from '@nightflow/policies/billing/collect-bills'
import { sendBillReminders } from '@nightflow/policies/billing/send-bill-reminders'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { languages } from '@nightflow/schemas/shared/language'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'
import { dayOfNorth } from '../../support/two-utilities.ts'

/** An account with a bill of its first holder goes to a second one. */

let running: RunningApi
const dayMilliseconds = 86_400_000
const daysAhead = (days: number): string => new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10)
const old = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', email: 'li@example.org' }
const young = { customerName: 'Wang Wei', telephone: '13900139000', address: '8 Mill Lane', email: 'wang@example.org' }

type Method = 'GET' | 'POST' | 'PUT'
const ask = async (method: Method, path: string, payload?: object, language = 'en') =>
  (await running.ask('north', { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })).json()
const settled = async () => waitForViews(running.pool, await running.log.head(), 30_000)
const issue = async (accountNo: string, totalMinor: number, from: number, dueIn = 30, daysAgo = 0) => {
  const composed: ComposedBill = {
    ...{ billType: '0', periodFrom: daysAhead(from), periodTo: daysAhead(from + 1), dueOn: daysAhead(dueIn), litres: 0 },
    ...{ amountMinor: totalMinor, vatMinor: 0, totalMinor, volumes: [], lines: [], computedAtPosition: 1 },
  }
  const decided = await executeCommand(running.log, {
    ...{ decider: accountBillsDecider, tenant: 'north', actor: 'user:1' },
    command: { type: 'IssueBill', accountNo, billId: randomUUID(), ...composed },
    context: { now: new Date(Date.now() - daysAgo * dayMilliseconds).toISOString(), actor: 'user:1', timeZone: 'Europe/Rome' },
  })
  expect(decided).not.toHaveProperty('rejected')
  await settled()
}
const pay = async (amount: number, more: object = {}) => {
  const paid = await ask('POST', 'payment', { accountNo: 'H-1', paymentId: randomUUID(), amount, payMethod: '0', ...more })
  expect(paid).toMatchObject({ code: 200 })
  await settled()
}
const billsOf = async () => (await ask('GET', 'bill/list?accountNo=H-1&orderByColumn=billNo&isAsc=asc')).rows

beforeAll(async () => {
  running = await startApi('holders')
  const openedAt = new Date(Date.now() - 60 * dayMilliseconds).toISOString()
  for (const accountNo of ['H-1', 'H-2', 'H-3'])
    expect(await ask('POST', 'customer', { ...old, accountNo, openedAt })).toMatchObject({ code: 200 })
  await issue('H-1', 10_000, -20, 1)
}, 60_000)
afterAll(() => running?.stop())

type Aged = { contractNo: number }
type Letter = { recipient: string; body: string }
const lettersSent = async () => (await running.pool.query<Letter>('select recipient, body from platform.outbox order by create_time')).rows
/** Texts and recipients of the reminders of a day so many days from today. */
const remindersAt = async (days: number): Promise<string[]> => {
  const before = (await lettersSent()).length
  const policies = runPolicies(running, [collectBills(100), sendBillReminders(running.pool)], {
    now: () => Date.parse(`${daysAhead(days)}T12:00:00Z`),
  })
  await waitFor(async () => (await lettersSent()).length > before)
  await policies.stop()
  return (await lettersSent()).slice(before).map(({ recipient, body }) => `${recipient} ${/\d+\.\d\d/.exec(body)?.[0]}`)
}

describe('a transfer of an account that owes', () => {
  it('moved the debt to the new holder without a word; it is refused with what is owed until the clerk leaves it with the old one', async () => {
    const transfer = { ...young, reason: 'sold the flat' }
    const refused = await Promise.all(languages.map((language) => ask('PUT', 'customer/H-1/transfer', transfer, language)))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'transfer-leaves-debt'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    expect(refused[0]).toMatchObject({ msg: expect.stringContaining('100.00') })
    expect(await ask('PUT', 'customer/H-1/transfer', { ...transfer, effectiveOn: daysAhead(-10), leavesDebt: true })).toMatchObject({
      code: 200,
    })
    await settled()
    expect((await ask('GET', 'bill/account/H-1')).data).toMatchObject({
      ...{ contractNo: 2, money: { balanceMinor: 0, openMinor: 0, debtsMinor: 0 }, overdueMinor: 0, bills: [] },
      formerHolders: [{ contractNo: 1, from: null, to: daysAhead(-10), name: 'Li Na', money: { openMinor: 10_000 } }],
    })
  })

  it('let the payment of the new holder pay the bill of the old one; each pays their own', async () => {
    expect((await ask('GET', 'payment/counter/H-1')).data).toMatchObject({ contractNo: 2, customerName: 'Wang Wei', bills: [] })
    expect((await ask('GET', 'payment/counter/H-1?contractNo=1')).data).toMatchObject({
      ...{ contractNo: 1, customerName: 'Li Na', bills: [{ openMinor: 10_000 }], proposedMinor: 10_000 },
    })
    await pay(30)
    expect(await billsOf()).toMatchObject([{ contractNo: 1, openMinor: 10_000 }])
    await issue('H-1', 5_000, -3, 2, 2)
    expect(await billsOf()).toMatchObject([{ openMinor: 10_000 }, { contractNo: 2, openMinor: 2_000 }])
    await pay(120, { contractNo: 1 })
    expect(await billsOf()).toMatchObject([{ openMinor: 0 }, { openMinor: 2_000 }])
    expect((await ask('GET', 'payment/balance?accountNo=H-1&contractNo=1')).data).toMatchObject({ balanceMinor: 2_000, openMinor: 0 })
    expect((await ask('GET', 'payment/balance?accountNo=H-1')).data).toMatchObject({ balanceMinor: 0, openMinor: 2_000 })
    const refund = { accountNo: 'H-1', paymentId: randomUUID(), amount: 20, payMethod: '0', reason: 'moved out' }
    expect(await ask('POST', 'payment/refund', refund)).toMatchObject({ reason: 'refund-over-balance' })
    expect(await ask('POST', 'payment/refund', { ...refund, contractNo: 1 })).toMatchObject({ data: { balanceMinor: 0 } })
    await settled()
  })

  it('sent reminders of the old debt to the new holder; they go to the one whose bill it is', async () => {
    const { paymentNo } = (await ask('GET', 'payment/list?accountNo=H-1')).rows.find(
      ({ amountMinor }: { amountMinor: number }) => amountMinor === 12_000,
    )
    expect(await ask('PUT', `payment/reverse/${paymentNo}`, { reason: 'bounced' })).toMatchObject({ code: 200 })
    const rule = { ...defaultCollectionSettings, reminderDaysAfter: 1, reminderCount: 12, reason: 'council' }
    expect(await ask('PUT', 'collectionSettings', rule)).toMatchObject({ code: 200 })
    await settled()
    const letters = async () =>
      (await running.pool.query<{ recipient: string; body: string }>('select recipient, body from platform.outbox')).rows
    const policies = runPolicies(running, [collectBills(100), sendBillReminders(running.pool)], {
      now: () => Date.parse(`${daysAhead(3)}T12:00:00Z`),
    })
    await waitFor(async () => (await letters()).length >= 2)
    await policies.stop()
    const sent = await letters()
    const to = (open: string) => sent.filter(({ body }) => body.includes(open)).map(({ recipient }) => recipient)
    expect(to('100.00')).toEqual(['li@example.org'])
    expect(to('20.00')).toEqual(['wang@example.org'])
  })

  it('mixed what two people owe in the aged receivables; each has a row under the own name, on every day', async () => {
    const aged = async (query: string) => (await ask('GET', `ledger/agedReceivables/list?accountNo=H-1${query}`)).rows
    const rows = [
      { contractId: 'H-1/1', customerName: 'Li Na', contractNo: 1, totalMinor: 10_000, bills: 1 },
      { contractId: 'H-1/2', customerName: 'Wang Wei', contractNo: 2, totalMinor: 2_000, bills: 1 },
    ]
    for (const query of ['', '&orderByColumn=accountNo', '&orderByColumn=bills', `&day=${dayOfNorth()}`]) {
      const shown = await aged(query)
      expect(
        shown.toSorted((one: Aged, other: Aged) => one.contractNo - other.contractNo),
        query,
      ).toMatchObject(rows)
    }
    expect((await ask('GET', 'ledger/agedReceivables/totals?accountNo=H-1')).data).toMatchObject({ accounts: 1, totalMinor: 12_000 })
  })

  it('gave one statement of two people; each holder has one', async () => {
    const period = `from=${daysAhead(-30)}&to=${daysAhead(1)}`
    const kindsOf = async (query: string) =>
      (await ask('GET', `bill/statement/H-1?${period}${query}`)).data.lines.map(({ kind }: { kind: string }) => kind)
    expect(await kindsOf('')).toEqual(['contractBegan', 'payment', 'bill'])
    expect(await kindsOf('&contractNo=1')).toEqual(['bill', 'payment', 'refund', 'reversal'])
    const pdf = await running.ask('north', {
      method: 'GET',
      url: `/prod-api/business/bill/statement/H-1/pdf?${period}&contractNo=1`,
    })
    const [page] = await readPdfText(pdf.rawPayload)
    expect(page).toContain('Li Na')
    expect(page).not.toContain('Wang Wei')
  })
})

describe('the day from which a change counts', () => {
  it('is not one that is billed, of the future, or before the account changed, in four languages', async () => {
    await issue('H-2', 100, -6)
    await pay(1, { accountNo: 'H-2' })
    const refusal = async (effectiveOn: string, path = 'transfer') => {
      const asked = await Promise.all(
        languages.map((language) =>
          ask('PUT', `customer/H-2/${path}`, { ...(path === 'transfer' && young), effectiveOn, reason: 'sold' }, language),
        ),
      )
      expect(new Set(asked.map(({ msg }) => msg)).size).toBe(languages.length)
      return asked[0].reason
    }
    expect(await refusal(daysAhead(-7))).toBe('effective-day-billed')
    expect(await refusal(daysAhead(2), 'freeze')).toBe('effective-day-in-future')
    expect(await refusal(daysAhead(-90), 'freeze')).toBe('effective-day-before-change')
    expect(await ask('PUT', 'customer/H-2/freeze', { effectiveOn: daysAhead(-5), reason: 'away' })).toMatchObject({ code: 200 })
    const { rows } = await running.pool.query<{ at: string }>(
      `select freezes->-1->>'at' as at from views.accounts where tenant = 'north' and account_no = 'H-2'`,
    )
    expect(rows[0]!.at.slice(0, 10) <= daysAhead(-5)).toBe(true)
  })
})

it('a transfer of an earlier log begins its contract by the policy', async () => {
  await issue('H-3', 4_000, -20)
  const stream = 'north/customers-account-H-3'
  const events = await running.log.readStream(stream, { afterVersion: 0, limit: 10 })
  const holder = { ...(events[0]!.data as { holder: object }).holder, personId: randomUUID() }
  const at = new Date(Date.now() - 10 * dayMilliseconds).toISOString()
  const data = { accountNo: 'H-3', holder, enterprise: null, agent: null, closing: null, reason: 'sold', transferredAt: at }
  const metadata = { tenant: 'north', actor: 'user:1' }
  await running.log.append(stream, events.at(-1)!.version, [
    { id: randomUUID(), type: 'customers.AccountTransferred', schemaVersion: 1, data, metadata },
  ])
  await issue('H-3', 700, -3)
  const contractsOf = async () =>
    (await ask('GET', 'bill/list?accountNo=H-3&orderByColumn=billNo&isAsc=asc')).rows.map(
      ({ contractNo }: { contractNo: number }) => contractNo,
    )
  expect(await contractsOf()).toEqual([1, 1])
  const policies = runPolicies(running, [beginContracts(running.pool)], { now: () => Date.now() })
  await waitFor(async () => (await contractsOf()).includes(2))
  await policies.stop()
  expect(await contractsOf()).toEqual([1, 2])
})

it('debts, held bills and the postpaid detail named no holder; each names the one whose they are, the former one too', async () => {
  const given = { accountNo: 'H-3', debtType: '0', plan: null, remark: '', amountMinor: 700 } as const
  for (const [feeName, days] of [
    ['Old pipe', -20],
    ['New pipe', -3],
  ] as const) {
    const decided = await executeCommand(running.log, {
      ...{ decider: accountChargesDecider, tenant: 'north', actor: 'user:1' },
      command: { type: 'AddDebt', ...given, feeName, debtId: randomUUID() },
      context: { now: new Date(Date.now() + days * dayMilliseconds).toISOString(), actor: 'user:1', timeZone: 'Europe/Rome' },
    })
    expect(decided).not.toHaveProperty('rejected')
  }
  const held = { billType: '0', heldFor: 'no-reading', attempts: 7 } as const
  for (const days of [-10, -11]) {
    const period = { periodFrom: daysAhead(days), periodTo: daysAhead(days + 1) }
    const decided = await executeCommand(running.log, {
      ...{ decider: heldBillDecider, tenant: 'north', actor: 'policy:bill-parts' },
      command: { type: 'HoldBill', accountNo: 'H-1', billId: randomUUID(), ...held, ...period },
      context: { now: new Date().toISOString(), actor: 'policy:bill-parts', timeZone: 'Europe/Rome' },
    })
    expect(decided).not.toHaveProperty('rejected')
  }
  await settled()
  const namesOf = async (path: string) => {
    const { rows } = await ask('GET', path)
    return rows.map(({ customerName }: { customerName: string | null }) => customerName)
  }
  const transferred = await ask('GET', 'customer/H-3')
  expect(await namesOf('debt/list?accountNo=H-3&orderByColumn=createTime&isAsc=asc')).toEqual(['Li Na', transferred.data.customerName])
  expect(await namesOf('heldBill/list?accountNo=H-1&orderByColumn=periodFrom&isAsc=asc')).toEqual(['Li Na', 'Wang Wei'])
  expect((await ask('GET', 'moneyReport/postpaid/list?accountNo=H-1')).rows).toMatchObject([
    { lineNo: 'H-1/1', customerName: 'Li Na', contractNo: 1, billedMinor: 10_000 },
    { lineNo: 'H-1/2', customerName: 'Wang Wei', contractNo: 2, billedMinor: 5_000 },
  ])
})

it('a cancellation counts from an earlier day and looks at the present holder alone; the former one can still pay', async () => {
  const cancel = { effectiveOn: daysAhead(-1), reason: 'demolished' }
  expect(await ask('PUT', 'customer/H-1/cancel', cancel)).toMatchObject({ reason: 'account-balance-insufficient' })
  await pay(20)
  const yesterday = await Promise.all(
    ['', '&orderByColumn=bills'].map((order) => ask('GET', `ledger/agedReceivables/list?accountNo=H-1&day=${daysAhead(-1)}${order}`)),
  )
  const owed = { contractId: 'H-1/2', customerName: 'Wang Wei', totalMinor: 2_000 }
  expect(yesterday, 'before the payment of today').toMatchObject([{ rows: [owed], total: 1 }, { rows: [owed] }])
  expect(await ask('PUT', 'customer/H-1/cancel', { ...cancel, effectiveOn: daysAhead(-3) })).toMatchObject({
    reason: 'effective-day-billed',
  })
  expect(await ask('PUT', 'customer/H-1/cancel', cancel)).toMatchObject({ code: 200 })
  await settled()
  const events = await running.log.readStream('north/customers-account-H-1', { afterVersion: 0, limit: 10 })
  const { cancelledAt, recordedAt } = events.at(-1)!.data as { cancelledAt: string; recordedAt: string }
  expect(cancelledAt.slice(0, 10) <= cancel.effectiveOn && cancelledAt < recordedAt).toBe(true)
  expect(await remindersAt(16), 'the former holder of a cancelled account').toContain('li@example.org 100.00')
  const last = { accountNo: 'H-1', contractNo: 1, payMethod: '0' }
  expect(await ask('POST', 'payment', { ...last, paymentId: randomUUID(), amount: 120.01 })).toMatchObject({ reason: 'payment-over-open' })
  await pay(120, { contractNo: 1 })
  expect((await ask('GET', 'payment/balance?accountNo=H-1&contractNo=1')).data).toMatchObject({ balanceMinor: 0, openMinor: 0 })
})

it('the read models agree with the log', async () => {
  await settled()
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
