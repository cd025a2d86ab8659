import { read, utils } from '@e965/xlsx'
import { routes } from '@nightflow/api/routes'
import { projections } from '@nightflow/projections/projections'
import { rowsOfScope } from '@nightflow/projections/views/owned-rows'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { markOf, type Part, setUpTwoParts, type TwoParts } from '../../support/api/two-parts.ts'
import { exampleOf } from '../../support/data/example-of-schema.ts'
import { byForm } from '../../support/full-form.ts'
import { turnOfRun } from '../../support/turn-of-samples.ts'

let running: RunningApi
let parts: TwoParts
const tokens: Record<string, string> = {}
/** Rows of the west, by the name of the request field. */
let ofWest: Record<string, string>
beforeAll(async () => {
  running = await startApi('data_scope')
  parts = await setUpTwoParts(running)
  const { reader, dept, region } = parts
  tokens.whole = (await reader('whole', { dataScope: '1' }, dept.east)).token
  tokens.chosen = (await reader('chosen', { dataScope: '2', deptIds: [dept.east] })).token
  tokens.department = (await reader('department', { dataScope: '3' }, dept.east)).token
  tokens.below = (await reader('below', { dataScope: '4' }, dept.east)).token
  tokens.region = (await reader('of_region', { dataScope: '2', regionIds: [region.east] })).token
  tokens.own = (await reader('own', { dataScope: '5' }, dept.east)).token
  const idOf = async (table: string, id: string) =>
    String((await running.pool.query(`select ${id} as id from views.${table} where account_no = 'WESTMARK-1' limit 1`)).rows[0]?.id ?? 1)
  ofWest = {
    ...{ accountNo: 'WESTMARK-1', meterNo: 'westmark-m', number: 'westmark-m', id: 'westmark' },
    billNo: await idOf('bills', 'bill_no'),
    paymentNo: await idOf('payments', 'payment_no'),
    rechargeNo: await idOf('recharges', 'recharge_no'),
    debtNo: await idOf('debts', 'debt_no'),
    debtRecordNo: await idOf('debt_records', 'debt_record_no'),
    deductionNo: await idOf('deductions', 'deduction_no'),
    transactionNo: await idOf('transactions', 'transaction_no'),
    postingNo: await idOf('postings', 'posting_no'),
    cardId: await idOf('cards', 'card_id'),
    recordNo: await idOf('card_records', 'record_no'),
    personalSurchargeId: await idOf('personal_surcharges', 'personal_surcharge_id'),
    alarmProcessedId: String((await running.pool.query(`select alarm_id as id from views.alarms where subject = 'westmark-m'`)).rows[0].id),
    personId: (await running.pool.query(`select person_id as id from views.persons where name = 'Ada westmark'`)).rows[0].id,
  }
}, 120_000)
afterAll(() => running.stop())

/** Roles that show the east alone; `own` shows nothing of either. */
const ofEast = ['chosen', 'department', 'below', 'region'] as const

const all = Object.values(routes)
  .flat()
  .filter(({ endpoint }) => endpoint.permission !== 'public' && endpoint.permission !== 'signed-in')
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const isAsking = ({ method, path }: Endpoint) => method === 'GET' || /\/(list|export|print|statisticsUsedTotalData)$/.test(path)
const asking = all.filter(({ endpoint }) => isAsking(endpoint))
const changing = all.filter(({ endpoint }) => !isAsking(endpoint) && endpoint.upload === undefined)

const given = (): Record<string, unknown> => ({
  ...ofWest,
  ...{ from: '2026-10-01', to: '2026-10-08', meters: ['westmark-m'], numbers: ['westmark-m'], accountNos: ['WESTMARK-1'] },
  ...{ partitionId: 'westmark', billNos: [Number(ofWest.billNo)], alarmProcessedIds: [Number(ofWest.alarmProcessedId)] },
})
const formFor = ({ request }: Endpoint): Record<string, unknown> => {
  const values = given()
  return Object.fromEntries(
    Object.entries((request as z.ZodObject).shape).map(([name, field]) => [
      name,
      (field as z.ZodType).safeParse(values[name]).success ? values[name] : exampleOf(field as z.ZodType),
    ]),
  )
}

const textOf = ({ headers, rawPayload, body }: LightMyRequestResponse): string =>
  headers['content-type']?.includes('spreadsheet') ? utils.sheet_to_csv(Object.values(read(rawPayload).Sheets)[0]!) : body

