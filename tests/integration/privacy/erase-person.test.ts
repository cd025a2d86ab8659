import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findInDatabase } from '../../support/database/find-in-database.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { findInFiles, textsIn } from '../../support/find-in-files.ts'
import { runNightflow, type ServerProcess, startRoleProcess, temporaryStateFolder, waitFor } from '../../support/process/server-process.ts'
import { dumpDatabase } from '../../support/upgrade/dump-database.ts'

/** Values that nothing else contains. */
const zoe = { leaderName: 'Zoë Quillfeather-Oxbow', leaderPhone: '+99 7555 010 203' }
const secrets = [zoe.leaderName, 'Quillfeather', zoe.leaderPhone]
const ben = { leaderName: 'Benedikt Farnsworthy', leaderPhone: '+99 7555 999 888' }
const former = 'Ottoline Vandersnoot'

let database: FreshDatabase
let state: Awaited<ReturnType<typeof temporaryStateFolder>>
/** The one that projects and reacts, and one that only answers. */
let first: ServerProcess
let second: ServerProcess
let token: string
const where = () => ['--database-url', database.connectionString]

beforeAll(async () => {
  database = await freshDatabase('erase_person', inject('templateWithUtilities'))
  state = await temporaryStateFolder()
  const options = { stateFolder: state.path, databaseUrl: database.connectionString }
  first = await startRoleProcess('projector,policies,api', options)
  second = await startRoleProcess('api', options)
  token = (await runNightflow('token', '--tenant', 'north', '--role', 'admin', ...where())).stdout.trim()
})
afterAll(async () => {
  await Promise.all([first?.end('SIGTERM'), second?.end('SIGTERM')])
  await state?.remove()
  await database?.drop()
})

const call = async (server: ServerProcess, method: string, path: string, body?: object, type = 'application/json') => {
  const headers = { authorization: `Bearer ${token}`, accept: type, 'content-type': 'application/json' }
  const answer = await fetch(`${server.baseUrl}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, text: await answer.text() }
}
const send = async (method: string, path: string, body: object) => {
  const answer = await call(first, method, path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
}
const json = async (path: string, server = first) => JSON.parse((await call(server, 'GET', path)).text)

const idOf = async (name: string): Promise<string> => {
  const { rows } = await json(`/persons?search=${encodeURIComponent(name)}`)
  return rows[0].personId
}

/** Everything that answers may say of a leader, by both processes. `head` is a position before the erasure. */
const answersAt = async (head: number): Promise<[place: string, text: string][]> => {
  const { rows } = await json('/audit/events?limit=200')
  const paths = [
    '/partitions',
    '/partitions/town',
    `/partitions?asOf=${head}`,
    `/partitions?asOf=${new Date().toISOString()}`,
    '/partitions/town/changes',
    '/persons',
    '/audit/events',
    ...rows.map(({ position }: { position: number }) => `/audit/events/${position}`),
  ]
  const answers = [first, second].flatMap((server, index) =>
    paths.map(async (path): Promise<[string, string]> => [`process ${index}: ${path}`, (await call(server, 'GET', path)).text]),
  )
  return Promise.all([
    ...answers,
    call(second, 'GET', '/partitions', undefined, 'text/csv').then(({ text }): [string, string] => ['csv', text]),
  ])
}
const findInAnswers = async (head: number, texts: readonly string[]): Promise<string[]> =>
  (await answersAt(head)).flatMap(([place, text]) => textsIn(place, text, texts))

const headOf = async (): Promise<number> => (await json('/audit/events')).head
const verify = async () => (await runNightflow('verify', ...where())).stdout.trim()
/** The part of a log that an erasure must keep: every event with its place and its hash. */
const logAsStored = async () =>
  (await database.pool.query(`select position, stream, version, encode(hash, 'hex') as hash, data::text from log.events order by position`))
    .rows

const keepExport = async (): Promise<void> => {
  await database.pool.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by, expires_at)
     values ($1, 'north', 'download', 'leaders.csv', 'text/csv', $2, 'admin', now() + interval '1 day')`,
    [randomUUID(), Buffer.from(`town,${zoe.leaderName}`)],
  )
  await database.pool.query(
    `insert into platform.outbox (tenant, channel, recipient, subject, body) values ('north', 'sms', $1, null, $2)`,
    [zoe.leaderPhone, `Dear ${zoe.leaderName}`],
  )
}

