import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptFrame } from '@nightflow/ingest/shared/accept-frame'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import * as devices from '@nightflow/schemas/devices/endpoints'
import * as leakage from '@nightflow/schemas/leakage/endpoints'
import * as metering from '@nightflow/schemas/metering/endpoints'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { type Table, tableFromIPC } from 'apache-arrow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

type Row = Record<string, unknown>
const arrow = 'application/vnd.apache.arrow.stream'
const days = 'from=2024-03-29&to=2024-04-02'
const meterCount = 1201

let running: RunningApi
beforeAll(async () => {
  running = await startApi('api_answers')
  await fillNorth()
})
afterAll(() => running.stop())

/** A cascade with two customers over the Sunday of 23 hours, a meter full of temptations for a spreadsheet, and a long list of meters. */
const fillNorth = async (): Promise<void> => {
  const post = async (url: string, payload: object) => {
    const answer = await running.ask('north', { method: 'POST', url, payload })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const hours = Array.from({ length: 121 }, (_, hour) => 1000 + hour * 10)
  await running.report(
    'north',
    'inlet',
    '2024-03-28T23:00:00Z',
    hours.map((litres) => litres * 3),
  )
  await running.report('north', 'house-1', '2024-03-28T23:00:00Z', hours)
  await running.report('north', 'house-2', '2024-03-28T23:00:00Z', hours.slice(0, 100))
  await running.report('north', 'unheard-of', '2024-03-28T23:00:00Z', [1, 2])
  await post('/api/v1/meters', {
    meters: [
      { number: 'inlet', hasValve: true, longitude: 11.5, latitude: 46.2 },
      { number: 'house-1', name: '=cmd|"/c calc"!A1', address: 'Via "Roma", 3, 39100 Bozen' },
      { number: 'house-2', name: '@sum(1)', address: '-2+3' },
    ],
  })
  const many = Array.from({ length: meterCount - 3 }, (_, index) => ({ number: `m${String(index).padStart(5, '0')}` }))
  await post('/api/v1/meters', { meters: many.slice(0, 1000) })
  await post('/api/v1/meters', { meters: many.slice(1000) })
  await post('/api/v1/partitions', { partitionId: 'valley', name: 'Valley' })
  await post('/api/v1/partitions/valley/summary-meters', { number: 'inlet' })
  await post('/api/v1/partitions/valley/sub-meters', { numbers: ['house-1', 'house-2'] })
  await setAside(withLineBreak)
}

/** A sent text is kept unchanged: the only text with line breaks in a list that is exported. */
const withLineBreak = '=Via "Roma", 3\r\n39100 Bozen'

const setAside = async (value: string): Promise<void> => {
  const { position } = await acceptFrame(running.log, {
    gateway: { tenant: 'north', name: 'gw-1' },
    frameId: 'with a line break',
    source: 'frames',
    sentAt: Date.now(),
    receivedAt: Date.now(),
    columns: { count: 0, meters: [], meterIndex: new Uint32Array(0), at: new Float64Array(0) },
    rejected: [{ index: 0, reason: 'not-a-number', field: 'litres', value }],
  })
  expect(await waitForViews(running.pool, position, 60_000)).toBe(true)
}

const get = async (url: string, accept: string) => {
  const answer = await running.ask('north', { url, headers: { accept } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

const csvOf = (text: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

const exported: [string, Endpoint, string][] = [
  ['readings', metering.listMeterReadings, `/api/v1/meters/house-1/readings?${days}`],
  ['hourly volumes with an unknown end', metering.listMeterVolumes, `/api/v1/meters/house-2/volumes?${days}`],
  ['daily volumes', metering.listMeterVolumes, `/api/v1/meters/house-1/volumes?${days}&resolution=day`],
  ['unclaimed meters', metering.listUnclaimed, '/api/v1/unclaimed-meters'],
  ['quarantine', metering.listQuarantine, '/api/v1/quarantine'],
  ['meters', devices.listMeters, '/api/v1/meters?limit=500&search=ho'],
  ['night flow', leakage.nightFlowByPartition, `/api/v1/partitions/valley/night-flow?${days}`],
  ['balance', leakage.partitionBalance, `/api/v1/partitions/valley/balance?${days}`],
  ['flow', leakage.partitionFlow, `/api/v1/partitions/valley/flow?${days}&resolution=hour`],
]

/** Several words are one text in a table. */
const wordsOf = (value: unknown): unknown => (Array.isArray(value) ? value.join(' ') : value)

describe('one answer in three forms', () => {
  test.each(exported)('%s: JSON as its schema says', async (_, endpoint, url) => {
    const answer = (await get(url, 'application/json')).json()
    expect(endpoint.response.safeParse(answer).error).toBeUndefined()
    expect(answer.rows.length).toBeGreaterThan(0)
    for (const row of answer.rows as Row[]) expect(Object.keys(row).sort()).toEqual(Object.keys(endpoint.row!.shape).sort())
  })

  test.each(exported)('%s: CSV says the same as JSON', async (_, endpoint, url) => {
    const rows: Row[] = (await get(url, 'application/json')).json().rows
    const answer = await get(url, 'text/csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/)
    const [header, ...lines] = csvOf(answer.body)
    const columns = Object.keys(endpoint.row!.shape)
    expect(header).toEqual(columns)
    const textOf = (value: unknown) =>
      value === null ? '' : typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(wordsOf(value))
    expect(lines).toEqual(rows.map((row) => columns.map((column) => textOf(row[column]))))
  })

  test.each(exported)('%s: Arrow says the same as JSON', async (_, endpoint, url) => {
    const rows: Row[] = (await get(url, 'application/json')).json().rows
    const answer = await get(url, arrow)
    expect(answer.headers['content-type']).toBe(arrow)
    const table: Table = tableFromIPC(answer.rawPayload)
    expect(table.schema.fields.map(({ name }) => name)).toEqual(Object.keys(endpoint.row!.shape))
    const plain = (name: string, value: unknown): unknown => {
      const type = String(table.schema.fields.find((field) => field.name === name)!.type)
      if (value === null) return null
      if (type.startsWith('Timestamp')) return new Date(Number(value)).toISOString()
      if (type.startsWith('Date')) return new Date(value as number).toISOString().slice(0, 10)
      return value
    }
    const read = table
      .toArray()
      .map((row) => Object.fromEntries(Object.entries(row.toJSON() as Row).map(([name, value]) => [name, plain(name, value)])))
    expect(read).toEqual(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wordsOf(value)]))))
  })

  test('Arrow columns are typed: days are days, instants are instants, unknown is null', async () => {
    const table = tableFromIPC((await get(`/api/v1/partitions/valley/night-flow?${days}`, arrow)).rawPayload)
    const typeOf = (name: string) => String(table.schema.fields.find((field) => field.name === name)!.type)
    expect([typeOf('date'), typeOf('nightMinimumAt'), typeOf('supplyLitres'), typeOf('estimated')]).toEqual([
      'Date32<DAY>',
      'Timestamp<MILLISECOND, UTC>',
      'Float64',
      'Bool',
    ])
  })

  test('the days are right: 23 hours on the Sunday of the change, ten litres an hour lost', async () => {
    const { rows } = (await get(`/api/v1/partitions/valley/night-flow?from=2024-03-30&to=2024-03-31`, 'application/json')).json()
    expect(rows.map((row: Row) => [row.date, row.supplyLitres, row.consumptionLitres, row.leakageLitres])).toEqual([
      ['2024-03-30', 720, 480, 240],
      ['2024-03-31', 690, 460, 230],
    ])
  })
})

describe('figures as of an earlier position', () => {
  const url = `/api/v1/partitions/valley/night-flow?${days}`
  test('at the newest position it is what is believed now, in every form', async () => {
    const head = await running.log.head()
    for (const accept of ['application/json', 'text/csv', arrow]) {
      const [now, then] = [await get(url, accept), await get(`${url}&asOf=${head}`, accept)]
      expect(then.rawPayload.equals(now.rawPayload)).toBe(true)
    }
  })

  test('before the partition was made there is none', async () => {
    expect((await running.ask('north', { url: `${url}&asOf=1` })).statusCode).toBe(404)
    expect((await running.ask('north', { url: `${url}&asOf=2001-01-01T00:00:00Z` })).statusCode).toBe(404)
  })

  test('the questions of one person wait for each other, too many are refused, and another tenant goes on', async () => {
    // Different ranges: equal questions share one answer.
    const head = await running.log.head()
    const ask = (day: number) =>
      running.ask('north', { url: `/api/v1/partitions/valley/night-flow?from=2024-03-${10 + day}&to=2024-04-02&asOf=${head}` })
    // No question is answered before the last of them has come.
    const client = await running.pool.connect()
    await client.query('begin; lock table log.events in access exclusive mode')
    let refusals = 0
    const many = Array.from({ length: 12 }, async (_, day) => {
      const answer = await ask(day)
      if (answer.statusCode === 429) refusals += 1
      return answer
    })
    await expect.poll(() => refusals, { interval: 10 }).toBe(4)
    await client.query('commit')
    client.release()
    expect((await running.ask('south', { url: `/api/v1/partitions?asOf=${head}` })).statusCode).toBe(200)
    const answers = await Promise.all(many)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(Array(4).fill([429, '10']))
    expect(refused[0]!.json().code).toBe('too-fast')
  })
})

describe('negotiation', () => {
  const url = `/api/v1/partitions/valley/night-flow?${days}`
  test.each([
    ['text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
    ['*/*', 'application/json'],
    ['text/*', 'text/csv'],
    ['application/xml', 'application/json'],
    [`text/csv;q=0, ${arrow}`, arrow],
    ['application/json, text/csv', 'application/json'],
  ])('%s is answered with %s', async (accept, mediaType) => {
    const answer = await get(url, accept)
    expect(answer.headers['content-type']).toContain(mediaType)
    expect(answer.headers.vary).toContain('accept')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })

  test('a refusal is a problem in every requested format', async () => {
    const answer = await running.ask('north', { url: `/api/v1/partitions/nowhere/night-flow?${days}`, headers: { accept: 'text/csv' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('answers are compressed with %s in every form', async (encoding, decompress) => {
    for (const accept of ['application/json', 'text/csv', arrow]) {
      const plain = await get(`/api/v1/meters?limit=500`, accept)
      const small = await running.ask('north', { url: '/api/v1/meters?limit=500', headers: { accept, 'accept-encoding': encoding } })
      expect([accept, small.headers['content-encoding']]).toEqual([accept, encoding])
      expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    }
  })
})

describe('long lists', () => {
  test('JSON is a page, with where to go on; CSV and Arrow are the whole list', async () => {
    const page = (await get('/api/v1/meters', 'application/json')).json()
    expect([page.rows.length, page.total]).toEqual([50, meterCount])
    const numbers = csvOf((await get('/api/v1/meters', 'text/csv')).body)
      .slice(1)
      .map(([number]) => number!)
    expect(numbers).toHaveLength(meterCount)
    expect(new Set(numbers).size).toBe(meterCount)
    const table = tableFromIPC((await get('/api/v1/meters', arrow)).rawPayload)
    expect(table.toArray().map((row) => row.number)).toEqual(numbers)
    expect(table.batches.length).toBeGreaterThan(1)
  })

  test('a requested limit holds in every format', async () => {
    expect(csvOf((await get('/api/v1/meters?limit=7', 'text/csv')).body)).toHaveLength(8)
    expect(tableFromIPC((await get('/api/v1/meters?limit=7', arrow)).rawPayload).numRows).toBe(7)
  })

  test('an export of readings goes on beyond one answer', async () => {
    const whole = csvOf((await get(`/api/v1/meters/house-1/readings?from=2020-01-01&to=2024-12-31`, 'text/csv')).body)
    expect(whole).toHaveLength(122)
    const tooLong = await running.ask('north', {
      url: '/api/v1/meters/house-1/readings?from=1900-01-01&to=2024-12-31',
      headers: { accept: 'text/csv' },
    })
    expect(tooLong.statusCode).toBe(400)
  })

  test('readings set aside are counted up to ten thousand, and the oldest ones are one call away', async () => {
    await running.pool.query(
      `insert into views.quarantined_readings (tenant, position, index, place, gateway, frame_id, received_at, reason)
       select 'north', 0, place, place, 'gw-1', 'rubbish', now(), 'not-a-number' from generate_series(1, 10001) place`,
    )
    try {
      const newest = (await get('/api/v1/quarantine?limit=3', 'application/json')).json()
      expect(newest).toMatchObject({ total: 10_000, isTotalBounded: true, rows: [{ frameId: 'with a line break' }, {}, {}] })
      const oldest = (await get('/api/v1/quarantine?limit=2&from=end', 'application/json')).json()
      expect(oldest.rows.map(({ index }: { index: number }) => index)).toEqual([2, 1])
    } finally {
      await running.pool.query(`delete from views.quarantined_readings where position = 0`)
    }
  })

  test('a list without rows has its header and its schema all the same', async () => {
    const url = `/api/v1/meters/house-1/readings?from=2030-01-01&to=2030-01-02`
    expect((await get(url, 'text/csv')).body).toBe(`${Object.keys(metering.listMeterReadings.row!.shape).join(',')}\r\n`)
    const table = tableFromIPC((await get(url, arrow)).rawPayload)
    expect([table.numRows, table.schema.fields.length]).toEqual([0, Object.keys(metering.listMeterReadings.row!.shape).length])
  })
})

describe('over a real connection', () => {
  test('a client that leaves in the middle of an export disturbs no other call', async () => {
    const address = await running.api.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${running.tokenOf('north')}`, accept: 'text/csv' }
    const url = `${address}/api/v1/meters/house-1/readings?from=2016-01-01&to=2024-12-31`
    for (let visit = 0; visit < 5; visit += 1) {
      const leaving = new AbortController()
      const answer = await fetch(url, { headers, signal: leaving.signal })
      await answer.body!.getReader().read()
      leaving.abort()
    }
    // Connections of the pool all come back: an export holds none between two pages, let alone after its reader has gone.
    // Two are kept by the listeners for ended sessions and for ends of jobs.
    await expect.poll(() => running.servicePool.totalCount - running.servicePool.idleCount).toBeLessThanOrEqual(2)
    expect((await fetch(`${address}/api/v1/session`, { headers: { authorization: headers.authorization } })).status).toBe(200)
    const whole = await fetch(url, { headers: { ...headers, 'accept-encoding': 'br' } })
    expect([whole.headers.get('content-encoding'), csvOf(await whole.text()).length]).toEqual(['br', 122])
  })
})

test('formulas are text in CSV, and numbers keep their minus', async () => {
  const [header, ...lines] = csvOf((await get('/api/v1/meters?search=house', 'text/csv')).body)
  const cell = (number: string, column: string) => lines.find(([first]) => first === number)![header!.indexOf(column)]
  expect(cell('house-1', 'name')).toBe(`'=cmd|"/c calc"!A1`)
  expect(cell('house-1', 'address')).toBe('Via "Roma", 3, 39100 Bozen')
  expect(cell('house-2', 'name')).toBe(`'@sum(1)`)
  expect(cell('house-2', 'address')).toBe(`'-2+3`)
  expect(csvOf((await get('/api/v1/quarantine', 'text/csv')).body).at(1)).toContain(`'${withLineBreak}`)
})
