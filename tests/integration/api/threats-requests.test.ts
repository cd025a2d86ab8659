import { routes } from '@nightflow/api/routes'
import { isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { byForm } from '../../support/full-form.ts'
import { formsOfResources } from '../../support/resource-forms.ts'
import { turnOfRun } from '../../support/turn-of-samples.ts'

/** Requests by docs/threat-model.md, tested on every call; nothing here is picked by hand. */

const all = Object.values(routes)
  .flat()
  .filter(({ endpoint }) => isBackOffice(endpoint.path))
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const guarded = all.filter(({ endpoint }) => endpoint.permission !== 'public')
const lists = guarded.filter(({ endpoint }) => /\/(list|export|allocatedList|unallocatedList|treeselect|listAll)$/.test(endpoint.path))
const writing = guarded.filter(
  ({ endpoint }) =>
    ['POST', 'PUT'].includes(endpoint.method) && endpoint.upload === undefined && !lists.some((list) => list.endpoint === endpoint),
)

let running: RunningApi
let office: BackOffice
const tokens: Record<'admin' | 'operator', string> = { admin: '', operator: '' }
beforeAll(async () => {
  running = await startApi('threats_requests')
  office = backOfficeOf(running)
  tokens.admin = await office.logIn('admin')
  tokens.operator = await office.logIn('operator')
})
afterAll(() => running.stop())

const pathOf = (path: string): string => path.replaceAll(/:\w+/g, '1')
const tokenFor = (permission: string): string => (permission.startsWith('platform:') ? tokens.operator : tokens.admin)

const injections = [
  `'; drop table platform.users; --`,
  `' or '1'='1`,
  `1) union select password_hash from platform.users --`,
  `\\'; select pg_sleep(5); --`,
  `$1`,
  `%`,
  `"user_id"`,
]

/** Of each field the full form sends every value. The default form sends one to every second field, each day others: each value comes to fifty fields. */
const injectionsOf = (nthCall: number, nthField: number): string[] =>
  byForm({
    full: injections,
    short: (nthCall + nthField + turnOfRun()) % 2 === 0 ? [injections[(nthCall + nthField) % injections.length]!] : [],
  })

describe('a value of a filter or a sort', () => {
  test.each(lists.map((list, nthCall) => ({ ...list, nthCall })))('of $name is never a statement', async ({ endpoint, nthCall }) => {
    const fields = [...Object.keys(endpoint.request.shape).filter((field) => !['heads', 'words'].includes(field)), 'orderByColumn', 'isAsc']
    for (const [nthField, field] of [...new Set(fields)].entries()) {
      for (const value of injectionsOf(nthCall, nthField)) {
        const token = tokenFor(endpoint.permission)
        const isAsked = endpoint.method === 'GET'
        const query = isAsked ? `?${new URLSearchParams({ [field]: value })}` : ''
        const start = performance.now()
        const answer = await running.api.inject({
          method: endpoint.method,
          url: `${pathOf(endpoint.path)}${query}`,
          headers: { authorization: `Bearer ${token}`, language: 'en' },
          ...(!isAsked && { payload: { [field]: value } }),
        })
        const isFile = !String(answer.headers['content-type']).includes('json')
        if (!isFile)
          expect(['request-invalid', 'not-found', undefined], `${field}=${value}: ${answer.body}`).toContain(answer.json().reason)
        expect(answer.body).not.toContain('argon2id')
        expect(performance.now() - start).toBeLessThan(4000)
      }
    }
  })

  test('sorts by what is shown and by nothing else, so that no order gives away a secret', async () => {
    for (const { endpoint } of lists.filter(({ endpoint: { method, envelope } }) => method === 'GET' && envelope === 'rows')) {
      const asked = async (query: string) =>
        (await office.call({ url: `${pathOf(endpoint.path)}?roleId=1&${query}`, token: tokenFor(endpoint.permission) })).rows as
          | unknown[]
          | undefined
      const usual = await asked('')
      for (const secret of ['passwordHash', 'password_hash', 'initialPasswordHash', 'ctid']) {
        const rows = await asked(`orderByColumn=${secret}`)
        // Refused as a word that no field is, or put in the usual order.
        if (rows !== undefined) expect(rows, endpoint.path).toEqual(usual)
      }
    }
    const byHash = await office.call({ url: '/prod-api/system/user/list?orderByColumn=passwordHash&isAsc=desc', token: tokens.admin })
    const usual = await office.call({ url: '/prod-api/system/user/list?isAsc=desc', token: tokens.admin })
    expect(byHash.rows).toEqual(usual.rows)
  })

  test('leaves all tables where they are', async () => {
    const { rows } = await running.pool.query(`select count(*)::int as users from platform.users`)
    expect(rows[0].users).toBeGreaterThanOrEqual(7)
  })
})

/** Fields of no form: tenant, creator, type of account. */
const foreign = {
  tenant: 'south',
  homeTenant: 'south',
  userType: '00',
  user_type: '00',
  builtIn: true,
  built_in: true,
  configType: 'Y',
  createBy: 'intruder',
  create_by: 'intruder',
  updateBy: 'intruder',
  createTime: '2001-01-01T00:00:00Z',
  create_time: '2001-01-01T00:00:00Z',
  passwordHash: 'intruder',
  password_hash: 'intruder',
  initialPasswordHash: 'intruder',
  mustChangePassword: false,
  permissions: ['*:*:*'],
  isAdmin: true,
  avatarFile: '00000000-0000-4000-8000-000000000000',
  logoFile: '00000000-0000-4000-8000-000000000000',
}

const texts = { en: 'x', 'zh-CN': 'x', fr: 'x', id: 'x' }
let nth = 0
/** A form that every schema takes, new each time. */
const form = (): Record<string, unknown> => {
  nth += 1
  const word = `mass${nth}`
  return {
    ...formsOfResources(word),
    ...{
      userName: word,
      nickName: word,
      roleIds: [],
      sex: '1',
      language: 'en',
      status: '0',
      deptName: word,
      regionName: word,
      roleName: word,
    },
    ...{ roleKey: word, roleType: 'general', dataScope: '1', menuIds: [], deptIds: [], regionIds: [], noticeTitle: word, noticeType: '1' },
    ...{
      configName: word,
      configKey: `${word}.k`,
      configValue: '1',
      titles: texts,
      menuType: 'C',
      dictName: word,
      dictType: `alarm_status`,
    },
    ...{ dictValue: word, labels: texts, dictSort: 1 },
    ...{
      tenantName: word,
      timeZone: 'UTC',
      code: word,
      reason: 'to look',
      minutes: 5,
      note: word,
      alarmStatus: '2',
      hours: 1,
      mode: 'preview',
    },
    ...{
      userId: 1,
      roleId: 1,
      deptId: null,
      noticeId: 1,
      configId: 1,
      menuId: 1,
      dictId: 1,
      dictCode: 1,
      tenantId: 1,
    },
    ...{ alarmProcessedId: 1, alarmProcessedIds: [1], alarmTypes: [0], userIds: '1', intervalSeconds: 30, amount: 1 },
  }
}

const accepted: string[] = []

/** Names of fields that a refusal says it does not know. */
const unknownOf = ({ errors = [] }: Enveloped): string[] =>
  (errors as { path: string; code: string }[]).filter(({ code }) => code === 'unknown-field').map(({ path }) => path.split('.')[0]!)

describe('fields that a form does not show', () => {
  test.each(writing)('is ignored or refused by $name', async ({ endpoint }) => {
    const token = tokenFor(endpoint.permission)
    // Calls that end the session that they come with have a table of their own.
    if (/(updatePwd|forceResetPwd|visit|logout)$/.test(endpoint.path)) return
    const send = (payload: object) => office.call({ method: endpoint.method, url: pathOf(endpoint.path), token, payload }).catch(String)
    let payload: Record<string, unknown> = { ...foreign, ...form() }
    let answer = await send(payload)
    // Names that are refused are left out, a hundred at a time: the rest is known, or ignored as what these clients send besides.
    while (typeof answer !== 'string' && unknownOf(answer).length > 0) {
      const unknown = new Set(unknownOf(answer))
      const known = Object.fromEntries(Object.entries(payload).filter(([name]) => !unknown.has(name)))
      if (Object.keys(known).length === Object.keys(payload).length) break
      payload = known
      answer = await send(payload)
    }
    if (typeof answer === 'string') return
    expect(answer.reason).not.toBe('internal-error')
    if (answer.code === 200) accepted.push(endpoint.path)
  })

  test('has been written nowhere, though most of the forms were taken', async () => {
    expect(accepted.length, accepted.join('\n')).toBeGreaterThan(20)
    const { rows: tables } = await running.pool.query<{ name: string }>(
      `select distinct format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'platform' and table_type = 'BASE TABLE'
         and table_name not in ('operation_log')`,
    )
    for (const { name } of tables) {
      const found = await running.pool.query(`select t::text as row from ${name} t where t::text like '%intruder%' limit 1`)
      expect(found.rows, name).toEqual([])
    }
    const { rows } = await running.pool.query(
      `select (select count(*)::int from platform.users where tenant <> 'platform' and user_type = '00') as operators,
         (select count(*)::int from platform.users where username like 'mass%' and tenant = 'north') as made,
         (select count(*)::int from platform.users where username like 'mass%' and not must_change_password) as settled,
         (select count(*)::int from platform.roles where role_key like 'mass%' and built_in) as built_in,
         (select count(*)::int from platform.configuration where config_key like 'mass%' and config_type = 'Y') as relied_on,
         (select count(*)::int from platform.departments where tenant = 'south') + (select count(*)::int from platform.regions where tenant = 'south')
           + (select count(*)::int from platform.notices where tenant = 'south') as moved`,
    )
    expect(rows[0]).toEqual({ operators: 0, made: 1, settled: 0, built_in: 0, relied_on: 0, moved: 0 })
  })

  test.each(['{"__proto__":{"isAdmin":true},"noticeTitle":"x","noticeType":"1"}', '{"constructor":{"prototype":{"isAdmin":true}}}'])(
    'cannot reach every object by its prototype: %s',
    async (payload) => {
      const headers = { 'content-type': 'application/json' }
      expect((await office.call({ method: 'POST', url: '/prod-api/system/notice', token: tokens.admin, payload, headers })).reason).toBe(
        'request-invalid',
      )
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )
})

describe('another site in the same browser', () => {
  test.each(guarded)('gets nothing from $name by a cookie', async ({ endpoint }) => {
    const headers = {
      cookie: `Admin-Token=${tokens.admin}; token=${tokens.admin}; Authorization=Bearer ${tokens.admin}`,
      origin: 'https://evil.example',
    }
    const answer = await running.api.inject({ method: endpoint.method, url: pathOf(endpoint.path), headers })
    expect(answer.json()).toMatchObject({ code: 401 })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('gets no header that permits the request', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const answer = await running.api.inject({ method: 'OPTIONS', url: '/prod-api/system/user', headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
