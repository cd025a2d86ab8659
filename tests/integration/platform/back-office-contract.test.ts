import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { conditionsInReadModels } from '@nightflow/policies/alarms/conditions-in-read-models'
import { flaggedReadings } from '@nightflow/policies/alarms/flagged-readings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { endpointOf } from '../../support/api/endpoint-of.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { multipartOf, pngOf } from '../../support/api/pictures.ts'
import { api, preparing, type World } from '../../support/api/preparing-calls.ts'
import { startApi } from '../../support/api/running-api.ts'
import { type Call, otherShapes, type Row, tableOfCalls } from '../../support/api/table-of-calls.ts'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

/** Where the rows of the table were taken from; read where it is, so that a row added there is missed here. */
const specification = fileURLToPath(new URL('../../../../shared/spec/specification.md', import.meta.url))

const world = {} as World
const { alarmId, fresh } = preparing(world)
const rows = tableOfCalls(world)
let ingest: IngestApp
let policies: RunningPolicies

beforeAll(async () => {
  const running = await startApi('office_contract')
  ingest = await ingestApp(running.log)
  policies = runPolicies(running, [flaggedReadings(200), conditionsInReadModels(200)])
  const office = backOfficeOf(running)
  Object.assign(world, { running, office, admin: await office.logIn('admin'), operator: await office.logIn('operator') })
  await running.pool.query(`update platform.users set email = 'clerk@north.example' where username = 'clerk'`)
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: '1001' }] } })
  await ingest.post({
    frameId: 'f1',
    sentAt: new Date().toISOString(),
    readings: [{ meter: '1001', at: Date.now(), litres: 1, flags: ['tamper'] }],
  })
  await waitFor(async () => (await alarmId()) > 0)
})
afterAll(async () => {
  await policies.stop()
  await ingest.app.close()
  await world.running.stop()
})

const send = async ({ row }: Row, { url, payload, by = world.admin, multipart }: Call): Promise<Enveloped> =>
  world.office.call({
    method: row.split(' ')[0] as 'GET',
    url: api(url),
    ...(by !== null && { token: by }),
    ...(multipart ? multipartOf(multipart.field, pngOf()) : payload && { payload }),
  })

/** The answer is of the shape that its endpoint declares, in the envelope that its endpoint names. */
const expectShape = (row: Row, url: string, { code: _, ...answer }: Enveloped): void => {
  const endpoint = endpointOf(row.row.split(' ')[0]!, api(url))
  expect(endpoint, `${row.row} is not declared`).toBeDefined()
  const { envelope = 'data', response } = endpoint!
  const { msg, ...rest } = answer
  expect(typeof msg).toBe('string')
  const said = envelope === 'data' ? (rest.data ?? {}) : answer
  expect(response.safeParse(said).error?.issues ?? []).toEqual([])
  if (envelope === 'data') expect(Object.keys(rest).filter((key) => key !== 'data')).toEqual([])
}

describe.each([
  ['the table', rows],
  ['other shapes', otherShapes(world)],
])('%s', (_, list) => {
  test.each(list)('$row is answered with code 200 in its shape', async (row) => {
    const call = await row.call()
    const answer = await send(row, call)
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, msg: expect.any(String) })
    expectShape(row, call.url, answer)
    await row.also?.(answer)
  })
})

describe('the specification', () => {
  const table = (): string[] => {
    const text = readFileSync(specification, 'utf8')
    const [, section = ''] = /## 7\. Calls([\s\S]*?)\n## 8\./.exec(text) ?? []
    return [...section.matchAll(/^\| ((?:GET|POST|PUT|DELETE)(?: \/ \w+)?) \| (\/\S+) \|/gm)].flatMap(([, methods, path]) =>
      methods!.split(' / ').map((method) => `${method} ${path}`),
    )
  }

  test.skipIf(!existsSync(specification))('has no row that is not called here', () => {
    const called = rows.map(({ row }) => row)
    expect(table().length).toBeGreaterThan(40)
    expect(table().filter((row) => !called.includes(row))).toEqual([])
    expect(called.filter((row) => !table().includes(row))).toEqual([])
  })
})

describe('a refusal', () => {
  const refused = (call: Parameters<BackOffice['call']>[0]) => world.office.call({ ...call, language: 'fr' })

  test('is HTTP 200 with the code that clients know, and a message in the reader’s language', async () => {
    const clerk = await world.office.logIn('south_clerk')
    expect(await refused({ url: api('/system/role/list'), token: clerk })).toMatchObject({ code: 403, msg: expect.stringMatching(/rôle/) })
    expect(await refused({ url: api('/system/config/999999999'), token: world.admin })).toMatchObject({ code: 404 })
    expect(await refused({ url: api('/no/such/call'), token: world.admin })).toMatchObject({ code: 404 })
    expect(await refused({ method: 'POST', url: api('/system/config'), payload: {}, token: world.admin })).toMatchObject({
      code: 500,
      reason: 'request-invalid',
      errors: expect.arrayContaining([expect.objectContaining({ path: 'configName' })]),
    })
  })

  // requirement of Shell, answers and limits: Code 100102000002 warns with the server’s message, then logs out | /index | –
  test('of an ended session signs the client out', async () => {
    const { userId, token } = await fresh()
    await world.office.call({ method: 'PUT', url: api('/system/user/changeStatus'), payload: { userId, status: '1' }, token: world.admin })
    await expect
      .poll(async () => (await refused({ url: api('/system/user/getInfo'), token })).code, { interval: 20, timeout: knownMillisecondsMax })
      .toBe(100_102_000_002)
  })
})
