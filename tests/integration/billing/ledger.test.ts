import { randomUUID } from 'node:crypto'
import { read as readSheet, utils } from '@e965/xlsx'
import type { JsonObject } from '@nightflow/event-log/event-log'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { decideAt, postedBefore, writeMoneyStory } from '../../support/billing/money-story.ts'

let running: RunningApi
let bills: [string, string]
const meterNo = '4712'

beforeAll(async () => {
  running = await startApi('ledger')
  const installedAt = '2026-01-05T08:00:00Z'
  await ask('POST', '/api/v1/meters', { meters: ['main', meterNo].map((number) => ({ number, installedAt })) })
  await ask('POST', '/api/v1/partitions', { partitionId: 'hill', name: 'Hill' })
  await ask('POST', '/api/v1/partitions/hill/summary-meters', { number: 'main' })
  await ask('POST', '/api/v1/partitions/hill/sub-meters', { numbers: [meterNo] })
  const { customerTypeId } = (await ask('POST', '/prod-api/business/customerType', { customerTypeName: 'Household' })).data
  const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt: installedAt }
  await ask('POST', '/prod-api/business/customer', { ...account, accountNo: 'L-1', meterNo, customerTypeId })
  await ask('POST', '/prod-api/business/customer', { ...account, accountNo: 'L-2' })
  bills = (await writeMoneyStory(running.log, { meterNo })).bills
  await caughtUp()
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT'
const ask = async (method: Method, url: string, payload?: object, { language = 'en', tenant = 'north' } = {}) =>
  (await running.ask(tenant, { method, url, headers: { language }, ...(payload && { payload }) })).json()
const ledger = (path: string, tenant?: string) => ask('GET', `/prod-api/business/ledger/${path}`, undefined, { ...(tenant && { tenant }) })
const caughtUp = async () => expect(await waitForViews(running.pool, await running.log.head(), 30_000)).toBe(true)
const days = (from: string, to: string) => `beginTime=${from}&endTime=${to}`
type Amounts = Record<string, number>
const sumOf = (rows: readonly Amounts[], field: string): number => rows.reduce((sum, row) => sum + row[field]!, 0)

describe('the journal', () => {
  // requirement of Bills and payments: Double-entry ledger: journal by day, ledger account and account | /billing/ledger/journal | GET /prod-api/business/ledger/journal/list
  it('has every posting with its event, by day, ledger account and account', async () => {
    const all = await ledger('journal/list?pageSize=100')
    expect(sumOf(all.rows, 'debitMinor')).toBe(sumOf(all.rows, 'creditMinor'))
    const bank = await ledger('journal/list?ledgerAccount=bank')
    expect(bank.rows).toMatchObject([{ entry: 'PaymentReceived', accountNo: 'L-1', debitMinor: 5_000, creditMinor: 0 }])
    const august = await ledger(`journal/list?accountNo=L-1&${days('2026-08-01', '2026-08-31')}`)
    expect(august.rows.map(({ ledgerAccount }: { ledgerAccount: string }) => ledgerAccount).sort()).toEqual(['bank', 'receivables'])
    expect((await ledger('journal/list', 'south')).total).toBe(0)
  })
})

describe('the trial balance', () => {
  // requirement of Bills and payments: Trial balance: opening, debits, credits, closing; the sum is zero | /billing/ledger/trialBalance | GET /prod-api/business/ledger/trialBalance/list
  it('has what one loop over the log finds, and its closings sum to zero', async () => {
    const { rows } = await ledger(`trialBalance/list?${days('2026-08-01', '2026-08-31')}`)
    const [opening, closing] = [
      await postedBefore(running.log, '2026-07-31T22:00:00Z'),
      await postedBefore(running.log, '2026-08-31T22:00:00Z'),
    ]
    const total = rows.pop()
    expect(total).toMatchObject({ ledgerAccount: 'total', openingMinor: 0, closingMinor: 0 })
    expect(total.debitMinor).toBe(total.creditMinor)
    expect(Object.fromEntries(rows.map((row: Amounts) => [row.ledgerAccount, row.closingMinor]))).toEqual(closing)
    for (const row of rows) expect(row.openingMinor, row.ledgerAccount).toBe(opening[row.ledgerAccount] ?? 0)
    expect(rows.find((row: Amounts) => String(row.ledgerAccount) === 'receivables')).toEqual({
      ...{ ledgerAccount: 'receivables', openingMinor: 11_000, debitMinor: 0, creditMinor: 5_000, closingMinor: 6_000 },
    })
  })

  it('is refused for days the wrong way round', async () => {
    expect(await ledger(`trialBalance/list?${days('2026-08-31', '2026-08-01')}`)).toMatchObject({ reason: 'range-reversed' })
  })
})

describe('aged receivables', () => {
  const aged = (query: string) => ledger(`agedReceivables/list?${query}`)

  // requirement of Bills and payments: Aged receivables at a day, per account with total | /billing/ledger/agedReceivables | GET /prod-api/business/ledger/agedReceivables/list
  it('are what each account owed at a day, by how long it was overdue then', async () => {
    expect((await aged('day=2026-08-04')).rows).toMatchObject([{ accountNo: 'L-1', currentMinor: 6_000, totalMinor: 6_000, bills: 1 }])
    expect((await aged('day=2026-09-01')).rows).toMatchObject([
      { accountNo: 'L-1', currentMinor: 0, days30Minor: 6_000, oldestDueOn: '2026-08-04' },
    ])
    const autumn = (await aged('day=2026-10-15')).rows
    // The balance of 28.90 paid the second bill at once, of which 26.10 is open; the first one was credited.
    expect(autumn).toMatchObject([
      { accountNo: 'L-1', days90Minor: 3_800 },
      { accountNo: 'L-2', days30Minor: 5_500 - 2_790 },
    ])
    expect((await ledger('agedReceivables/totals?day=2026-10-15')).data).toMatchObject({
      accounts: 2,
      totalMinor: sumOf(autumn, 'totalMinor'),
    })
    expect((await aged('day=2026-10-15&accountNo=l-2')).rows).toHaveLength(1)
    expect((await aged('day=2026-07-01')).rows).toEqual([])
  })

  it('are what bills say is open now', async () => {
    const open = await ask('GET', '/prod-api/business/bill/list')
    expect((await ledger('agedReceivables/totals')).data.totalMinor).toBe(sumOf(open.rows, 'openMinor'))
  })
})

describe('the VAT report', () => {
  // requirement of Bills and payments: VAT report by month and rate | /billing/ledger/vat | GET /prod-api/business/ledger/vat/list
  it('is by month and rate of bills, credits and deductions, and names what has no recorded rate', async () => {
    const { rows } = await ledger(`vat/list?${days('2026-07-01', '2026-09-30')}`)
    expect(rows).toMatchObject([
      { month: '2026-07', vatRate: 'unrecorded', entry: 'BillIssued', netMinor: 10_000, vatMinor: 1_000, grossMinor: 11_000 },
      { month: '2026-08', vatRate: '10', entry: 'PaymentDeducted', netMinor: 100, vatMinor: 10, grossMinor: 110 },
      { month: '2026-09', vatRate: '10', entry: 'BillIssued', netMinor: 5_000, vatMinor: 500 },
      { month: '2026-09', vatRate: 'unrecorded', entry: 'BillCredited', netMinor: -2_000, vatMinor: -200 },
      { month: null, vatRate: '10', entry: 'total', netMinor: 5_100, vatMinor: 510, grossMinor: 5_610 },
      { month: null, vatRate: 'unrecorded', entry: 'total', netMinor: 8_000, vatMinor: 800 },
      { month: null, vatRate: null, entry: 'total', netMinor: 13_100, vatMinor: 1_310, grossMinor: 14_410 },
    ])
  })

  it('is a spreadsheet with the rates and the word for what has none', async () => {
    const answer = await running.ask('north', {
      method: 'POST',
      url: '/prod-api/business/ledger/vat/export',
      payload: { beginTime: '2026-07-01', endTime: '2026-09-30', heads: JSON.stringify({ vatRate: 'Rate', netMinor: 'Net' }) },
    })
    const book = readSheet(answer.rawPayload, { type: 'buffer' })
    const [, ...rows] = utils.sheet_to_json<(string | number)[]>(Object.values(book.Sheets)[0]!, { header: 1 })
    expect(rows.slice(3)).toEqual([
      ['Not recorded', -20],
      ['10', 51],
      ['Not recorded', 80],
      [undefined, 131],
    ])
  })
})

describe('revenue', () => {
  const by = async (division: string) =>
    Object.fromEntries(
      (await ledger(`revenue/list?by=${division}&${days('2026-07-01', '2026-09-30')}`)).rows.map((row: Amounts) => [
        row.revenueGroup,
        row.netMinor,
      ]),
    )

  // requirement of Bills and payments: Revenue by component, customer type, partition and step | /billing/ledger/revenue | GET /prod-api/business/ledger/revenue/list
  it('has the same total by component, customer type, partition and step', async () => {
    const total = 13_600
    expect(await by('component')).toEqual({
      ...{ waterRevenue: 14_000, standingRevenue: 1_000, debtIncome: 500, surcharges: 100, adjustments: -2_000, total },
    })
    expect(await by('customerType')).toEqual({ Household: 8_000, none: 5_600, total })
    expect(await by('partition')).toEqual({ Hill: 8_000, none: 5_600, total })
    expect(await by('step')).toEqual({
      ...{ 'step-1': 11_000, 'step-2': 3_000, fixed: 1_000, surcharges: 100, debtIncome: 500, adjustments: -2_000, total },
    })
  })
})

describe('production and sales', () => {
  const sales = async (from: string, to: string) => (await ask('GET', `/api/v1/partitions/hill/sales?from=${from}&to=${to}`)).rows

  // requirement of Bills and payments: Production versus sales: billed volume beside supply and metered use | /water/leakage | GET /api/v1/partitions/:id/sales
  it('has the billed volume of a partition for whole months', async () => {
    expect(await sales('2026-06-01', '2026-06-30')).toEqual([{ partitionId: 'hill', billedLitres: 14_000, meters: 1, metersBilled: 1 }])
    expect(await sales('2026-07-01', '2026-07-31')).toEqual([{ partitionId: 'hill', billedLitres: null, meters: 1, metersBilled: 0 }])
    expect(await sales('2026-06-02', '2026-06-30')).toMatchObject([{ billedLitres: null }])
    expect(await ask('GET', '/api/v1/partitions/hill/sales?from=2026-06-30&to=2026-06-01')).toMatchObject({ code: 'range-reversed' })
  })

  it('has the same volume in the billing period, and the bills of which it is the sum', async () => {
    const june = 'beginTime=2026-06-01&endTime=2026-06-30&partitionId=hill'
    expect((await ask('GET', `/prod-api/business/salesDifference/list?${june}`)).rows).toMatchObject([
      { billingPeriod: '2026-06', soldLitres: 14_000, meters: 1, metersBilled: 1 },
    ])
    const { rows, total } = await ask('GET', `/prod-api/business/salesDifference/bills/list?${june}`)
    expect([total, rows]).toMatchObject([1, [{ month: '2026-06', billedLitres: 14_000, countedLitres: 14_000 }]])
  })
})

describe('reports', () => {
  it.each(['trialBalance', 'agedReceivables', 'vat', 'revenue', 'journal'])('%s is a spreadsheet too', async (report) => {
    const answer = await running.ask('north', { method: 'POST', url: `/prod-api/business/ledger/${report}/export`, payload: {} })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.rawPayload.subarray(0, 2).toString(), 'a zip archive').toBe('PK')
  })

  it('are for those who may read the ledger', async () => {
    const authorization = `Bearer ${running.tokenOf('north', 'clerk')}`
    const answer = await running.ask('north', { url: '/prod-api/business/ledger/trialBalance/list', headers: { authorization } })
    expect(answer.json()).toMatchObject({ code: 403 })
  })

  // requirement of Bills and payments: Dashboard: billed, paid and unpaid, also by month | /index | GET /prod-api/business/dashboard/statisticsBillData
  it('of the home page are the sums of the ledger', async () => {
    const figures = '/prod-api/business/dashboard'
    const open = 3_800 + 5_500 - 2_790
    expect((await ask('GET', `${figures}/topData`)).data).toMatchObject({
      billedMinor: 14_300,
      paidMinor: 14_300 - open,
      unpaidMinor: open,
    })
    const { rows, ...bills } = (await ask('GET', `${figures}/statisticsBillData`)).data
    expect(rows).toHaveLength(12)
    const byPeriod = new Map(rows.map((row: Amounts) => [row.period, row]))
    expect(byPeriod.get('2026-08')).toEqual({ period: '2026-08', billedMinor: 0, paidMinor: 5_000, unpaidMinor: 6_000 })
    expect(byPeriod.get('2026-09')).toEqual({ period: '2026-09', billedMinor: 3_300, paidMinor: 2_790, unpaidMinor: open })
    expect(bills).toMatchObject({ openBills: 2, overdueBills: 2, overdueMinor: open })
  })
})

