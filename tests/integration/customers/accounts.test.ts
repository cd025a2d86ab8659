import { closeValvesOfAccounts } from '@nightflow/policies/customers/close-valves-of-accounts'
import { followReplacedMeters } from '@nightflow/policies/customers/follow-replaced-meters'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

const path = '/prod-api/business/customer'
let running: RunningApi
let policies: RunningPolicies
beforeAll(async () => {
  running = await startApi('accounts')
  policies = runPolicies(running, [closeValvesOfAccounts(running.pool), followReplacedMeters(running.pool)])
  const meters = ['7001', '7002', '7003', '7004', '7005'].map((number) => ({ number, hasValve: true }))
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
})
afterAll(async () => {
  await policies.stop()
  await running.stop()
})

type Answer = { code: number; reason?: string; msg: string; data: { accountNo: string }; rows: Record<string, unknown>[]; total: number }
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, language = 'en', tenant = 'north'): Promise<Answer> =>
  (await running.ask(tenant, { method, url: `${path}${url}`, headers: { language }, ...(payload && { payload }) })).json()

const holder = (more: object = {}) => ({ customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', ...more })
const open = (more: object, language = 'en') => call('POST', '', holder(more), language)
const setting = (change: object) =>
  running.pool.query(`update platform.tenants set settings = settings || $1 where code = 'north'`, [change])
const numbering = (accountNoGenMode: '0' | '1') => setting({ accountNoGenMode })
const find = async (query: string) => (await call('GET', `/list?${query}`)).rows.map(({ accountNo }) => accountNo)
const because = 'asked at the counter'

describe('opening accounts', () => {
  test('a typed number opens one account, with its meter', async () => {
    expect(await open({ accountNo: 'a-1', meterNo: '7001', idNumber: '110101199003078888', email: 'li@example.org' })).toMatchObject({
      code: 200,
      data: { accountNo: 'A-1' },
    })
    expect((await call('GET', '/A-1')).data).toMatchObject({
      accountNo: 'A-1',
      customerName: 'Li Na',
      idNumber: '110101199003078888',
      status: '0',
      meterNo: '7001',
      meters: [{ meterNo: '7001', to: null }],
    })
  })

  // requirement of Customers: Each refusal has its message in four languages | /customer/accounts | POST /prod-api/business/customer
  test('refusals name the rule in the reader’s language', async () => {
    const refused = async (more: object, reason: string) => {
      const said = await Promise.all(languages.map((language) => open(more, language)))
      expect(said.map((answer) => answer.reason)).toEqual(languages.map(() => reason))
      expect(new Set(said.map(({ msg }) => msg)).size).toBe(languages.length)
    }
    await refused({ accountNo: 'A-1' }, 'account-already-exists')
    await refused({}, 'account-no-missing')
    await refused({ accountNo: 'A-2', telephone: '123' }, 'mobile-not-11-digits')
    await refused({ accountNo: 'A-2', idNumber: '123' }, 'identity-number-not-18')
    await refused({ accountNo: 'A-2', natureOfUse: '1' }, 'enterprise-incomplete')
    await refused({ accountNo: 'A-2', meterNo: '7001' }, 'meter-has-account')
    await refused({ accountNo: 'A-2', meterNo: '9999' }, 'meter-not-registered')
    expect(await open({ accountNo: 'A-2', customerName: 'L' })).toMatchObject({ reason: 'request-invalid' })
  })

  // requirement of Customers: Account numbers by `accountNoGenMode` | /customer/accounts | POST /prod-api/business/customer
  test('generated numbers are counted up, without a gap and without a number twice, however many open at once', async () => {
    await numbering('1')
    const opened = await Promise.all(Array.from({ length: 6 }, (_, nth) => open({ customerName: `Customer ${nth}` })))
    expect(opened.map(({ data }) => data.accountNo).toSorted()).toEqual(Array.from({ length: 6 }, (_, nth) => `0000000${nth + 1}`))
    expect(await open({ accountNo: 'A-3' })).toMatchObject({ reason: 'account-no-generated' })
    await numbering('0')
  })
})

describe('the valve of an account’s meter', () => {
  const office = (verb: string, payload: object = {}) => call('PUT', `/V-1/${verb}`, { reason: because, ...payload })
  const reasons = async (number: string): Promise<string[]> =>
    (await running.ask('north', { url: `/api/v1/meters/${number}` })).json().closingReasons

  // requirement of Customers: `openAccountCloseValve` has its effect | /customer/accounts | POST /prod-api/business/customer
  test('stays closed from the opening where the utility wants that', async () => {
    await setting({ openAccountCloseValve: true })
    await open({ accountNo: 'V-1', meterNo: '7004' })
    await setting({ openAccountCloseValve: false })
    await expect.poll(() => reasons('7004')).toEqual(['manual'])
  })

  // requirement of Customers: Freezing closes the valve, unfreezing opens it | /customer/accounts | PUT /prod-api/business/customer/:accountNo/freeze
  test('is closed by a freeze, beside other reasons, and an unfreeze takes this reason alone', async () => {
    await office('freeze')
    await expect.poll(() => reasons('7004')).toEqual(['manual', 'freeze'])
    await office('unfreeze')
    await expect.poll(() => reasons('7004')).toEqual(['manual'])
  })

  test('follows a replaced meter of a frozen account', async () => {
    await office('freeze')
    const replacedAt = new Date().toISOString()
    const payload = { replacedBy: '7005', replacedAt, finalLitres: 5000, initialLitres: 0 }
    await running.ask('north', { method: 'POST', url: '/api/v1/meters/7004/replacement', payload })
    await expect.poll(async () => (await call('GET', '/V-1')).data).toMatchObject({ meterNo: '7005' })
    await expect.poll(() => reasons('7005')).toEqual(['freeze'])
  })

  test('stays closed when the meter leaves a frozen account, until a person opens it', async () => {
    await office('cancel', { closingRegisterCubicMetres: 6 })
    await expect.poll(() => reasons('7005')).toEqual(['manual'])
    expect(policies.deadLetters).toEqual([])
  })
})

describe('the list', () => {
  // requirement of Customers: One box searches number, name, telephone, address, meter | /customer/accounts | GET /prod-api/business/customer/list
  test('one box looks into number, name, telephone, address and meter', async () => {
    await open({ accountNo: 'B-1', customerName: 'Wang Wei', telephone: '13911112222', address: 'Tower Street 3', meterNo: '7002' })
    for (const search of ['b-1', 'wang', '1391111', 'tower street', '7002']) expect(await find(`search=${search}`)).toEqual(['B-1'])
    expect(await find('search=tower%25')).toEqual([])
  })

  test('filters by number, name, telephone, address, state and meter', async () => {
    for (const filter of ['accountNo=b-1', 'customerName=WANG', 'telephone=13911', 'address=tower', 'meterNo=7002', 'search=wang&status=0'])
      expect(await find(filter)).toEqual(['B-1'])
    expect(await find('search=wang&status=1')).toEqual([])
    expect(await find('search=wang&waterUse=1')).toEqual([])
  })

  test('is of one utility, and newest first', async () => {
    expect((await find('pageSize=2'))[0]).toBe('B-1')
    expect(await find('orderByColumn=accountNo&isAsc=asc&pageSize=1')).toEqual(['00000001'])
    expect((await call('GET', '/list', undefined, 'en', 'south')).total).toBe(0)
    expect(await call('GET', '/B-1', undefined, 'en', 'south')).toMatchObject({ code: 404 })
  })
})

describe('the life of an account', () => {
  const put = (verb: string, payload: object = {}) => call('PUT', `/B-1/${verb}`, { reason: because, ...payload })

  // requirement of Customers: History of an account as sentences | /customer/accounts/:accountNo | GET /prod-api/business/customer/:accountNo/history
  // requirement of Customers: States active, frozen, cancelled, each change with its reason | /customer/accounts/:accountNo | GET /prod-api/business/customer/:accountNo/history
  test('is changed, frozen, unfrozen, transferred and cancelled, each with its reason in the history', async () => {
    expect(
      await call('PUT', '', { ...holder({ customerName: 'Wang Wei' }), accountNo: 'B-1', waterUse: '1', reason: because }),
    ).toMatchObject({
      code: 200,
    })
    expect(await put('freeze')).toMatchObject({ code: 200 })
    expect(await put('transfer', holder())).toMatchObject({ reason: 'account-frozen' })
    expect(await put('unfreeze')).toMatchObject({ code: 200 })
    expect(await put('transfer', holder({ customerName: 'Zhao Min' }))).toMatchObject({ reason: 'closing-register-missing' })
    expect(await put('transfer', { ...holder({ customerName: 'Zhao Min' }), closingRegisterCubicMetres: 12.345 })).toMatchObject({
      code: 200,
    })
    expect((await call('GET', '/B-1')).data).toMatchObject({ customerName: 'Zhao Min', meterNo: '7002', waterUse: '1' })
    expect(await put('cancel', { closingRegisterCubicMetres: 20 })).toMatchObject({ code: 200 })
    expect((await call('GET', '/B-1')).data).toMatchObject({ status: '2', meterNo: null })
    const history = (await call('GET', '/B-1/history')).data as unknown as { rows: { step: string; note: string | null; facts: object }[] }
    expect(history.rows.map(({ step }) => step)).toEqual([
      ...['cancelled', 'meterUnlinked', 'transferred', 'unfrozen', 'frozen', 'settingsChanged', 'detailsChanged', 'meterLinked', 'opened'],
    ])
    expect(history.rows.slice(0, 7).every(({ note }) => note === because)).toBe(true)
    expect(history.rows[2]!.facts).toEqual({ closingLitres: 12_345 })
  })

  // requirement of Customers: Account closed, cancellation not allowed, account number already exists | /customer/accounts | PUT /prod-api/business/customer/:accountNo/cancel
  test('ends for good: the meter is free for another account, the number is not', async () => {
    expect(await put('unfreeze')).toMatchObject({ reason: 'account-closed' })
    expect(await put('cancel')).toMatchObject({ reason: 'cancellation-not-allowed' })
    expect(await open({ accountNo: 'B-1' })).toMatchObject({ reason: 'account-already-exists' })
    expect(await open({ accountNo: 'B-2', meterNo: '7002' })).toMatchObject({ code: 200 })
  })

  test('history of an account that is opened for an earlier day has the days of the facts, not of the record', async () => {
    const openedAt = '2025-02-03T08:00:00.000Z'
    expect(await open({ accountNo: 'OLD-1', openedAt })).toMatchObject({ code: 200 })
    const { rows } = (await call('GET', '/OLD-1/history')).data as unknown as { rows: { step: string; at: string }[] }
    expect(rows).toMatchObject([{ step: 'opened', at: openedAt }])
  })

  test('a meter is linked to one account at a time, and leaves with its register', async () => {
    await open({ accountNo: 'C-1' })
    const meter = (verb: string, payload: object) => call('PUT', `/C-1/${verb}`, { reason: because, ...payload })
    expect(await meter('meter', { meterNo: '7002' })).toMatchObject({ reason: 'meter-has-account' })
    expect(await meter('meter', { meterNo: '7003' })).toMatchObject({ code: 200 })
    expect(await meter('meter/removal', {})).toMatchObject({ reason: 'closing-register-missing' })
    expect(await meter('meter/removal', { closingRegisterCubicMetres: 1 })).toMatchObject({ code: 200 })
    expect((await call('GET', '/C-1')).data).toMatchObject({ meterNo: null, meters: [{ meterNo: '7003' }] })
  })

  test('keeps no personal value in the operation log, nor in the log in plain text', async () => {
    const rowsWith = async (table: string) =>
      (await running.pool.query(`select count(*)::int as rows from ${table} stored where stored::text like '%Zhao Min%'`)).rows[0].rows
    expect([await rowsWith('platform.operation_log'), await rowsWith('log.events'), await rowsWith('views.accounts')]).toEqual([0, 0, 0])
    expect(await rowsWith('views.persons')).toBe(1)
  })
})

describe('two clerks at the same moment', () => {
  // requirement of Customers: A meter serves one account, also when two clerks link it at once | /customer/accounts | PUT /prod-api/business/customer/:accountNo/meter
  test('link one meter to two accounts: one of them is refused with the account that has it', async () => {
    for (const accountNo of ['T-1', 'T-2']) await open({ accountNo })
    await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: '7100' }] } })
    const answers = await Promise.all(
      ['T-1', 'T-2'].map((accountNo) => call('PUT', `/${accountNo}/meter`, { meterNo: '7100', reason: because })),
    )
    expect(answers.map(({ reason }) => reason ?? 'linked').toSorted()).toEqual(['linked', 'meter-has-account'])
  })

  test('open accounts with one meter: one account has it, and the others are not opened', async () => {
    await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: '7101' }] } })
    const numbers = ['T-3', 'T-4', 'T-5', 'T-6']
    const answers = await Promise.all(numbers.map((accountNo) => open({ accountNo, meterNo: '7101' })))
    expect(answers.map(({ reason }) => reason ?? 'opened').toSorted()).toEqual([
      ...['meter-has-account', 'meter-has-account', 'meter-has-account', 'opened'],
    ])
    expect(await find('meterNo=7101')).toHaveLength(1)
  })
})
