import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'
import type { TenantSettingsForm } from '@nightflow/schemas/platform/tenant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, menusFor, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

type Tenant = {
  tenantId: number
  code: string
  tenantName: string
  status: string
  trialDaysLeft: number | null
  settings: TenantSettingsForm
}
type Made = { tenantId: number; userName: string; initialPassword: string }

let running: RunningApi
let office: BackOffice
let operator: Clerk
let admin: Clerk
beforeAll(async () => {
  running = await startApi('office_tenants')
  office = backOfficeOf(running)
  operator = clerkAt(office, await office.logIn('operator'))
  admin = clerkAt(office, await office.logIn('admin'))
})
afterAll(() => running.stop())

const ended = 100_102_000_002
const newTenant = (code: string, more: object = {}) =>
  operator.done<Made>('POST', 'system/tenant', {
    code,
    tenantName: `Water of ${code}`,
    timeZone: 'Asia/Jakarta',
    userName: `${code}_chief`,
    ...more,
  })
const findTenant = async (code: string): Promise<Tenant> =>
  (await operator.done<{ rows: Tenant[] }>('GET', `system/tenant/list?code=${code}`)).rows.find((tenant) => tenant.code === code)!

/** An administrator who has replaced the first password. */
const chiefOf = async ({ userName, initialPassword }: Made): Promise<Clerk> => {
  const first = clerkAt(office, await office.logIn(userName, initialPassword))
  await first.done('PUT', 'system/user/forceResetPwd', { password: await office.seal('Lakeside-9') })
  return clerkAt(office, await office.logIn(userName, 'Lakeside-9'))
}

