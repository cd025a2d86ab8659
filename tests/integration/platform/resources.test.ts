import { read, utils } from '@e965/xlsx'
import { createUser } from '@nightflow/platform/people/users'
import { seedDictionaries } from '@nightflow/platform/settings/dictionaries'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi

beforeAll(async () => {
  running = await startApi('resources')
})
afterAll(() => running?.stop())

type Answer = { code: number; msg: string; reason?: string; data?: unknown; rows?: Record<string, unknown>[]; total?: number }
type Call = { tenant?: string; language?: string; role?: 'admin' | 'operator' | 'analyst' | 'clerk' }

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  { tenant = 'platform', language = 'en', role = 'admin' }: Call = {},
) => {
  const authorization = `Bearer ${running.tokenOf(tenant, role, 'somebody')}`
  const answer = await running.api.inject({
    method,
    url: `/prod-api/system/${path}`,
    headers: { authorization, language },
    ...(payload && { payload }),
  })
  return answer.json() as Answer
}
const idOf = ({ data }: Answer, name: string): number => (data as Record<string, number>)[name]!

describe('a resource', () => {
  test('is made, found, changed, listed and removed, and a name counts once', async () => {
    const made = await call('POST', 'carrier', { carrierName: 'Telkomsel', country: 'ID', areaCode: '62', smsLength: 160 })
    expect(made.code).toBe(200)
    const carrierId = idOf(made, 'carrierId')
    const again = await call('POST', 'carrier', { carrierName: 'Telkomsel', smsLength: 70 })
    expect(again).toMatchObject({ code: 500, reason: 'name-taken', msg: '“Telkomsel” already exists. Choose another name.' })
    await call('PUT', 'carrier', { carrierId, carrierName: 'Telkomsel', smsLength: 70 })
    // Fields that the form left out are empty now: a change states the whole row.
    expect((await call('GET', `carrier/${carrierId}`)).data).toMatchObject({ smsLength: 70, country: null, updateBy: 'somebody' })
    const listed = await call('GET', 'carrier/list?carrierName=telkom&orderByColumn=smsLength&isAsc=descending')
    expect(listed).toMatchObject({ code: 200, total: 1, rows: [{ carrierName: 'Telkomsel' }] })
    expect(await call('DELETE', `carrier/${carrierId},999999`)).toMatchObject({ code: 404 })
    expect((await call('DELETE', `carrier/${carrierId}`)).code).toBe(200)
    expect((await call('GET', `carrier/${carrierId}`)).code).toBe(404)
  })

  test('says which field is wrong', async () => {
    const answer = (await call('POST', 'carrier', { carrierName: '', smsLength: 0 })) as Answer & { errors: { path: string }[] }
    expect(answer.code).toBe(500)
    expect(answer.errors.map(({ path }) => path)).toEqual(['carrierName', 'smsLength'])
  })

  test('of the platform is closed to tenants', async () => {
    const answer = await call('GET', 'carrier/list', undefined, { tenant: 'north' })
    expect(answer.code).toBe(403)
  })

  test('pages in the requested order', async () => {
    for (const name of ['a', 'b', 'c']) await call('POST', 'thirdParty', { platformCode: `page-${name}`, platformName: name })
    const second = await call('GET', 'thirdParty/list?platformCode=page&orderByColumn=platformCode&isAsc=asc&pageNum=2&pageSize=2')
    expect(second.total).toBe(3)
    expect(second.rows?.map(({ platformCode }) => platformCode)).toEqual(['page-c'])
  })

  test('is exported with the heads and the words of who reads it, and what looks like a formula stays text', async () => {
    await call('POST', 'thirdParty', { platformCode: 'formula', platformName: '=1+1' })
    const answer = await running.api.inject({
      method: 'POST',
      url: '/prod-api/system/thirdParty/export',
      headers: { authorization: `Bearer ${running.tokenOf('platform')}` },
      payload: { platformCode: 'formula', heads: { platformName: 'Nom', status: 'État' }, words: { status: { '0': 'En service' } } },
    })
    const sheet = Object.values(read(answer.rawPayload).Sheets)[0]!
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ['Nom', 'État'],
      ['=1+1', 'En service'],
    ])
    expect(sheet.A2).toMatchObject({ t: 's' })
  })

  test('counts local days of the tenant, the last one with all its hours', async () => {
    await call('POST', 'notice', { noticeTitle: 'Dated', noticeType: '1' }, { tenant: 'south' })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
    const within = await call('GET', `notice/list?noticeTitle=Dated&beginTime=${today}&endTime=${today}`, undefined, { tenant: 'south' })
    expect(within.total).toBe(1)
    expect((await call('GET', 'notice/list?noticeTitle=Dated&endTime=2020-01-31 23:59:59', undefined, { tenant: 'south' })).total).toBe(0)
    expect((await call('GET', 'notice/list?endTime=2020-02-31', undefined, { tenant: 'south' })).code).toBe(500)
  })
})