describe('a month', () => {
  const close = (month: string, language = 'en') =>
    ask('POST', '/prod-api/business/ledger/close', { month, reason: 'checked' }, { language })

  it('is closed in order, once, after it is over', async () => {
    expect(await close('2026-08')).toMatchObject({ reason: 'books-out-of-order', msg: expect.stringContaining('2026-07') })
    const preview = await ask('POST', '/prod-api/business/ledger/close/preview', { month: '2026-07' })
    expect(preview.data.trialBalance).toHaveLength(4)
    expect(await close('2026-07')).toMatchObject({ code: 200 })
    const refused = await Promise.all(languages.map((language) => close('2026-07', language)))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'books-month-closed'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    expect(await close('2026-08')).toMatchObject({ code: 200 })
    const { rows } = await ledger('close/list')
    expect(rows).toMatchObject([
      {
        month: '2026-08',
        receivablesMinor: 6_000,
        customerMoneyMinor: 2_790,
        customerDebtsMinor: 400,
        reason: 'checked',
        createBy: 'admin',
      },
      { month: '2026-07', receivablesMinor: 11_000, turnoverMinor: 11_000 },
    ])
    expect(rows[1].trialBalance).toEqual(preview.data.trialBalance)
  })

  // requirement of Bills and payments: Monthly close that locks a period | /billing/ledger/closes | POST /prod-api/business/ledger/close
  it('that is closed takes no money any more, and the next one does', async () => {
    const payment = { type: 'ReceivePayment', accountNo: 'L-1', payMethod: '0', amountMinor: 100, reference: '', remark: '' } as const
    const paymentId = randomUUID()
    const late = await decideAt(running.log, '2026-08-31T21:59:59Z', { ...payment, paymentId })
    expect(late).toEqual({ rejected: 'books-closed', details: { month: '2026-08' } })
    expect(await decideAt(running.log, '2026-08-31T22:00:00Z', { ...payment, paymentId })).not.toHaveProperty('rejected')
    await caughtUp()
    expect((await ledger(`journal/list?ledgerAccount=cash&${days('2026-08-31', '2026-09-01')}`)).rows).toMatchObject([{ debitMinor: 100 }])
  })

  it('that is not over is not closed', async () => {
    expect(await close('2026-09')).toMatchObject({ code: 200 })
    expect(await close('2026-10')).toMatchObject({ code: 200 })
    expect(await close('2026-11')).toMatchObject({ reason: 'books-month-not-over' })
  })
})

