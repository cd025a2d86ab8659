import { read, utils, write } from '@e965/xlsx'
import { routes } from '@nightflow/api/routes'
import { issueSessionToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { startSession } from '@nightflow/platform/sign-in/sessions'
import { resources } from '@nightflow/schemas/resources'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { multipartOf, pngOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { exampleOf } from '../../support/data/example-of-schema.ts'
import { paymentRowsOf } from '../../support/payments/payment-rows.ts'
import { commonTables, formsOfResources, sharedTables } from '../../support/resource-forms.ts'

/** In every name that the north has and the south must never see. */
const mark = 'secretnorth'

/** Tables that a request may read or write although row-level security narrows them to no tenant, and the reason. */
const common: Record<string, string> = {
  ...Object.fromEntries(commonTables.map((table) => [table, 'the same for every tenant; only operators write it'])),
  'views.checkpoint': 'how far the read models are, a number',
}

const all = Object.values(routes)
  .flat()
  .filter(({ endpoint }) => isBackOffice(endpoint.path) && endpoint.permission !== 'public')
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const asking = all.filter(({ endpoint }) => endpoint.method === 'GET' || /\/(list|export|importTemplate|sheetFile)$/.test(endpoint.path))
const changing = all.filter((route) => !asking.includes(route))

let running: RunningApi
let secret: string
/** Rows of the north, by the name of the request field. */
let ofNorth: Record<string, string>

const idOf = async (sql: string): Promise<string> => String(Object.values((await running.pool.query(sql)).rows[0])[0])

/** A fresh session for each call: some calls end their own session. */
const sessionOf = async (username: string): Promise<string> => {
  const { rows } = await running.pool.query('select user_id, tenant from platform.users where username = $1', [username])
  const person = { userId: Number(rows[0].user_id), tenant: rows[0].tenant, address: '192.0.2.1', client: '' }
  return issueSessionToken(secret, await startSession(running.pool, person))
}

/**
 * A spreadsheet that names the north's department, role and region; as one of meters its number is none. Infrastructure data name its
 * partition. A resource that has none of these columns gets a row that breaks the rule of every field.
 */
const sheetFor = (path: string): Buffer => {
  const { deptId, roleId, regionId, partitionId } = ofNorth
  const naming = [
    ['userName', 'nickName', 'deptId', 'roleIds', 'regionName', 'parentId', 'number', 'customerName', 'telephone', 'address'],
    ['taken_along', 'Taken', deptId, roleId, 'Taken along', regionId, 'taken along', 'T', '1', ''],
  ]
  const declared = Object.values(resources).find((resource) => path === `${resource.path}/importData`)
  const fields = Object.keys(declared?.form.shape ?? {})
  const isNamed = declared === undefined || fields.some((field) => naming[0]!.includes(field))
  const pipes = [
    ['partitionId', 'from', 'mainsMetres'],
    [partitionId, '2026-01-01', 1],
  ]
  const rows = path.includes('/partitionInfrastructure/') ? pipes : isNamed ? naming : [fields, fields.map(() => 'x'.repeat(1000))]
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Taken')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** The path with what the north has of each name, else with what the endpoint takes. */
const addressOf = (endpoint: Endpoint): string => {
  const form = new Map(Object.entries(formFor(endpoint)))
  return endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(ofNorth[parameter] ?? String(form.get(parameter) ?? 1)),
  )
}

const isOfBank = (path: string): boolean => path.includes('/bankStatement/')
/** An entry that names an account of the north. */
const bankFile = (): Buffer => Buffer.from(`Booking day,Amount,Remittance\n2026-01-01,1,${ofNorth.accountNo ?? mark}\n`)

const isOfReport = (path: string): boolean => path.endsWith('/paymentReconciliation/upload')
/** Money that no order explains: reconciled with an association, it would be recorded. */
const reportFile = (): Buffer => Buffer.from('reference,platformReference,currency,amount,status\n,taken,CNY,1,paid\n')

/** Unknown fields are refused: what the north has is named where a call can name it. */
const knownTo = ({ request }: Endpoint, payload: object): object =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name in request.shape))

