import { withTenant } from '@nightflow/event-log/postgres/database'
import { metersList } from '@nightflow/projections/devices/list-meters'
import { countStatement, type ListPlace, pageStatement } from '@nightflow/projections/storage/list-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const many = 100_000
/** Every tenth has no name and no diameter. */
const insertMany = `insert into views.meters (tenant, shard, number, id, time_zone, details, registered_at, resets, absences, name_key, address_key,
    caliber_millimetres, has_valve, search_text, state, state_since, service_from)
  select 'north', 0, number, 1000000 + place, 'Asia/Shanghai', jsonb_strip_nulls(jsonb_build_object('number', number, 'timeZone', 'Asia/Shanghai',
    'registeredAt', '2026-01-01T00:00:00Z', 'hasValve', false, 'name', name, 'address', address, 'caliberMillimetres', caliber)),
    '2026-01-01', '[]', '[]', lower(name), lower(address), caliber, false, lower(concat_ws(E'\\n', number, name, address)), 'installed', '2026-01-01', '2026-01-01'
  from (select place, (10000000 + place)::text as number, case when place % 10 > 0 then 'Customer ' || md5(place::text) end as name,
    (place % 900) || ' Canal Street' as address, case when place % 10 > 0 then (array[15, 20, 25, 40])[1 + place % 4] end as caliber
    from generate_series(1, ${many}) as place) meters`

let running: RunningApi
beforeAll(async () => {
  running = await startApi('list_query')
  await running.pool.query(insertMany)
  await running.pool.query('vacuum analyze views.meters')
}, 120_000)
afterAll(() => running.stop())

const noFilter = {
  search: '',
  partition: undefined,
  status: undefined,
  valve: undefined,
  flag: undefined,
  caliberMillimetres: undefined,
  after: '',
  ids: undefined,
}
const firstPage: ListPlace = { sort: 'number', direction: 'asc', page: 1, limit: 10, from: 'start' }

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Sort Space Type'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const explained = async ({ sql, parameters }: { sql: string; parameters: unknown[] }) => {
  const { rows } = await withTenant(running.servicePool, 'north', (database) =>
    database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, buffers, format json) ${sql}`, parameters),
  )
  const plan = rows[0]!['QUERY PLAN'][0].Plan
  const nodes = nodesOf(plan)
  return { nodes, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], indexes: nodes.map((node) => node['Index Name']) }
}
const page = (place: Partial<ListPlace>, filter: Partial<typeof noFilter> = {}) =>
  explained(pageStatement(metersList, { ...noFilter, ...filter }, { ...firstPage, ...place }))

/** Entries of an index that one buffer of it has at the least. */
const entriesPerBuffer = 50

describe(`a list of ${many} rows`, () => {
  test.each([
    ['number', 'asc'],
    ['number', 'desc'],
    ['name', 'asc'],
    ['name', 'desc'],
    ['address', 'desc'],
    ['caliberMillimetres', 'desc'],
  ] as const)('is read from an index by %s %s: the first page, page 9,000 and the last', async (sort, direction) => {
    const first = await page({ sort, direction })
    const deep = await page({ sort, direction, page: 9000 })
    const last = await page({ sort, direction, from: 'end' })
    for (const { nodes } of [first, deep, last]) {
      expect(nodes.map((node) => node['Node Type'])).toContain('Index Only Scan')
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
      expect(nodes.map((node) => node['Sort Space Type'])).not.toContain('Disk')
    }
    expect(deep.buffers).toBeLessThan(first.buffers + 90_000 / entriesPerBuffer)
    expect(last.buffers).toBeLessThan(first.buffers * 2)
  })

  test.each([{}, { caliberMillimetres: 15 }, { search: 'canal' }])(
    'is counted up to 10,000 rows, whatever its length: %o',
    async (filter) => {
      const { buffers } = await explained(countStatement(metersList, { ...noFilter, ...filter }))
      expect(buffers).toBeLessThan(10_000 / entriesPerBuffer)
    },
  )

  test('is searched in one index, not in its rows', async () => {
    const { nodes, indexes, buffers } = await page({}, { search: 'no meter has this' })
    expect(indexes).toContain('meters_search')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(buffers).toBeLessThan(many / entriesPerBuffer)
  })
})

const list = async (
  query: string,
): Promise<{ rows: { number: string; name: string | null }[]; total: number; isTotalBounded: boolean }> => {
  const answer = await running.ask('north', { url: `/api/v1/meters?${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const numbersOf = async (query: string): Promise<string[]> => (await list(query)).rows.map(({ number }) => number)

describe('the pages of a long list', () => {
  test('say that there are more rows than were counted', async () => {
    expect(await list('limit=10')).toMatchObject({ total: 10_000, isTotalBounded: true })
    expect(await list('limit=10&search=10000017')).toMatchObject({ total: 1, isTotalBounded: false })
  })

  test('are counted and ordered in one look for a search within a filter, whether few match or many', async () => {
    const few = 'limit=10&search=1000001&caliberMillimetres=15'
    expect(await list(few)).toMatchObject({ total: 2, isTotalBounded: false })
    expect(await numbersOf(few)).toEqual(['10000012', '10000016'])
    expect(await numbersOf(`${few}&direction=desc`)).toEqual(['10000016', '10000012'])
    expect(await list(`${few}&page=2`)).toMatchObject({ rows: [], total: 2 })
    const many = 'limit=10&search=canal&caliberMillimetres=15'
    expect(await list(many)).toMatchObject({ total: 10_000, isTotalBounded: true })
    for (const sort of ['number', 'name']) {
      const end = await numbersOf(`${many}&sort=${sort}&from=end`)
      expect(end).toEqual(await numbersOf(`${many}&sort=${sort}&page=2000`))
      expect(end).toEqual(await numbersOf(`limit=10&caliberMillimetres=15&sort=${sort}&page=2000`))
    }
  })

  test('are the same from either end', async () => {
    const [start, end] = [await numbersOf('limit=10&page=10000'), await numbersOf('limit=10&from=end')]
    expect(start).toEqual(end)
    expect(end.at(-1)).toBe(String(10_000_000 + many))
    expect(await numbersOf('limit=10&page=9999')).toEqual(await numbersOf('limit=10&page=2&from=end'))
  })

  test('have the rows without a name last, in either direction and from either end', async () => {
    for (const direction of ['asc', 'desc']) {
      const order = `sort=name&direction=${direction}`
      const last = await list(`${order}&limit=10&from=end`)
      expect(last.rows.map(({ name }) => name)).toEqual(Array(10).fill(null))
      expect(last.rows).toEqual((await list(`${order}&limit=10&page=10000`)).rows)
      const across = (await list(`${order}&limit=30&page=3001`)).rows.map(({ name }) => name)
      expect(across).toEqual(Array(30).fill(null))
      expect((await list(`${order}&limit=30&page=3000`)).rows.map(({ name }) => name)).not.toContain(null)
    }
  })

  test('know the total once the last row was read, and are empty behind it', async () => {
    expect(await list('limit=30&page=3334')).toMatchObject({ total: many, isTotalBounded: false })
    expect(await list('limit=30&page=3335')).toMatchObject({ rows: [], isTotalBounded: true })
  })
})