describe('a verification', () => {
  const verify = () => verifyViews({ pool: running.pool, log: running.log })
  /** Writes an event behind the schema and the deciders, as a defect would. */
  const plant = async (type: 'billing.PaymentReceived' | 'billing.BillIssued', accountNo: string, data: JsonObject) => {
    const metadata = { tenant: 'north', actor: 'user:1' }
    const appended = await running.log.append(`north/billing-account-${accountNo}`, 'any', [
      { id: randomUUID(), type, schemaVersion: 1, data, metadata },
    ])
    if (appended.status === 'conflict') throw new Error('the log did not take the event')
    return appended.position
  }

  it('finds the ledger, the bills, the balances, the debts and the closed months in agreement', async () => {
    expect(await verify()).toEqual([])
  })

  // requirement of Bills and payments: `verify` proves that ledger, bills, balances and debts agree | /audit/jobs | POST /api/v1/audit/jobs
  it('names postings that do not sum to zero, accounts that disagree, and a closed month that was changed', async () => {
    const paymentId = randomUUID()
    const texts = { personId: paymentId, reference: null, remark: null }
    const paid = { accountNo: 'L-1', paymentId, payMethod: '0', ...texts, amountMinor: 700, restMinor: 0 }
    const position = await plant('billing.PaymentReceived', 'L-1', {
      ...{ ...paid, allocations: [{ billId: bills[0], amountMinor: 700 }], at: '2026-08-15T09:00:00Z' },
      postings: [
        { ledgerAccount: 'cash', amountMinor: 700 },
        { ledgerAccount: 'receivables', amountMinor: -600 },
      ],
    })
    await caughtUp()
    const findings = await verify()
    expect(findings).toContainEqual(`north/ledger: the postings at position ${position} sum to 100 instead of zero`)
    expect(findings).toContainEqual(
      expect.stringMatching(/^north\/ledger: account L-1 has receivables of \d+, and \d+ is open of its bills$/),
    )
    expect(findings).toContainEqual(
      expect.stringMatching(/^north\/ledger: 2026-08, cash: the ledger has 3700 at the end of the month, and the close of the month 3000$/),
    )
    expect(findings.filter((finding) => !finding.startsWith('north/ledger: '))).toEqual([])
  })
})