const sendFile = async (username: string, endpoint: Endpoint) => {
  const { method, path, upload = 'file' } = endpoint
  const isImport = path.endsWith('/importData')
  const typed = Object.entries(formFor(endpoint)).filter(
    ([name, value]) => name in endpoint.request.shape && ['string', 'number'].includes(typeof value),
  )
  const typedFields = Object.fromEntries(typed.map(([name, value]) => [name, String(value)]))
  const fields = isOfBank(path) ? { ...typedFields, mode: 'good', heads: '{"bankAccount":"1"}' } : isImport ? { mode: 'good' } : typedFields
  const bytes = isOfBank(path) ? bankFile() : isOfReport(path) ? reportFile() : isImport ? sheetFor(path) : pngOf()
  const { payload, headers } = multipartOf(upload, bytes, { fields: knownTo(endpoint, fields) as Record<string, string> })
  const authorization = `Bearer ${await sessionOf(username)}`
  return running.api.inject({ method, url: addressOf(endpoint), payload, headers: { ...headers, authorization } })
}

const send = async (username: string, endpoint: Endpoint, payload: object, query = '') => {
  const { method } = endpoint
  const url = `${addressOf(endpoint)}${query}`
  const headers = { authorization: `Bearer ${await sessionOf(username)}`, 'content-type': 'application/json' }
  return running.api.inject({ method, url, headers, ...(method !== 'GET' && { payload: knownTo(endpoint, payload) }) })
}

/** The readable text of an answer, a spreadsheet's rows too. */
const textOf = ({ headers, rawPayload, body }: LightMyRequestResponse): string =>
  headers['content-type']?.includes('spreadsheet') ? utils.sheet_to_csv(Object.values(read(rawPayload).Sheets)[0]!) : body

