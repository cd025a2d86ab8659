import { routes } from '@nightflow/api/routes'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { registerMeters } from '@nightflow/schemas/devices/endpoints'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { TimeZone } from '@nightflow/schemas/shared/values'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { exampleOf, withValueAt } from '../../support/data/example-of-schema.ts'
import { type SchemaValue, valuesOf } from '../../support/data/values-of-schema.ts'
import { byForm } from '../../support/full-form.ts'
import { waitUntil } from '../../support/process/server-process.ts'
import { uniqueFields } from '../../support/resource-forms.ts'
import { turnOfRun } from '../../support/turn-of-samples.ts'

/** Values that no schema may accept, and values that one may accept only where a column can hold them. */
const unstorable = ['\ud800', 'x\u0000y', 'x\u0007y', 'y'.repeat(20_001), 1e18, -1e18, 1e308]
const extreme = [
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  1e12,
  -1e12,
  2_147_483_648,
  2_678_400,
  0,
  '1900-01-01',
  '2199-12-31',
  '1900-01-01T00:00:00+14:00',
  '2199-12-31T23:59:59.999-12:00',
  String(Number.MAX_SAFE_INTEGER),
  ...[1, 2, 20, 50, 100, 200].map((length) => '\u{1F4A7}'.repeat(length / 2).padEnd(length, "'")),
]

/** An example would end the caller's session, or is answered with a file. */
const leftOut = /\/(logout|visit|authUser\/cancel.*)$/

/** Of each field the full form sends every value. The default form sends every 24th one, each day others, so that 24 fields or days see all of them. */
const share = byForm({ full: 1, short: 24 })
const shareOf = <Value>(values: readonly Value[], nth: number): Value[] =>
  values.filter((_, index) => (index + nth + turnOfRun()) % share === 0)

const rows = Object.values(routes)
  .flatMap((list) => list.map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))
  .filter(({ endpoint }) => !leftOut.test(endpoint.path) && endpoint.upload === undefined && Object.keys(endpoint.request.shape).length > 0)
  .map((row, place) => ({ ...row, place }))

const replaceableMeters = 100

let running: RunningApi
let tokens: { tenant: string; platform: string }
beforeAll(async () => {
  running = await startApi('hostile_values')
  const office = backOfficeOf(running)
  tokens = { tenant: await office.logIn('admin'), platform: await office.logIn('operator') }
  const meters = ['1001', ...Array.from({ length: replaceableMeters * 2 }, (_, index) => `r${index}`)]
  const asNorth = (url: string, payload: object) => running.ask('north', { method: 'POST', url, payload })
  await asNorth('/api/v1/meters', { meters: meters.map((number) => ({ number, hasValve: true, installedAt: '2020-01-01T00:00:00Z' })) })
  await asNorth('/api/v1/partitions', { partitionId: 'p1', name: 'P1' })
})
afterAll(() => running.stop())

let made = 0
/** Names of things that exist, ids of rows that do not, and for what is created a name of its own. */
const named = (endpoint: Endpoint, example: Record<string, unknown>): Record<string, unknown> => {
  made += 1
  const fresh = `h${made}`
  const known: Record<string, unknown> = {
    ...Object.fromEntries(uniqueFields.map((field) => [field, fresh])),
    number: endpoint.path.endsWith('/replacement') ? `r${made % replaceableMeters}` : '1001',
    replacedBy: `r${replaceableMeters + (made % replaceableMeters)}`,
    replacedAt: '2026-01-01T00:00:00Z',
    meters: [{ ...(exampleOf(registerMeters.request) as { meters: object[] }).meters[0], number: fresh }],
    id: 'p1',
    partitionId: fresh,
    nightWindow: { fromHour: 2, toHour: 4 },
    deptId: undefined,
    deptName: fresh,
    regionName: fresh,
    roleName: fresh,
    code: fresh,
    userName: fresh,
    roleKey: fresh,
    configKey: `hostile.${fresh}`,
    dictType: fresh,
    parentId: isBackOffice(endpoint.path) ? 0 : undefined,
  }
  const renamed = Object.entries(example).map(([name, value]): [string, unknown] => {
    if (name in known) return [name, known[name]]
    return [name, /Ids?$/.test(name) && typeof value === 'number' ? 999_999_999 : value]
  })
  return Object.fromEntries(renamed.filter(([, value]) => value !== undefined))
}

