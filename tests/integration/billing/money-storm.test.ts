import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/** Payments with deductions, credits, bounces, transfers and re-bills of three accounts in any order. */

let running: RunningApi
beforeAll(async () => {
  running = await startApi('money_storm')
}, 60_000)
afterAll(() => running?.stop())

const idOf = (account: number, kind: number, nth: number) =>
  `00000000-000${account}-4000-8000-${String(kind).padStart(6, '0')}${String(nth).padStart(6, '0')}`
const start = Date.parse('2026-01-01T00:00:00Z')
const dayOf = (nth: number) => new Date(start + nth * 86_400_000).toISOString().slice(0, 10)
const composed = (nth: number, net: number): ComposedBill => ({
  ...{ billType: '0', periodFrom: dayOf(nth), periodTo: dayOf(nth + 1), dueOn: dayOf(nth + 9), litres: 1000 },
  ...{
    amountMinor: net,
    vatMinor: Math.floor(net / 10),
    totalMinor: net + Math.floor(net / 10),
    volumes: [],
    lines: [],
    computedAtPosition: 1,
  },
})

type Move = { account: number; verb: number; nth: number; minor: number }
const commandsOf = ({ account, nth, minor }: Move, holders: number): { type: string; accountNo: string }[] => {
  const accountNo = `S-${account}`
  const bill = { accountNo, billId: idOf(account, 1, nth) }
  const adjusted = { ...bill, adjustmentId: idOf(account, 2, minor), reason: 'storm' }
  const payment = { accountNo, paymentId: idOf(account, 3, nth), payMethod: '1', reference: '', remark: '' }
  const contractNo = 1 + (minor % holders)
  const transfer = { accountNo, contractNo: holders + 1, from: dayOf(holders * 4), since: new Date().toISOString() }
  return [
    { type: 'IssueBill', ...bill, ...composed(nth, minor) },
    { type: 'ReceivePayment', ...payment, amountMinor: minor },
    { type: 'ReceivePayment', ...payment, paymentId: idOf(account, 4, nth), amountMinor: minor, contractNo, source: '1' },
    { type: 'ReversePayment', accountNo, paymentId: idOf(account, 3 + (minor % 2), nth), reason: 'bounced', returnFeeMinor: minor % 50 },
    { type: 'CreditBill', ...adjusted, amountMinor: minor },
    { type: 'DebitBill', ...adjusted, amountMinor: minor },
    { type: 'RebillBill', ...adjusted, ...composed(nth, minor) },
    { type: 'RefundBalance', accountNo, paymentId: idOf(account, 5, nth), amountMinor: minor, payMethod: '0', reason: 'storm', contractNo },
    // Holders change less often than money moves.
    minor % 12 === 0 ? { type: 'BeginContract', ...transfer } : { type: 'CreditBill', ...adjusted, amountMinor: Math.min(minor, 800) },
    {
      type: 'AddDebt',
      accountNo,
      debtId: idOf(account, 6, nth),
      debtType: '1',
      feeName: 'Meter',
      amountMinor: minor,
      plan: minor % 4 === 0 ? null : { source: '1', deductions: 1 + (minor % 5) },
      remark: '',
    },
    { type: 'MarkOverdue', ...bill, today: dayOf(nth + 20) },
  ] as { type: string; accountNo: string }[]
}

const deciders = [accountBillsDecider, accountChargesDecider, accountCollectionDecider] as const
const move = fc.record({
  account: fc.integer({ min: 1, max: 3 }),
  verb: fc.integer({ min: 0, max: 10 }),
  nth: fc.integer({ min: 0, max: 14 }),
  minor: fc.integer({ min: 1, max: 4000 }),
})

it('no bill is open beside a balance of its holder, the trial balance is zero, and the read models agree with the log', async () => {
  const holders = new Map<string, number>()
  let accepted = 0
  for (const each of fc.sample(move, { numRuns: 900, seed: 2026 })) {
    const accountNo = `S-${each.account}`
    const command = commandsOf(each, holders.get(accountNo) ?? 1)[each.verb]!
    const decider = deciders.find(({ decide }) => command.type in decide)!
    const decided = await executeCommand(running.log, {
      ...{ decider: decider as typeof accountBillsDecider, command: command as never, tenant: 'north', actor: 'user:1' },
      context: { now: new Date().toISOString(), actor: 'user:1', timeZone: 'Europe/Rome' },
    })
    if (isRejection(decided)) continue
    accepted += 1
    if (command.type === 'BeginContract') holders.set(accountNo, (holders.get(accountNo) ?? 1) + 1)
  }
  expect(accepted).toBeGreaterThan(150)
  expect(Math.max(...holders.values())).toBeGreaterThan(2)
  await waitForViews(running.pool, await running.log.head(), 30_000)
  const { rows: beside } = await running.pool.query(
    `select account_no, contract_no from views.account_balances join views.bills using (tenant, account_no, contract_no)
     where balance_minor > 0 and open_minor > 0`,
  )
  expect(beside).toEqual([])
  const { rows: sums } = await running.pool.query<{ sum: number; entries: number; deducted: number; undeducted: number }>(
    `select coalesce(sum(debit_minor - credit_minor), 0)::float8 as sum, count(*) filter (where entry = 'BalanceApplied')::int as entries,
       count(*) filter (where entry = 'PaymentDeducted')::int as deducted, count(*) filter (where entry = 'DeductionReversed')::int as undeducted
     from views.postings where tenant = 'north'`,
  )
  expect(sums[0]!.sum).toBe(0)
  expect(sums[0]!.entries).toBeGreaterThan(10)
  expect([sums[0]!.deducted, sums[0]!.undeducted].every((count) => count > 0)).toBe(true)
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