const send = (reader: string, endpoint: Endpoint, more: object, accept = 'application/json') => {
  const { method, path } = endpoint
  const form = formFor(endpoint)
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ofWest[name] ?? String(form[name] ?? 1)))
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])))}`
      : ''
  const headers = { authorization: `Bearer ${tokens[reader]}`, 'content-type': 'application/json', accept }
  return running.api.inject({ method, url: `${url}${query}`, headers, ...(method !== 'GET' && { payload: more }) })
}

/** The question as it is made without a filter, with a span where the endpoint needs one, and about what the west has. */
const questions = (endpoint: Endpoint): object[] => {
  const shape = (endpoint.request as z.ZodObject).shape
  const span = Object.fromEntries(
    ['from', 'to'].filter((name) => name in shape && !('pageNum' in shape)).map((name) => [name, given()[name]]),
  )
  const named = Object.fromEntries(
    Object.entries(formFor(endpoint)).filter(
      ([name, value]) => name in ofWest && !endpoint.path.includes(`:${name}`) && value !== undefined,
    ),
  )
  return [span, { ...span, ...named }]
}

test('every read model says which rows a reader of a part of the utility sees', () => {
  const tables = [...projections.flatMap((projection) => Object.keys(projection.tables)), 'set_aside_events']
  expect(Object.keys(rowsOfScope).toSorted()).toEqual(tables.toSorted())
})

describe('customers of another department', () => {
  test('are there to be seen by a reader of the whole utility', async () => {
    const seen: string[] = []
    for (const { endpoint, name } of asking)
      for (const question of questions(endpoint))
        if (
          textOf(await send('whole', endpoint, question))
            .toLowerCase()
            .includes(markOf('west'))
        )
          seen.push(name)
    expect(new Set(seen).size, seen.join('\n')).toBeGreaterThan(45)
  }, 120_000)

  /** The full form sends every question of every reader. In the default form one of the five readers asks each question, each day another one. */
  const readers = [...ofEast, 'own']
  const askedBy = (reader: string): typeof asking =>
    asking.filter((_, nth) => byForm({ full: true, short: (nth + turnOfRun() + readers.indexOf(reader)) % readers.length === 0 }))

  test.each(readers)(
    'were in the answers to a reader with the scope %s',
    async (reader) => {
      const found: string[] = []
      for (const { endpoint, name } of askedBy(reader))
        for (const question of questions(endpoint)) {
          const answer = await send(reader, endpoint, question)
          const text = textOf(answer)
          if (text.toLowerCase().includes(markOf('west'))) found.push(`${name}: ${text.slice(0, 300)}`)
          if (answer.statusCode >= 500 || text.includes('internal-error')) found.push(`${name} failed: ${text.slice(0, 300)}`)
        }
      expect(found).toEqual([])
    },
    120_000,
  )

  test('were changed by a reader of another department', async () => {
    const before = await streamsOf('west')
    for (const { endpoint } of changing) await send('department', endpoint, formFor(endpoint))
    expect(await streamsOf('west')).toEqual(before)
  }, 120_000)

  test('are in no Arrow stream and in no CSV', async () => {
    for (const { endpoint, name } of asking.filter((each) => each.endpoint.row && !isBackOffice(each.endpoint.path)))
      for (const accept of ['text/csv', 'application/vnd.apache.arrow.stream'])
        for (const question of questions(endpoint)) {
          const answer = await send('department', endpoint, question, accept)
          expect([name, answer.rawPayload.toString('latin1').toLowerCase().includes(markOf('west'))]).toEqual([name, false])
        }
  }, 120_000)
})

const streamsOf = async (part: Part): Promise<unknown[]> =>
  (
    await running.pool.query(
      `select stream, max(version) as version from log.events where lower(stream) like $1 group by stream order by 1`,
      [`%${markOf(part)}%`],
    )
  ).rows

const accountsOf = async (reader: string): Promise<string[]> => {
  const headers = { authorization: `Bearer ${tokens[reader]}` }
  const { rows } = (await running.api.inject({ url: '/prod-api/business/customer/list?pageSize=100', headers })).json()
  return rows.map(({ accountNo }: { accountNo: string }) => accountNo).toSorted()
}

describe('a reader', () => {
  test.each([['whole', ['EASTMARK-1', 'WESTMARK-1']], ...ofEast.map((reader) => [reader, ['EASTMARK-1']] as const), ['own', []]] as const)(
    'with the scope %s sees %j',
    async (reader, expected) => {
      expect(await accountsOf(reader)).toEqual(expected)
    },
  )

  test.each(ofEast)('with the scope %s sees bill, payment, debt, meter, alarm and partition of the east', async (reader) => {
    const headers = { authorization: `Bearer ${tokens[reader]}` }
    for (const list of ['bill/list', 'payment/list', 'debt/list', 'transaction/list', 'deduction/list', 'personalSurcharge/list'])
      expect([list, (await running.api.inject({ url: `/prod-api/business/${list}`, headers })).json().total]).toEqual([
        list,
        expect.any(Number),
      ])
    const bills = (await running.api.inject({ url: '/prod-api/business/bill/list', headers })).json()
    expect(bills.rows.map((row: { accountNo: string }) => row.accountNo)).toEqual(['EASTMARK-1'])
    const meters = (await running.api.inject({ url: '/api/v1/meters', headers })).json()
    // The department has other meters too: those that it registered above.
    const numbers = meters.rows.map((row: { number: string }) => row.number)
    expect(numbers.filter((number: string) => number.includes('mark'))).toEqual(['eastmark-m'])
    const points = (await running.api.inject({ url: '/api/v1/partitions', headers })).json()
    expect(points.rows.map((row: { id: string }) => row.id)).toEqual(['eastmark'])
    const alarms = (await running.api.inject({ url: '/prod-api/report/alarm/processed/list', headers })).json()
    expect(alarms.rows.map((row: { meterNo: string }) => row.meterNo)).toEqual(['eastmark-m'])
  })

  test('of the only department of a utility sees everything, what has no owner too', async () => {
    await running.pool.query(`update platform.roles set data_scope = '4' where role_key = 'below'`)
    await running.pool.query(`update platform.users set dept_id = (select dept_id from platform.departments where dept_name = 'City office')
      where username = 'below'`)
    await expect.poll(() => accountsOf('below')).toEqual(['EASTMARK-1', 'WESTMARK-1'])
    await running.pool.query(`update platform.users set dept_id = $1 where username = 'below'`, [parts.dept.east])
    await expect.poll(() => accountsOf('below')).toEqual(['EASTMARK-1'])
  })

  test('sees at once what another department gives away, and an account that was opened here', async () => {
    const { admin, dept } = parts
    await admin.done('PUT', 'business/customer/owner', { accountNo: 'WESTMARK-1', deptId: dept.east })
    expect(await accountsOf('department')).toEqual(['EASTMARK-1', 'WESTMARK-1'])
    await admin.done('PUT', 'business/customer/owner', { accountNo: 'WESTMARK-1', deptId: dept.west })
    const headers = { authorization: `Bearer ${tokens.department}` }
    const payload = { accountNo: 'EAST-NEW', customerName: 'Nina East', telephone: '13877775599', address: '2 East Road' }
    const opened = await running.api.inject({ method: 'POST', url: '/prod-api/business/customer', headers, payload })
    expect(opened.json()).toMatchObject({ code: 200 })
    expect(await accountsOf('department')).toEqual(['EAST-NEW', 'EASTMARK-1'])
    const given = await running.api.inject({
      ...{ method: 'PUT', url: '/prod-api/business/customer/owner', headers },
      payload: { accountNo: 'EAST-NEW', deptId: dept.west },
    })
    expect(given.json().reason).toBe('beyond-data-scope')
  })

  test('of a part sees whose the bills of a former holder are', async () => {
    const transfer = {
      customerName: 'Eve eastmark',
      telephone: '13877775556',
      address: '1 eastmark Street',
      reason: 'sold',
      leavesDebt: true,
    }
    await parts.admin.done('PUT', 'business/customer/EASTMARK-1/transfer', { ...transfer, closingRegisterCubicMetres: 1, leavesDebt: true })
    const headers = { authorization: `Bearer ${tokens.department}` }
    const holdersOf = async () =>
      (await running.api.inject({ url: '/prod-api/business/bill/list?accountNo=EASTMARK-1', headers }))
        .json()
        .rows.map((row: { customerName: string | null }) => row.customerName)
    await expect.poll(holdersOf).toEqual(['Ada eastmark'])
    const account = await running.api.inject({ url: '/prod-api/business/customer/EASTMARK-1', headers })
    expect(account.json().data.customerName).toBe('Eve eastmark')
  })

  test('of a part starts no job over the whole utility', async () => {
    const headers = { authorization: `Bearer ${tokens.department}` }
    const run = { runId: '019ab1c2-6e5f-7a53-8d5a-0f3f5a6f7a01', firstMonth: '2026-10', lastMonth: '2026-10', scope: 'all' }
    for (const [method, url, payload] of [
      ['POST', '/prod-api/business/billRun', run],
      ['GET', '/prod-api/business/ledger/trialBalance/list', undefined],
      ['POST', '/prod-api/business/ledger/close/preview', { month: '2026-09' }],
    ] as const) {
      const answer = await running.api.inject({ method, url, headers, ...(payload && { payload }) })
      expect([url, answer.json().reason]).toEqual([url, 'beyond-data-scope'])
    }
  })
})