type Answer = { status: number; code?: string | undefined; errors: readonly unknown[]; text: string }

const send = async (endpoint: Endpoint, request: Record<string, unknown>): Promise<Answer> => {
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(request[name]).toWellFormed()))
  const rest = Object.fromEntries(Object.entries(request).filter(([name]) => !inPath.has(name)))
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value).toWellFormed()]))
  const authorization = `Bearer ${/^(platform|system:dict):/.test(endpoint.permission) ? tokens.platform : tokens.tenant}`
  const answer = await running.api.inject({
    method: endpoint.method,
    headers: { authorization, language: 'en' },
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? { url: `${url}?${query}` } : { url, payload: rest }),
  })
  if (!String(answer.headers['content-type']).includes('json')) return { status: answer.statusCode, errors: [], text: '' }
  const body = answer.json()
  if (!isBackOffice(endpoint.path)) return { status: answer.statusCode, code: body.code, errors: body.errors ?? [], text: answer.body }
  return { status: body.code === 200 ? 200 : (body.status ?? body.code), code: body.reason, errors: body.errors ?? [], text: answer.body }
}

/** A URL has no half pairs, and a number in it is text. */
const sentAs = ({ method, path }: Endpoint, field: string, values: readonly (string | number)[]): (string | number)[] => {
  if (method !== 'GET' && method !== 'DELETE' && !path.includes(`:${field}`)) return [...values]
  return values.map(String).filter((value) => value.isWellFormed() && value.length < 2000)
}
const leavesOf = ({ request }: Endpoint): SchemaValue[] =>
  valuesOf(request).filter(({ unbounded, path }) => !unbounded && !/[{}]/.test(path))

test.each(rows)('$name names the field that holds a value which nothing can store', async ({ endpoint, place }) => {
  for (const [field, { path, schema }] of leavesOf(endpoint).entries()) {
    for (const value of shareOf(sentAs(endpoint, path, unstorable), place + field)) {
      if (schema.safeParse(value).success) continue
      const request = withValueAt(named(endpoint, exampleOf(endpoint.request) as Record<string, unknown>), path, value)
      const answer = await send(endpoint, request as Record<string, unknown>)
      const said = `${path} = ${JSON.stringify(value).slice(0, 30)}: ${answer.text.slice(0, 300)}`
      // A path that is no path of this service's is nothing that could be found.
      expect([400, 404], said).toContain(answer.status)
      if (answer.status === 400) expect(answer.errors.length, said).toBeGreaterThan(0)
    }
  }
})

test.each(rows)('$name stores or refuses the largest values that it takes', async ({ endpoint, place }) => {
  for (const [field, { path, schema }] of leavesOf(endpoint).entries()) {
    for (const value of shareOf(sentAs(endpoint, path, extreme), place + field)) {
      if (!schema.safeParse(value).success) continue
      const request = withValueAt(named(endpoint, exampleOf(endpoint.request) as Record<string, unknown>), path, value)
      const answer = await send(endpoint, request as Record<string, unknown>)
      const said = `${path} = ${JSON.stringify(value).slice(0, 30)}: ${answer.text.slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      // The database has refused what the schema took. Figures of too many days are refused as a whole.
      if (endpoint.path.endsWith('/statisticsUsedTotalData')) continue
      expect(answer.code === 'request-invalid' && answer.errors.length === 0, said).toBe(false)
    }
  }
})

test('every accepted zone is known to the database, which computes its days', async () => {
  const known = await running.pool.query<{ name: string }>('select lower(name) as name from pg_timezone_names')
  const names = new Set(known.rows.map(({ name }) => name))
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => TimeZone.safeParse(zone).success && !names.has(zone.toLowerCase()))).toEqual(
    [],
  )
  expect(TimeZone.safeParse('+01:00').success).toBe(false)
})

test('the read models have all of it, and are what the log says', async () => {
  expect(await waitForViews(running.pool, await running.log.head(), 60_000)).toBe(true)
  // One of the calls above may have started a replay, and only one runs at a time.
  const jobs = async () => (await running.ask('north', { url: '/api/v1/audit/jobs' })).json().rows as { endedAt: string | null }[]
  expect(await waitUntil(async () => (await jobs()).every(({ endedAt }) => endedAt !== null))).toBe(true)
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