describe('a person who is erased', () => {
  let head: number
  let before: Awaited<ReturnType<typeof logAsStored>>

  test('is in lists, answers about the past and exports before, and in the log only encrypted', async () => {
    await send('POST', '/partitions', { partitionId: 'town', name: 'Town', ...zoe })
    await send('POST', '/partitions', { partitionId: 'hill', name: 'Hill', parentId: 'town', ...zoe })
    await send('PUT', '/partitions/hill', { leaderPhone: zoe.leaderPhone.replace('203', '204') })
    await send('PUT', '/partitions/hill', { leaderPhone: zoe.leaderPhone })
    await send('POST', '/partitions', { partitionId: 'vale', name: 'Vale', ...ben })
    await keepExport()
    head = await headOf()
    before = await logAsStored()
    const found = await findInAnswers(head, secrets)
    for (const place of ['/partitions', '/partitions/town', `/partitions?asOf=${head}`, '/partitions/town/changes', '/persons'])
      for (const process of [0, 1]) expect(found).toContain(`process ${process}: ${place}: ${zoe.leaderName}`)
    const tables = new Set((await findInDatabase(database.pool, secrets)).map((place) => place.split('.', 2).join('.')))
    expect([...tables].sort()).toEqual(['platform.files', 'platform.outbox', 'views.persons'])
    expect(await verify()).toBe('identical')
    const { uses } = await json(`/persons/${await idOf('Quillfeather')}`)
    expect(uses.map(({ id }: { id: string }) => id)).toEqual(['hill', 'town'])
  })

  test('was printed by the command line without a word in the operation log', async () => {
    const printed = await runNightflow('events', 'north/leakage-partition-town', ...where())
    expect(printed.stdout).toContain('"leaderName":"(personal data)"')
    expect(textsIn('events', printed.stdout, secrets)).toEqual([])
    const personal = await runNightflow('events', 'north/leakage-partition-town', '--personal', 'request 16', ...where())
    expect(textsIn('events', personal.stdout, secrets)).not.toEqual([])
    const { rows } = await database.pool.query(`select operation, subject from platform.operation_log where actor = 'cli:events'`)
    expect(rows).toMatchObject([{ subject: { stream: 'north/leakage-partition-town', reason: 'request 16' } }])
  })

  test('needs a permission and a reason', async () => {
    const personId = await idOf('Quillfeather')
    const analyst = (await runNightflow('token', '--tenant', 'north', '--role', 'analyst', ...where())).stdout.trim()
    const answer = await fetch(`${first.baseUrl}/api/v1/persons/${personId}/erasure`, {
      method: 'POST',
      headers: { authorization: `Bearer ${analyst}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'x' }),
    })
    expect(answer.status).toBe(403)
    expect((await call(first, 'POST', `/persons/${personId}/erasure`, { reason: ' ' })).status).toBe(400)
    expect((await call(first, 'POST', `/persons/${randomUUID()}/erasure`, { reason: 'x' })).status).toBe(404)
  })

  test('is in no answer of any process from then on', async () => {
    // Both have answered a moment ago, and keep answers about the past for a while.
    expect((await findInAnswers(head, secrets)).length).toBeGreaterThan(10)
    await send('POST', `/persons/${await idOf('Quillfeather')}/erasure`, { reason: 'request 17' })
    expect(await findInAnswers(head, secrets)).toEqual([])
    expect((await findInAnswers(head, [ben.leaderName])).length).toBeGreaterThan(5)
    expect(await json('/partitions/town', second)).toMatchObject({ name: 'Town', leaderName: null, leaderPhone: null })
  })

  test('is in no table, dump or file of the state folder', async () => {
    const isGone = async () => (await findInDatabase(database.pool, secrets)).length === 0
    await waitFor(isGone)
    expect(await findInDatabase(database.pool, secrets)).toEqual([])
    expect(textsIn('dump', await dumpDatabase(database.pool), secrets)).toEqual([])
    expect(findInFiles(state.path, secrets)).toEqual([])
    expect(textsIn('output', first.output() + second.output(), secrets)).toEqual([])
  })

  test('leaves log and chains as they were, and a replay does not bring anything back', async () => {
    expect((await logAsStored()).slice(0, before.length)).toEqual(before)
    expect(await verify()).toBe('identical')
    expect((await runNightflow('replay', 'all', ...where())).code).toBe(0)
    expect(await findInDatabase(database.pool, secrets)).toEqual([])
    expect(await findInAnswers(head, secrets)).toEqual([])
    expect(await verify()).toBe('identical')
    const events = await runNightflow('events', 'north/leakage-partition-town', '--personal', 'request 17', ...where())
    expect(events.stdout).toContain('"leaderName":null')
    expect(textsIn('events', events.stdout, secrets)).toEqual([])
  })

  test('gets no data again, and the next leader is another person', async () => {
    await send('PUT', '/partitions/town', zoe)
    const { rows } = await json('/persons?search=Quillfeather')
    expect(rows).toHaveLength(1)
    expect(await json('/partitions/town')).toMatchObject(zoe)
    expect(await json('/partitions/hill')).toMatchObject({ leaderName: null, leaderPhone: null })
    expect((await findInAnswers(head, secrets)).filter((place) => place.includes(`asOf=${head}`))).toEqual([])
  })

  test('is named in the operation log by identifier alone', async () => {
    const { rows } = await database.pool.query<{ text: string }>(
      `select concat(subject, before, after) as text from platform.operation_log where operation like '%/partitions%' or operation like '%erasure'`,
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.flatMap(({ text }) => textsIn('operation log', text, secrets))).toEqual([])
    expect(rows.some(({ text }) => text.includes('request 17'))).toBe(true)
  })
})

test('an erasure from the command line is listed, and applied again to keys of an older backup', async () => {
  const personId = await idOf('Farnsworthy')
  const { leaderPhone } = await json('/partitions/vale')
  await database.pool.query(
    `insert into platform.outbox (tenant, channel, recipient, subject, body) values ('north', 'sms', $1, null, 'x')`,
    [leaderPhone],
  )
  const erased = await runNightflow('erase-person', personId, '--tenant', 'north', '--reason', 'request 18', ...where())
  expect(erased.stdout).toContain('persons erased: 1')
  // The policy of the running service may delete the key first.
  const { rows: keys } = await database.pool.query('select key from log.person_keys where person_id = $1', [personId])
  expect(keys).toEqual([{ key: null }])
  expect((await database.pool.query('select from platform.outbox where recipient = $1', [leaderPhone])).rows).toEqual([])
  expect(await json('/partitions/vale', second)).toMatchObject({ leaderName: null })
  const { stdout: list } = await runNightflow('erased-persons', ...where())
  expect(
    list
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).reason),
  ).toEqual(['request 17', 'request 18'])
  await database.pool.query(
    `alter table log.person_keys disable trigger user;
     update log.person_keys set key = sha256('older'), erased_at = null where person_id = '${personId}';
     alter table log.person_keys enable trigger user`,
  )
  const path = join(state.path, 'erased.jsonl')
  writeFileSync(path, list)
  const again = await runNightflow('erase-person', '--from', path, ...where())
  expect(again.stdout).toContain('persons erased: 2; keys deleted now: 1')
  expect((await runNightflow('erase-person', personId, ...where())).stderr).toContain('--reason')
})

test('a leader of before the encryption is hidden everywhere but in the stored text of the old event', async () => {
  const stored = createPostgresEventLog(database)
  const rest = { boundary: null, leaderPhone: null, minimumCoverage: 1, nightWindow: { fromHour: 2, toHour: 4 } }
  const data = {
    partitionId: 'old',
    rootId: 'old',
    parentId: null,
    level: 1,
    name: 'Old',
    timeZone: 'Europe/Rome',
    ...rest,
    leaderName: former,
  }
  await stored.append('north/leakage-partition-old', 0, [
    { id: randomUUID(), type: 'leakage.PartitionCreated', schemaVersion: 1, data, metadata: { tenant: 'north', actor: 'user:ana' } },
  ])
  await stored.close()
  await waitFor(async () => (await json('/persons?search=Vandersnoot')).total === 1)
  expect(await json('/partitions/old')).toMatchObject({ leaderName: former })
  const head = await headOf()
  await send('POST', `/persons/${await idOf(former)}/erasure`, { reason: 'request 19' })
  expect(await findInAnswers(head, [former])).toEqual([])
  expect((await findInDatabase(database.pool, [former])).map((place) => place.split('.', 2).join('.'))).toEqual(['log.events'])
  expect(await verify()).toBe('identical')
})