beforeAll(async () => {
  running = await startApi('office_isolation')
  secret = await loadTokenSecret(running.pool)
  const make = async (path: string, payload: object, id: string): Promise<string> => {
    const headers = { authorization: `Bearer ${running.tokenOf('north')}` }
    const answer = (await running.api.inject({ method: 'POST', url: `/prod-api/system/${path}`, payload, headers })).json()
    expect(answer.code, JSON.stringify(answer)).toBe(200)
    return String(answer.data[id])
  }
  const regionId = await make('region', { regionName: `${mark} region` }, 'regionId')
  const deptId = await make('dept', { deptName: `${mark} dept` }, 'deptId')
  const roleForm = { roleName: `${mark} role`, roleKey: mark, dataScope: '2', deptIds: [Number(deptId)], regionIds: [Number(regionId)] }
  const roleId = await make('role', roleForm, 'roleId')
  const userForm = { userName: mark, nickName: mark, email: `${mark}@north.example`, deptId: Number(deptId), roleIds: [Number(roleId)] }
  const userId = await make('user', userForm, 'userId')
  const agent = await idOf(`select role_id from platform.roles where tenant = 'north' and role_key = 'agent'`)
  await make('user', { userName: `${mark}_agent`, nickName: mark, roleIds: [Number(agent)] }, 'userId')
  const noticeId = await make('notice', { noticeTitle: mark, noticeType: '1', noticeContent: mark }, 'noticeId')
  const configId = await make('config', { configName: mark, configKey: `${mark}.key`, configValue: mark }, 'configId')
  await running.pool.query(
    `insert into platform.login_log (tenant, username, address, outcome) values ('north', '${mark}', '192.0.2.9', 'refused')`,
  )
  await running.pool.query(
    `update platform.tenants set contact_name = '${mark}', settings = '{"tenantAreaAddress": "${mark}"}' where code = 'north'`,
  )
  const fileId = await idOf(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by)
     values (gen_random_uuid(), 'north', 'download', '${mark}.xlsx', 'text/plain', '${mark}', 'south_admin') returning file_id`,
  )
  const ofPayments = await paymentRowsOf(idOf, mark)
  const partitionId = `${mark}-zone`
  const zone = { method: 'POST', url: '/api/v1/partitions', payload: { partitionId, name: mark } } as const
  expect((await running.ask('north', zone)).statusCode).toBe(200)
  ofNorth = {
    partitionId,
    ...ofPayments,
    fileName: `${fileId}.xlsx`,
    userId,
    roleId,
    deptId,
    regionId,
    noticeId,
    configId,
    operId: await idOf(`select min(id) from platform.operation_log where tenant = 'north'`),
    infoId: await idOf(`select min(id) from platform.login_log where tenant = 'north'`),
    tenantId: await idOf(`select tenant_id from platform.tenants where code = 'north'`),
    menuId: await idOf('select min(menu_id) from platform.menus'),
    dictId: await idOf('select min(dict_id) from platform.dictionary_types'),
    dictCode: await idOf('select min(dict_code) from platform.dictionary_data'),
    dictType: 'alarm_status',
    configKey: `${mark}.key`,
    userName: mark,
  }
})
afterAll(() => running.stop())

/** A form that passes every schema, naming the north's things wherever it names something. */
const formNamingNorth = () => {
  const { userId, roleId, deptId, regionId } = ofNorth
  const texts = { en: 'x', 'zh-CN': 'x', fr: 'x', id: 'x' }
  return {
    ...formsOfResources('taken'),
    meters: ['taken'],
    ...ofNorth,
    ...{ userIds: userId, roleIds: [roleId], deptIds: [deptId], regionIds: [regionId], menuIds: [], parentId: deptId },
    ...{ userName: 'taken_over', nickName: 'Taken', email: 'taken@south.example', sex: '1', language: 'en', status: '1', remark: 'taken' },
    ...{ deptName: 'Taken', regionName: 'Taken', roleName: 'Taken', roleKey: 'taken', roleType: 'general', dataScope: '1' },
    ...{ noticeTitle: 'Taken', noticeType: '2', noticeContent: 'taken', configName: 'Taken', configKey: 'taken', configValue: 'taken' },
    ...{ titles: texts, menuType: 'C', dictName: 'Taken', dictValue: 'taken', labels: texts, dictLabel: 'Taken', dictSort: 1 },
    ...{
      tenantName: 'Taken',
      timeZone: 'UTC',
      kind: 'normal',
    },
    ...{
      code: 'north',
      reason: 'to have a look',
      alarmStatus: '2',
      note: 'taken',
      alarmProcessedId: '1',
      alarmProcessedIds: [1],
      alarmTypes: [0],
    },
    ...{ oldPassword: 'x'.repeat(64), newPassword: 'x'.repeat(64), password: 'x'.repeat(64), intervalSeconds: 30, hours: 1 },
    ...{ ids: ofNorth.noticeId, orderNums: '1' },
    ...{ platformId: Number(ofNorth.platformId), associationId: Number(ofNorth.associationId) },
    ...{ rechargeId: '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', amount: 5 },
    // The key of a meter, in hexadecimal.
    key: '00112233445566778899aabbccddeeff',
  }
}

/** The form as this endpoint takes it: an example where the north has nothing of that name, or something of another kind. */
const formFor = ({ request }: Endpoint): object => {
  const given: Record<string, unknown> = formNamingNorth()
  const examples = Object.entries((request as z.ZodObject).shape).flatMap(([name, field]) =>
    (field as z.ZodType).safeParse(given[name]).success ? [] : [[name, exampleOf(field as z.ZodType)]],
  )
  return { ...given, ...Object.fromEntries(examples) }
}

describe('the tables', () => {
  test('that a request can reach are walled by tenant, or common for a reason', async () => {
    const { rows } = await running.pool.query<{ name: string; walled: boolean; open: boolean }>(
      `select n.nspname || '.' || c.relname as name, c.relrowsecurity or (c.relkind = 'v' and 'security_barrier=true' = any(c.reloptions)) as walled,
         exists (select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname and p.roles && '{nightflow_request,public}'::name[]
           and coalesce(p.qual, p.with_check) not like '%nightflow.tenant%') as open
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('platform', 'views', 'views_rows', 'log') and c.relkind in ('r', 'p', 'v')
         and has_any_column_privilege('nightflow_request', c.oid, 'select, insert, update')`,
    )
    expect(rows.length).toBeGreaterThan(30)
    expect(
      rows
        .filter(({ walled, open }) => !walled || open)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(common).toSorted())
  })

  test('show nothing to a request that names no tenant, and let it write nothing', async () => {
    const { rows } = await running.pool.query<{ name: string }>(
      `select distinct format('%I.%I', table_schema, table_name) as name from information_schema.column_privileges
       where grantee = 'nightflow_request' and privilege_type = 'SELECT' and table_schema in ('platform', 'views', 'log')`,
    )
    const client = await running.pool.connect()
    try {
      await client.query('begin; set local role nightflow_request')
      for (const { name } of rows.filter((table) => !(table.name in common))) {
        const seen = await client.query(`select from ${name} where true limit 1`).catch((error: Error) => ({ rows: [error.message] }))
        // Shared rows of the platform are visible with and without a tenant.
        if (!sharedTables.includes(name)) expect(seen.rows, name).toEqual([])
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('rows of the north', () => {
  test('is there to be seen by the north', async () => {
    const seen: string[] = []
    // One after the other: a person has few exports at the same time.
    for (const { endpoint, name } of asking) if (textOf(await send('admin', endpoint, {}, '?pageSize=200')).includes(mark)) seen.push(name)
    expect(seen.length, seen.join('\n')).toBeGreaterThan(20)
  })

  test.each(asking)('$name shows the south nothing of it', async ({ endpoint }) => {
    const { roleId, deptId, userId } = ofNorth
    const query = endpoint.method === 'GET' ? `?pageSize=200&roleId=${roleId}&deptId=${deptId}&userId=${userId}&code=north` : ''
    for (const [asked, payload] of [
      [query, { roleId, deptId, userId, pageSize: 200 }],
      ['', {}],
    ] as const) {
      const answer = await send('south_admin', endpoint, payload, asked)
      expect(answer.statusCode).toBe(200)
      const body = textOf(answer)
      expect(body).not.toContain(mark)
      expect(body).not.toContain('internal-error')
    }
  })

  let lastSeen: Record<string, string> | undefined
  test.each(changing)('$name changes nothing of it for the south', async ({ endpoint }) => {
    // As it was after the call before: nothing else writes.
    const before = lastSeen ?? (await everythingOf('north', 'platform'))
    const answer = await (endpoint.upload === undefined
      ? send('south_admin', endpoint, formFor(endpoint))
      : sendFile('south_admin', endpoint))
    expect(answer.statusCode).toBe(200)
    expect(answer.json().reason, answer.body).not.toBe('internal-error')
    // A form that does not pass says nothing about the wall behind it.
    expect(answer.json().reason, answer.body).not.toBe('request-invalid')
    lastSeen = await everythingOf('north', 'platform')
    expect(lastSeen).toEqual(before)
    if (isOfBank(endpoint.path)) expect(answer.body).not.toContain('"matched":1')
    else if (isOfReport(endpoint.path)) expect(answer.json().reason, answer.body).toBe('not-found')
    else if (endpoint.path.endsWith('/importData')) expect(answer.json().data).toMatchObject({ total: 1, good: 0, imported: 0 })
  })
})

type Table = { name: string; tenant: string | null }
let tablesOfPlatform: Promise<Table[]> | undefined
const findTables = async (): Promise<Table[]> => {
  const { rows } = await running.pool.query<Table>(
    `select t.table_name as name, (select column_name from information_schema.columns c where c.table_schema = 'platform'
       and c.table_name = t.table_name and c.column_name = case t.table_name when 'tenants' then 'code' else 'tenant' end) as tenant
     from information_schema.tables t where table_schema = 'platform'
       and table_name not in ('login_log', 'operation_log', 'sessions', 'challenges', 'outbox', 'secrets', 'migrations', 'policy_checkpoints')
     order by 1`,
  )
  return rows
}

/** A digest of every row of these tenants and of every row without a tenant, by table; logs and sessions are written by asking at all. */
const everythingOf = async (...tenants: string[]): Promise<Record<string, string>> => {
  tablesOfPlatform ??= findTables()
  const tables = await tablesOfPlatform
  const digests = tables.map(
    ({ name, tenant }) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from platform.${name} t
       ${tenant ? `where ${tenant} = any($1)` : 'where $1::text[] is not null'}`,
  )
  const { rows } = await running.pool.query<{ name: string; digest: string }>(digests.join(' union all '), [tenants])
  const events = await running.pool.query<{ events: string }>(
    `select coalesce(string_agg(position::text, ' ' order by position), '') as events from log.events
     where split_part(stream, '/', 1) = any($1)`,
    [tenants],
  )
  return { ...Object.fromEntries(rows.map(({ name, digest }) => [name, digest])), log: events.rows[0]!.events }
}