describe('a tenant', () => {
  test('is made with roles and an administrator, whose password is shown once', async () => {
    const made = await newTenant('east', { settings: { country: 'ID', currencyUnit: 'IDR', initLng: 106.8, initLat: -6.2 } })
    const chief = await chiefOf(made)
    expect(await chief.done('GET', 'system/user/getInfo')).toMatchObject({
      roles: ['admin'],
      permissions: ['*:*:*'],
      tenant: {
        code: 'east',
        tenantName: 'Water of east',
        country: 'ID',
        currencyUnit: 'IDR',
        mapCentre: { longitude: 106.8, latitude: -6.2 },
      },
    })
    const { rows } = await chief.done<{ rows: { roleKey: string }[] }>('GET', 'system/role/list')
    expect(rows.map(({ roleKey }) => roleKey)).toEqual(['admin', 'analyst', 'clerk', 'agent', 'trial'])
    const { rows: logged } = await running.pool.query('select subject, after from platform.operation_log')
    expect(JSON.stringify(logged)).not.toContain(made.initialPassword)
  })

  test('has a code of its own, and is made whole or not at all', async () => {
    const refused = (code: string, more: object = {}) =>
      operator.refused('POST', 'system/tenant', { code, tenantName: 'X', timeZone: 'UTC', userName: 'somebody_new', ...more })
    expect(await refused('east')).toBe('name-taken')
    expect(await refused('platform')).toBe('name-taken')
    expect(await refused('half', { userName: 'admin' })).toBe('user-name-taken')
    expect(await findTenant('half')).toBeUndefined()
    const twins = await Promise.all([refused('twin', { userName: 'twin_one' }), refused('twin', { userName: 'twin_two' })])
    expect(twins.toSorted()).toEqual(['name-taken', undefined])
    for (const wrong of [{ timeZone: 'Mars/Olympus' }, { tenantName: '' }, { userName: '1x' }, { settings: { currencyUnit: 'yen' } }])
      expect(await refused('odd', wrong), JSON.stringify(wrong)).toBe('request-invalid')
  })

  test('has country and currency of its time zone, is changed and searched, and put out of use with all its people', async () => {
    const made = await newTenant('west', { kind: 'trial' })
    const { tenantId, trialDaysLeft } = await findTenant('west')
    expect(trialDaysLeft).toBe(180)
    const chief = await chiefOf(made)
    expect(await chief.done('GET', 'system/user/getInfo')).toMatchObject({ user: { userType: '02' } })
    await operator.done('PUT', 'system/tenant', {
      tenantId,
      tenantName: 'Western water',
      timeZone: 'UTC',
      settings: { themeColour: '#13c2c2' },
    })
    const found = await operator.done<{ rows: Tenant[]; total: number }>('POST', 'system/tenant/list', { tenantName: 'western' })
    expect(found).toMatchObject({
      total: 1,
      rows: [{ code: 'west', kind: 'normal', settings: { themeColour: '#13c2c2', country: 'ID', currencyUnit: 'IDR' } }],
    })
    expect(await chief.done('GET', 'system/user/getInfo')).toMatchObject({ user: { userType: '01' } })
    await operator.done('PUT', 'system/tenant/changeStatus', { tenantId, status: '1' })
    expect((await chief.call('GET', 'system/user/getInfo')).code).toBe(ended)
    expect((await office.tryLogIn('west_chief', 'Lakeside-9')).code).toBe(500)
    await operator.done('PUT', 'system/tenant/changeStatus', { tenantId, status: '0' })
    await office.logIn('west_chief', 'Lakeside-9')
    const own = (await findTenant('platform')).tenantId
    expect(await operator.refused('PUT', 'system/tenant/changeStatus', { tenantId: own, status: '1' })).toBe('built-in-stays')
  })

  test('is the platform’s matter alone', async () => {
    for (const [method, path, payload] of [
      ['GET', 'system/tenant/list'],
      ['POST', 'system/tenant', { code: 'mine', tenantName: 'Mine', timeZone: 'UTC', userName: 'mine_chief' }],
      ['PUT', 'system/tenant/changeStatus', { tenantId: 1, status: '1' }],
      ['GET', 'system/menu/list'],
      ['POST', 'system/menu', {}],
    ] as const)
      expect(await admin.refused(method, path, payload), path).toBe('permission-missing')
  })

  // requirement of Devices: Map centre, zoom 10 to 20 with 10 at first, pitch, view mode and two map providers | /system/settings | PUT /prod-api/system/tenant/settings
  // requirement of Shell, answers and limits: Meter rulers are 1 by default; map centre 120.11, 30.27 and zoom 10 | /system/settings | GET /prod-api/system/tenant/settings
  test('is set up by its own administrator; what is left out stays', async () => {
    await admin.done('PUT', 'system/tenant/settings', { tenantAreaAddress: '8 Canal Street', openAccountCloseValve: true, initLng: 9.19 })
    await admin.done('PUT', 'system/tenant/settings', { themeColour: '#722ed1' })
    expect(await admin.done('GET', 'system/tenant/settings')).toEqual({
      ...{ billOnTransfer: true, confirmAmountsAbove: 0, billOnFreeze: false, billOnMeterChange: false, billOnTariffChange: false },
      themeColour: '#722ed1',
      dateForm: 'language',
      tileUrl: null,
      secondTileUrl: null,
      mapType: '0',
      mapViewMode: '2D',
      mapPitch: 45,
      country: 'CN',
      currencyUnit: 'CNY',
      lcMeterRuler: 1,
      yzjMeterRuler: 1,
      concentratorTimeoutMinutes: 60,
      numericMeterNumbers: true,
      openAccountCloseValve: true,
      tenantAreaAddress: '8 Canal Street',
      initLng: 9.19,
      initLat: 30.27,
      mapZoom: 10,
      paymentIban: null,
      monthSewageTemplateId: null,
      accountBalanceTemplateId: null,
      accountNoGenMode: '0',
      tokensAfterSale: 'none',
      largeTokenSales: 'split',
      numbering: 'KIND-YEAR-NUMBER',
      demoMode: false,
      demoIntervalSeconds: 15,
    })
    expect(await admin.refused('PUT', 'system/tenant/settings', { initLng: 181 })).toBe('request-invalid')
    expect((await findTenant('south')).settings.themeColour).toBe('#1890ff')
    const { rows } = await running.pool.query(
      `select before->>'themeColour' as before, after->>'themeColour' as after from platform.operation_log
       where operation = 'PUT /prod-api/system/tenant/settings' and outcome = 'accepted' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ before: '#1890ff', after: '#722ed1' }])
  })
})

describe('the menu', () => {
  const routersOf = async (username: string, language = 'en') =>
    clerkAt(office, await office.logIn(username), language).done<RouterEntry[]>('GET', 'system/menu/getRouters')
  const pathsOf = (entries: readonly RouterEntry[]): string[] =>
    entries.flatMap((entry) => (entry.children ?? []).map((page) => `${entry.path}/${page.path}`))

  test('is what the own roles open, titles in the reader’s language', async () => {
    const analyst = await routersOf('analyst', 'fr')
    expect(pathsOf(analyst)).toEqual(expect.arrayContaining(['/water/leakage', '/device/meters', '/audit/events', '/alarm/alarm']))
    expect(pathsOf(analyst).filter((path) => /system|tenant|gateway/.test(path))).toEqual([])
    expect(analyst.find(({ path }) => path === '/water')).toMatchObject({
      name: 'Water',
      component: 'Layout',
      alwaysShow: true,
      redirect: 'noRedirect',
      meta: { title: 'Eau', icon: 'droplet', noCache: false },
    })
    expect(pathsOf(await routersOf('clerk'))).toEqual([
      ...['/customer/accounts', '/customer/accounts/:accountNo', '/customer/customerType'],
      ...[
        '/billing/priceSchemes',
        '/billing/bills',
        '/billing/heldBills',
        '/billing/salesBills',
        '/billing/payments',
        '/billing/recharges',
      ],
      ...['/billing/bankStatements', '/billing/bankEntries', '/billing/transactions', '/billing/burn-downs'],
      '/billing/deductions',
      ...['/billing/surchargeSchemes', '/billing/personalSurcharges', '/billing/debts', '/billing/debtRecords'],
      '/billing/payment',
      ...['/prepaid/tokenDesk', '/prepaid/tokens', '/prepaid/stsRefund', '/prepaid/stsMeters'],
      ...['/card/desk', '/card/cards', '/card/cardRecords', '/card/systemCards'],
      ...['/alarm/alarm', '/alarm/notices', '/alarm/figures'],
      ...['/workOrder/board', '/workOrder/requests', '/workOrder/orders', '/workOrder/cases', '/workOrder/figures'],
      '/workOrder/orderFigures',
      ...['/device/meters', '/device/meters/:number', '/device/valves', '/device/keyUpdate', '/device/meterReplacement'],
      ...['/device/quarantine', '/device/unclaimed'],
      ...['/readMeter/list', '/readMeter/review', '/readMeter/health', '/readMeter/manual', '/readMeter/walkBy'],
      ...[
        '/report/history',
        '/report/interval',
        '/report/daily',
        '/report/group',
        '/report/readingRate',
        '/report/recharge',
        '/report/postpaid',
      ],
      '/system/region',
      '/system/notice',
    ])
  })

  test('of operators has the tenants, that of a tenant has its settings', async () => {
    const platform = pathsOf(await routersOf('operator'))
    const tenant = pathsOf(await routersOf('admin'))
    expect(platform).toEqual(expect.arrayContaining(['/tenant/list', '/system/menu', '/system/dict']))
    expect(platform).not.toContain('/system/settings')
    expect(tenant).toEqual(expect.arrayContaining(['/system/settings', '/system/user', '/gateway/list']))
    expect(tenant.filter((path) => /^.tenant|system.(menu|dict)/.test(path))).toEqual([])
  })

  test('of an operator who visits is that of the visited tenant', async () => {
    const { access_token } = await operator.done<{ access_token: string }>('POST', 'system/tenant/visit', {
      code: 'south',
      reason: 'asked for help',
    })
    const visitor = clerkAt(office, access_token)
    const paths = pathsOf(await visitor.done<RouterEntry[]>('GET', 'system/menu/getRouters'))
    expect(paths).toContain('/system/settings')
    expect(paths).not.toContain('/tenant/list')
    expect(await visitor.refused('GET', 'system/tenant/list')).toBe('permission-missing')
    const { rows } = await visitor.done<{ rows: { userName: string }[] }>('GET', 'system/user/list')
    expect(rows.every(({ userName }) => userName.startsWith('south_'))).toBe(true)
  })

  test('has the messages of a tenant for operators who visit it, and at home those of no tenant alone', async () => {
    await running.pool.query(
      `insert into platform.outbox (tenant, channel, recipient, body, state)
       values ('south', 'sms', '+8613800138001', 'your code: 111111', 'kept'), ('north', 'sms', '+393401234567', 'your code: 222222', 'kept'),
         (null, 'sms', '+8613800138003', 'your code: 333333', 'kept')`,
    )
    const recipientsOf = async (reader: Clerk) =>
      (await reader.done<{ rows: { recipient: string }[] }>('GET', 'system/outbox/list?channel=sms')).rows.map(({ recipient }) => recipient)
    const home = await recipientsOf(operator)
    expect(home).toContain('+8613800138003')
    expect(home).not.toContain('+8613800138001')
    expect(home).not.toContain('+393401234567')
    const visit = { code: 'south', reason: 'a code that was not delivered' }
    const { access_token } = await operator.done<{ access_token: string }>('POST', 'system/tenant/visit', visit)
    const visitor = clerkAt(office, access_token)
    expect(await recipientsOf(visitor)).toEqual(['+8613800138001'])
    expect(pathsOf(await visitor.done<RouterEntry[]>('GET', 'system/menu/getRouters'))).toContain('/tenant/outbox')
    expect(await admin.refused('GET', 'system/outbox/list')).toBe('permission-missing')
  })

  test('names every route once', async () => {
    const names = (entries: readonly RouterEntry[]): string[] =>
      entries.flatMap(({ name = '', children = [] }) => [name, ...names(children)])
    for (const username of ['operator', 'admin']) {
      const all = names(await routersOf(username))
      expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
    }
  })

  test('is made by operators: a page of their own appears, is hidden and goes; the service’s own stay', async () => {
    const titles = { en: 'Handbook', 'zh-CN': '手册', fr: 'Manuel', id: 'Buku panduan' }
    const form = { titles, menuType: 'C', path: 'https://example.org/handbook', isFrame: '0', orderNum: 9999, audience: 'tenant' }
    const { menuId } = await operator.done<{ menuId: number }>('POST', 'system/menu', form)
    const last = (await routersOf('admin', 'id')).at(-1)
    expect(last).toMatchObject({
      path: 'https://example.org/handbook',
      meta: { title: 'Buku panduan', link: 'https://example.org/handbook' },
    })
    await operator.done('PUT', 'system/menu', { menuId, ...form, status: '1' })
    expect((await routersOf('admin')).at(-1)?.path).toBe('/audit')
    expect(await operator.refused('POST', 'system/menu', { ...form, parentId: menuId })).toBe('parent-unsuitable')
    await operator.done('DELETE', `system/menu/${menuId}`)
    const rows = await operator.done<{ menuId: number; menuKey: string; menuName: string }[]>(
      'GET',
      'system/menu/list?menuName=Quarantaine',
    )
    expect(rows).toMatchObject([{ menuKey: 'metering/quarantine', menuName: 'Quarantine' }])
    expect(await operator.refused('DELETE', `system/menu/${rows[0]!.menuId}`)).toBe('built-in-stays')
  })

  test('is not written by a person who lacks the permission that it grants or revokes', async () => {
    const setUp = setUpBy(() => operator, office, running.pool)
    const rights = ['platform:menu:list', 'platform:menu:query', 'platform:menu:add', 'platform:menu:edit', 'platform:menu:remove']
    const keeper = await setUp.worker('menu_keeper', await setUp.newRole('menu_keeper', rights))
    const titles = { en: 'Tools', 'zh-CN': '工具', fr: 'Outils', id: 'Alat' }
    const form = { titles, menuType: 'F', orderNum: 9999, audience: 'everybody' }
    const { menuId } = await keeper.done<{ menuId: number }>('POST', 'system/menu', { ...form, perms: 'platform:menu:list' })
    for (const perms of ['*:*:*', 'platform:tenant:visit', 'system:user:resetPwd']) {
      expect(await keeper.refused('POST', 'system/menu', { ...form, perms }), perms).toBe('beyond-own-rights')
      expect(await keeper.refused('PUT', 'system/menu', { menuId, ...form, perms }), perms).toBe('beyond-own-rights')
    }
    const other = await operator.done<{ menuId: number }>('POST', 'system/menu', { ...form, perms: 'platform:tenant:visit' })
    expect(await keeper.refused('PUT', 'system/menu', { ...other, ...form, perms: null })).toBe('beyond-own-rights')
    expect(await keeper.refused('DELETE', `system/menu/${other.menuId}`)).toBe('beyond-own-rights')
    for (const made of [menuId, other.menuId]) await operator.done('DELETE', `system/menu/${made}`)
  })

  test('gives a role the pages it was given and no others that need the same permission', async () => {
    const setUp = setUpBy(() => admin, office, running.pool)
    const pages = await running.pool.query(`select menu_id as id from platform.menus where menu_key in ('water', 'leakage/map')`)
    const role = await setUp.newRole('map_reader', [], { menuIds: pages.rows.map(({ id }) => Number(id)) })
    const reader = await setUp.worker('map_reader', role)
    expect(pathsOf(await reader.done<RouterEntry[]>('GET', 'system/menu/getRouters'))).toEqual(['/water/map'])
    expect(await menusFor(running.pool, 'leakage:partition:read')).toHaveLength(14)
  })
})