describe('dictionaries', () => {
  test('speak the reader’s language', async () => {
    const labels = await Promise.all(
      ['zh-CN', 'en', 'fr', 'id'].map(async (language) => {
        const { data } = await call('GET', 'dict/data/type/alarm_status', undefined, { tenant: 'north', role: 'analyst', language })
        return (data as { dictLabel: string; dictValue: string }[])[0]!.dictLabel
      }),
    )
    expect(labels).toEqual(['未处理', 'Unprocessed', 'Non traitée', 'Belum diproses'])
    expect((await call('GET', 'dict/data/type/no_such_dictionary')).data).toEqual([])
  })

  test('an entry is written with one label by clients that know one language, and completed for the others', async () => {
    await call('POST', 'dict/type', { dictName: 'Pipe', dictType: 'pipe_material' })
    const made = await call(
      'POST',
      'dict/data',
      { dictType: 'pipe_material', dictValue: 'pe', dictLabel: 'Polyéthylène' },
      { language: 'fr' },
    )
    const dictCode = idOf(made, 'dictCode')
    await call('PUT', 'dict/data', { dictCode, dictType: 'pipe_material', dictValue: 'pe', dictLabel: 'Polyethylene' })
    const { data } = await call('GET', `dict/data/${dictCode}`, undefined, { language: 'fr' })
    expect(data).toMatchObject({ dictLabel: 'Polyéthylène', labels: { en: 'Polyethylene', fr: 'Polyéthylène' } })
    expect(await call('POST', 'dict/data', { dictType: 'pipe_material', dictValue: 'x' })).toMatchObject({ reason: 'label-missing' })
  })

  test('belong to the platform: a tenant reads them and changes nothing', async () => {
    const { rows } = await call('GET', 'dict/data/list?dictType=sys_yes_no', undefined, { tenant: 'north' })
    expect(rows).toHaveLength(2)
    const answer = await call('DELETE', `dict/data/${rows?.[0]?.dictCode}`, undefined, { tenant: 'north' })
    expect(answer.code).toBe(403)
    expect((await call('GET', 'dict/data/list?dictType=sys_yes_no')).total).toBe(2)
  })

  test('seeding twice changes nothing that operators changed', async () => {
    const { rows } = await call('GET', 'dict/data/list?dictType=sys_user_sex')
    await call('DELETE', `dict/data/${rows?.[0]?.dictCode}`)
    await seedDictionaries(running.pool)
    expect((await call('GET', 'dict/data/list?dictType=sys_user_sex')).total).toBe(2)
  })
})

describe('parameters', () => {
  test('come in msg and in data, and a tenant’s own value overrides the platform’s until it is removed', async () => {
    const key = 'config/configKey/sys.account.captchaType'
    const north = { tenant: 'north' }
    expect(await call('GET', key, undefined, north)).toMatchObject({ code: 200, msg: 'math', data: 'math' })
    const { rows } = await call('GET', 'config/list?configKey=captchaType', undefined, north)
    const { configId, configName, configKey } = rows![0]!
    expect((await call('PUT', 'config', { configId, configName, configKey, configValue: 'char' }, north)).code).toBe(200)
    expect(await call('GET', key, undefined, north)).toMatchObject({ msg: 'char' })
    expect(await call('GET', key, undefined, { tenant: 'south' })).toMatchObject({ msg: 'math' })
    const own = await call('GET', 'config/list?configKey=captchaType', undefined, north)
    expect(own).toMatchObject({ total: 1, rows: [{ tenant: 'north', configValue: 'char' }] })
    await call('DELETE', `config/${own.rows?.[0]?.configId}`, undefined, north)
    expect(await call('GET', key, undefined, north)).toMatchObject({ msg: 'math' })
  })

  test('that programs rely on hold what programs can use, and stay', async () => {
    const { rows } = await call('GET', 'config/list?configKey=captchaEnabled')
    const { configId, configName, configKey } = rows![0]!
    expect(await call('PUT', 'config', { configId, configName, configKey, configValue: 'maybe' })).toMatchObject({
      reason: 'parameter-impossible',
    })
    expect(await call('DELETE', `config/${configId}`)).toMatchObject({ reason: 'built-in-stays' })
    expect((await call('DELETE', 'config/clearCache')).code).toBe(200)
  })

  test('have no password that accounts start with, and clients that ask for it get an empty one', async () => {
    for (const role of ['analyst', 'admin'] as const)
      expect(await call('GET', 'config/configKey/sys.user.initPassword', undefined, { tenant: 'north', role })).toMatchObject({
        code: 200,
        msg: '',
        data: '',
      })
    expect((await call('GET', 'config/list?configKey=user.initPassword')).total).toBe(0)
  })

  test('keep their keys where programs rely on them', async () => {
    const { rows } = await call('GET', 'config/list?configKey=sideTheme', undefined, { tenant: 'north' })
    const values = { ...rows![0]!, configKey: 'anything.else', configValue: 'Disguised-7' }
    expect(await call('PUT', 'config', values, { tenant: 'north' })).toMatchObject({ reason: 'built-in-stays' })
  })
})

