import { randomUUID } from 'node:crypto'
import { read as readSheet, utils } from '@e965/xlsx'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/** Thirty bills of two accounts, one of which is paid, and payments of which one is reversed. */

let running: RunningApi
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  (await running.ask('north', { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()
const settled = async () => waitForViews(running.pool, await running.log.head(), 30_000)
const dayOf = (days: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + days * 86_400_000).toISOString().slice(0, 10)

const issue = async (accountNo: string, totalMinor: number, from: number) => {
  const composed: ComposedBill = {
    ...{ billType: '0', periodFrom: dayOf(from), periodTo: dayOf(from + 1), dueOn: '2027-01-31', litres: 1_000 },
    ...{ amountMinor: totalMinor, vatMinor: 0, totalMinor, volumes: [], lines: [], computedAtPosition: 1 },
  }
  const decided = await executeCommand(running.log, {
    ...{ decider: accountBillsDecider, tenant: 'north', actor: 'user:1' },
    command: { type: 'IssueBill', accountNo, billId: randomUUID(), ...composed },
    context: { now: new Date().toISOString(), actor: 'user:1', timeZone: 'Europe/Rome' },
  })
  expect(decided).not.toHaveProperty('rejected')
}

beforeAll(async () => {
  running = await startApi('list-totals')
  for (const [accountNo, customerName] of [
    ['T-1', 'Li Na'],
    ['T-2', 'Wang Wei'],
  ])
    expect(await ask('POST', 'customer', { accountNo, customerName, telephone: '13800138000', address: '8 Mill Lane' })).toMatchObject({
      code: 200,
    })
  for (let nth = 0; nth < 25; nth += 1) await issue('T-1', 1_000, nth)
  for (let nth = 0; nth < 5; nth += 1) await issue('T-2', 10_001, nth)
  await settled()
  for (const [accountNo, amount] of [
    ['T-1', 15],
    ['T-2', 300],
  ] as const)
    expect(await ask('POST', 'payment', { accountNo, paymentId: randomUUID(), amount, payMethod: '0' })).toMatchObject({ code: 200 })
  await settled()
  const { rows } = await ask('GET', 'payment/list?accountNo=T-2')
  expect(await ask('PUT', `payment/reverse/${rows[0].paymentNo}`, { reason: 'bounced' })).toMatchObject({ code: 200 })
  await settled()
}, 60_000)
afterAll(() => running?.stop())

describe('totals of a list', () => {
  it('were not there at all; those of bills are over the whole filter, not over the page', async () => {
    expect((await ask('GET', 'bill/totals')).data).toEqual({
      rows: 30,
      isTotalBounded: false,
      sums: { totalMinor: 75_005, openMinor: 73_505 },
    })
    expect((await ask('GET', 'bill/totals?accountNo=T-2')).data).toMatchObject({ rows: 5, sums: { totalMinor: 50_005, openMinor: 50_005 } })
    expect((await ask('GET', 'bill/totals?status=1')).data).toMatchObject({ rows: 1, sums: { totalMinor: 1_000, openMinor: 0 } })
    expect((await ask('GET', 'bill/totals?accountNo=T-9')).data).toEqual({
      rows: 0,
      isTotalBounded: false,
      sums: { totalMinor: 0, openMinor: 0 },
    })
  })

  it('of payments leave out those that were reversed', async () => {
    expect((await ask('GET', 'payment/totals')).data).toMatchObject({ rows: 2, sums: { amountMinor: 1_500 } })
  })

  it('of transactions, debts, deductions, bank entries and the journal are there too', async () => {
    const paths = ['transaction', 'debt', 'deduction', 'bankEntry', 'ledger/journal']
    const totals = await Promise.all(paths.map((path) => ask('GET', `${path}/totals`)))
    expect(totals.map(({ data }) => data.isTotalBounded)).toEqual(paths.map(() => false))
    expect(totals[0].data.sums).toEqual({ owedMinor: 73_505, balanceMinor: 0 })
    expect(totals[4].data.sums).toMatchObject({ debitMinor: totals[4].data.sums.creditMinor })
  })

  it('of the reports of money are those of their rows', async () => {
    const sumOf = (rows: Record<string, number>[], field: string) => rows.reduce((sum, row) => sum + row[field]!, 0)
    const postpaid = await ask('GET', 'moneyReport/postpaid/list')
    const { rows, sums } = (await ask('GET', 'moneyReport/postpaid/totals')).data
    expect({ rows, open: sums.openMinor }).toEqual({ rows: 2, open: sumOf(postpaid.rows, 'openMinor') })
    const recharges = await ask('GET', 'moneyReport/recharge/list')
    expect((await ask('GET', 'moneyReport/recharge/totals')).data.sums.netMinor).toBe(sumOf(recharges.rows, 'netMinor'))
  })

  it('are of the own tenant', async () => {
    const south = await running.ask('south', { url: '/prod-api/business/bill/totals' })
    expect(south.json().data).toMatchObject({ rows: 0, sums: { totalMinor: 0 } })
  })
})

describe('the holder of a row', () => {
  it.each(['bill', 'payment', 'transaction'])('is in the list of each %s', async (path) => {
    const { rows } = await ask('GET', `${path}/list?accountNo=T-2`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ customerName }: { customerName: string }) => customerName === 'Wang Wei')).toBe(true)
  })

  it('is in the spreadsheet of bills', async () => {
    const heads = JSON.stringify({ accountNo: 'Account', customerName: 'Holder' })
    const file = await running.ask('north', { method: 'POST', url: '/prod-api/business/bill/export', payload: { heads, accountNo: 'T-2' } })
    const book = readSheet(file.rawPayload)
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })).toContainEqual(['T-2', 'Wang Wei'])
  })
})
