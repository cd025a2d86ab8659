import { buildApi } from '@nightflow/api/app'
import type { EventLog } from '@nightflow/event-log/event-log'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { catchUp } from '@nightflow/projections/views/replay'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import { PayMethod } from '@nightflow/schemas/billing/money'
import type { Pool } from 'pg'
import { tenant } from './frames.ts'
import { named, timeEach } from './lists.ts'
import { appendAll, eventFor, firstNumber } from './register-data.ts'

type Parts = { pool: Pool; log: EventLog }
type Paid = { accountNo: string; billId: string; amountMinor: number }

const business = '/prod-api/business'
const metersOfPartition = 1_000
const partitionId = 'zone-1'

/** A metering point with the first meters as its customers. */
export const createPartition = (log: EventLog): Promise<void> => {
  const numbers = Array.from({ length: metersOfPartition }, (_, index) => String(firstNumber + index))
  const created = { partitionId, rootId: partitionId, parentId: null, level: 1, name: 'Old town', timeZone: 'Asia/Shanghai' }
  const settings = { nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1, boundary: null }
  const leader = { personId: null, leaderName: null, leaderPhone: null }
  return appendAll(log, 1, () => [
    `leakage-partition-${partitionId}`,
    [
      eventFor('leakage.PartitionCreated', { ...created, ...settings, ...leader }),
      eventFor('leakage.SubMetersAssociated', { partitionId, numbers }),
    ],
  ])
}

/** Seconds in which the read models take what was billed, on one connection. */
export const timeCatchingUp = async ({ pool, log }: Parts): Promise<number> => {
  const client = await pool.connect()
  try {
    const started = performance.now()
    await catchUp(await ViewsBuilder.open(client, log, 'views'), log, await log.head())
    return (performance.now() - started) / 1000
  } finally {
    client.release(true)
  }
}

/** Every second bill that is overdue is paid at the counter. */
export const payBills = async ({ pool, log }: Parts): Promise<number> => {
  const { rows } = await pool.query<Paid>(
    `select account_no as "accountNo", bill_id as "billId", open_minor::float8 as "amountMinor" from views.bills
     where due_on < to_char(now(), 'YYYY-MM-DD') and open_minor > 0 and bill_no % 2 = 0`,
  )
  const at = new Date().toISOString()
  await appendAll(log, rows.length, (index) => {
    const { accountNo, billId, amountMinor } = rows[index]!
    const postings = [
      { ledgerAccount: 'cash', amountMinor },
      { ledgerAccount: 'receivables', amountMinor: -amountMinor },
    ]
    const payment = {
      accountNo,
      paymentId: crypto.randomUUID(),
      payMethod: PayMethod.enum.cash,
      reference: null,
      remark: null,
      amountMinor,
      restMinor: 0,
    }
    const received = { ...payment, allocations: [{ billId, amountMinor }], postings, at }
    return [`billing-account-${accountNo}`, [eventFor('billing.PaymentReceived', received)]]
  })
  return rows.length
}

const questionsOf = (accounts: number): Record<string, string> => {
  const deep = `pageNum=${Math.floor((accounts * 0.4) / 20)}`
  const middle = String(Math.floor(accounts / 2))
  const month = new Date().toISOString().slice(0, 7)
  const ofMonth = `beginTime=${month}-01&endTime=${month}-28`
  const ledger = `${business}/ledger`
  return {
    ...named('trial balance', { year: '', month: ofMonth }, (query) => `${ledger}/trialBalance/list?${query}`),
    ...named(
      'aged',
      { first: '', deep, ofAccount: `accountNo=${middle}`, earlier: `day=${month}-01` },
      (query) => `${ledger}/agedReceivables/list?pageSize=20&${query}`,
    ),
    'aged totals': `${ledger}/agedReceivables/totals`,
    ...named('vat', { year: '', month: ofMonth }, (query) => `${ledger}/vat/list?${query}`),
    ...named(
      'revenue',
      Object.fromEntries(
        ['component', 'customerType', 'partition', 'step'].flatMap((by) => [
          [by, `by=${by}`],
          [`${by} of the month`, `by=${by}&${ofMonth}`],
        ]),
      ),
      (query) => `${ledger}/revenue/list?pageSize=20&${query}`,
    ),
    'sales of a partition': `/api/v1/partitions/${partitionId}/sales?from=2026-10-01&to=2026-10-31`,
    ...named(
      'bills',
      {
        first: '',
        deep,
        last: 'from=end',
        unpaid: 'status=0',
        paid: 'status=1',
        paidDeep: `status=1&${deep}`,
        ordinary: 'billType=0',
        transfers: 'billType=4',
        ofAccount: `accountNo=${middle}`,
        none: 'accountNo=none',
        byTotal: 'orderByColumn=totalMinor&isAsc=desc',
        byDue: 'orderByColumn=dueOn&isAsc=asc',
        unpaidByDue: 'status=0&orderByColumn=dueOn&isAsc=asc',
      },
      (query) => `${business}/bill/list?pageSize=20&${query}`,
    ),
    'recharges of days': `${business}/moneyReport/recharge/list?pageSize=20`,
    'journal of an account': `${ledger}/journal/list?pageSize=20&accountNo=${middle}`,
    'journal first': `${ledger}/journal/list?pageSize=20`,
    'transactions of an account': `${business}/transaction/list?pageSize=20&accountNo=${middle}`,
    ...named(
      'postpaid',
      { first: '', ofAccount: `accountNo=${middle}` },
      (query) => `${business}/moneyReport/postpaid/list?pageSize=20&${query}`,
    ),
    'balance of an account': `${business}/payment/balance?accountNo=${middle}`,
  }
}

/** 95th percentile of each question of the ledger and of bills, through the API. */
export const timeReads = async ({ pool, log }: Parts, accounts: number, rounds: number): Promise<Record<string, number>> => {
  const tokenSecret = await loadTokenSecret(pool)
  const app = buildApi({ pool, log, tokenSecret })
  const headers = { authorization: `Bearer ${issueAccessToken(tokenSecret, { tenant, username: 'bench', role: 'admin' })}` }
  try {
    return await timeEach(questionsOf(accounts), rounds, async (url) => {
      const answer = await app.inject({ url, headers })
      const { code = 200 } = answer.json() as { code?: number }
      if (answer.statusCode !== 200 || code !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`)
    })
  } finally {
    await app.close()
  }
}