describe('rows that the service brings along', () => {
  test('has a name in the reader’s language until it is renamed, and saving it unchanged does not rename it', async () => {
    const french = { language: 'fr' }
    const { rows } = await call('GET', 'dict/type/list?dictType=sys_yes_no', undefined, french)
    expect(rows).toMatchObject([{ dictName: 'Oui ou non' }])
    const { dictId, dictType, dictName } = rows![0]!
    await call('PUT', 'dict/type', { dictId, dictType, dictName }, french)
    expect((await call('GET', `dict/type/${dictId}`)).data).toMatchObject({ dictName: 'Yes or no' })
    await call('PUT', 'dict/type', { dictId, dictType, dictName: 'Oui, non' }, french)
    expect((await call('GET', `dict/type/${dictId}`)).data).toMatchObject({ dictName: 'Oui, non' })
  })
})

describe('the operation log', () => {
  test('says who changed what, before and after, to the tenant and to the operators', async () => {
    const made = await call('POST', 'notice', { noticeTitle: 'Flushing', noticeType: '1' }, { tenant: 'south' })
    const noticeId = idOf(made, 'noticeId')
    await call('PUT', 'notice', { noticeId, noticeTitle: 'Flushing on Monday', noticeType: '1' }, { tenant: 'south' })
    const filter = 'operlog/list?operation=PUT /prod-api/system/notice&tenant=south'
    for (const tenant of ['south', 'platform']) {
      const { rows } = await call('GET', filter, undefined, { tenant })
      expect(rows?.[0]).toMatchObject({ actor: 'user:somebody', outcome: 'accepted', tenant: 'south' })
      expect(rows?.[0]).not.toHaveProperty('before')
      const { data } = await call('GET', `operlog/${rows?.[0]?.operId}`, undefined, { tenant })
      expect(data).toMatchObject({ before: { noticeTitle: 'Flushing' }, after: { noticeTitle: 'Flushing on Monday' } })
    }
    expect((await call('GET', filter, undefined, { tenant: 'north' })).total).toBe(0)
  })
})

describe('the sign-in log', () => {
  test('lets an administrator unlock an account of their own tenant, and of no other', async () => {
    const { rows } = await running.pool.query<{ username: string }>(`select username from platform.users where tenant = 'south' limit 1`)
    const userName = rows[0]!.username
    expect((await call('PUT', `logininfor/unlock/${userName}`, {}, { tenant: 'north' })).code).toBe(404)
    expect((await call('PUT', `logininfor/unlock/${userName}`, {}, { tenant: 'south' })).code).toBe(200)
    const listed = await call('GET', 'logininfor/list?outcome=unlocked', undefined, { tenant: 'south' })
    expect(listed).toMatchObject({ total: 1, rows: [{ userName: userName.toLowerCase() }] })
  })
})

describe('agents', () => {
  test('are the users who hold an agent’s role', async () => {
    await createUser(running.pool, { tenant: 'south', username: 'sells', password: 'Riverbank-7', role: 'agent' })
    const listed = await call('GET', 'agent/list', undefined, { tenant: 'south' })
    expect(listed).toMatchObject({ total: 1, rows: [{ userName: 'sells', status: '0' }] })
  })
})
