import { randomUUID } from 'node:crypto'
import { sealWith } from '../api/back-office.ts'
import { waitUntil } from '../process/server-process.ts'

/** A server of some commit, with its command line: `cli(['token', …], 'typed')` answers what the command printed. */
export type ServerOfCommit = { baseUrl: string; cli: (parameters: string[], typed?: string) => Promise<string> }

/** The caller: one tenant with one role. */
export type Caller = Awaited<ReturnType<typeof callerOf>>

export const passwordOfPeople = 'Riverbank-7'
const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

export const callerOf = (baseUrl: string, token: string) => {
  const call = async (method: string, path: string, payload?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, language: 'en', ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    const body = (await answer.json()) as Record<string, unknown>
    if (!answer.ok || (typeof body.code === 'number' && body.code !== 200))
      throw new Error(`${method} ${path}: HTTP ${answer.status} ${JSON.stringify(body)}`)
    return body
  }
  /** A call of the back office; answers its data, or the page of a list. */
  const office = async <Answer = Record<string, unknown>>(method: string, path: string, payload?: object): Promise<Answer> => {
    const body = await call(method, `/prod-api/${path}`, payload)
    return (body.data ?? body) as Answer
  }
  /** The first row of a list, as a form takes it back. */
  const firstOf = async (path: string) => (await office<{ rows: Record<string, unknown>[] }>('GET', path)).rows[0]!
  return { call, office, firstOf }
}

export const tokenOf = async ({ cli }: ServerOfCommit, tenant: string, role = 'admin'): Promise<string> =>
  (await cli(['token', '--tenant', tenant, '--role', role])).trim()

const signIn = async (baseUrl: string, username: string, password = passwordOfPeople): Promise<Caller> =>
  callerOf(baseUrl, String((await callerOf(baseUrl, '').call('POST', '/api/v1/session', { username, password })).token))

/** Signs in with the first password and replaces it by one that is known. */
const chooseOwnPassword = async (baseUrl: string, username: string): Promise<void> => {
  const first = await signIn(baseUrl, username, 'First-password-1')
  const { publicKey, nonce } = await first.office<{ publicKey: string; nonce: string }>('GET', 'auth/publicKey')
  await first.office('PUT', 'system/user/forceResetPwd', { password: sealWith(publicKey, { password: passwordOfPeople, nonce }) })
  await signIn(baseUrl, username)
}

const createPeople = async (server: ServerOfCommit): Promise<void> => {
  await server.cli(['create-tenant', 'north', '--name', 'Northern Water', '--timezone', 'Europe/Rome'])
  await server.cli(['create-tenant', 'south', '--name', 'Southern Water', '--timezone', 'Asia/Shanghai'])
  for (const [username, tenant, role] of [
    ['north_admin', 'north', 'admin'],
    ['north_agent', 'north', 'agent'],
    ['north_clerk', 'north', 'clerk'],
    ['south_admin', 'south', 'admin'],
    ['operator', 'platform', 'operator'],
  ] as const) {
    await server.cli(['create-user', username, '--tenant', tenant, '--role', role, '--password-stdin'], 'First-password-1\n')
    if (username !== 'north_clerk') await chooseOwnPassword(server.baseUrl, username)
  }
}

/** Edits of the platform's operators: rows of their own, and rows that the service brought along. */
const editPlatform = async (operator: Caller): Promise<void> => {
  const { office, firstOf } = operator
  await office('POST', 'system/carrier', { carrierName: 'Telkom', country: 'ID', smsLength: 160 })
  await office('POST', 'system/thirdParty', { platformCode: 'iot-hub', platformName: 'IoT hub' })
  await office('POST', 'system/notice', { noticeTitle: 'Maintenance on Sunday', noticeType: '1', noticeContent: 'From 02:00 to 03:00' })
  await office('POST', 'system/dict/type', { dictName: 'Pipe material', dictType: 'pipe_material' })
  await office('POST', 'system/dict/data', { dictType: 'pipe_material', dictValue: 'pe', dictLabel: 'Polyethylene' })
  const type = await firstOf('system/dict/type/list?dictType=meter_alarm_type')
  await office('PUT', 'system/dict/type', { dictId: type.dictId, dictType: type.dictType, dictName: 'Alarm classes' })
  const label = await firstOf('system/dict/data/list?dictType=sys_normal_disable')
  await office('PUT', 'system/dict/data', { ...label, dictLabel: 'Working', labels: undefined })
  const removed = await firstOf('system/dict/data/list?dictType=sys_user_sex')
  await office('DELETE', `system/dict/data/${removed.dictCode}`)
  const parameter = await firstOf('system/config/list?configKey=sys.account.passwordValidateDays')
  await office('PUT', 'system/config', { ...parameter, configValue: '90', configName: 'Days a password is good' })
  const menus = await office<{ menuId: number; perms: string | null }[]>('GET', 'system/menu/list')
  const menu = menus.find(({ perms }) => perms === 'system:notice:list')!
  const form = await office<Record<string, unknown>>('GET', `system/menu/${menu.menuId}`)
  await office('PUT', 'system/menu', { ...form, menuName: 'Announcements', titles: { ...(form.titles as object), en: 'Announcements' } })
}

/** Edits of a tenant: departments, roles, people, parameters, and a role that the service brought along. */
const editTenant = async (admin: Caller): Promise<void> => {
  const { office, firstOf } = admin
  const { deptId } = await office<{ deptId: number }>('POST', 'system/dept', { deptName: 'Network', parentId: 0 })
  await office('POST', 'system/dept', { deptName: 'Repairs', parentId: deptId })
  const { regionId } = await office<{ regionId: number }>('POST', 'system/region', { regionName: 'Old town' })
  const menus = await office<{ menuId: number; perms: string | null }[]>('GET', 'system/menu/list').catch(() => [])
  const menuIds = menus.filter(({ perms }) => perms === 'system:notice:list').map(({ menuId }) => menuId)
  const { roleId } = await office<{ roleId: number }>('POST', 'system/role', { roleName: 'Reader', roleKey: 'reader', menuIds })
  await office('PUT', 'system/role/dataScope', { roleId, dataScope: '2', deptIds: [deptId], regionIds: [regionId] })
  await office('POST', 'system/user', { userName: 'north_reader', nickName: 'Rita', deptId, roleIds: [roleId], email: 'rita@example.org' })
  const clerk = await firstOf('system/role/list?roleKey=clerk')
  await office('PUT', 'system/role', { ...clerk, roleName: 'Front office', menuIds: [] })
  const captcha = await firstOf('system/config/list?configKey=sys.account.captchaType')
  await office('PUT', 'system/config', { ...captcha, configValue: 'char' })
  await office('POST', 'system/config', { configName: 'Hotline', configKey: 'utility.hotline', configValue: '+39 06 1234' })
  await office('POST', 'system/notice', { noticeTitle: 'Meter exchange', noticeType: '2', noticeContent: 'In May' })
  const profile = 'generic-lorawan'
  await admin.call('PUT', `/api/v1/device-profile-mappings/${profile}`, { profile, litres: { path: 'volume', unit: 'm3' } })
}

const households = Array.from({ length: 8 }, (_, index) => `house-${index + 1}`)

const buildNetwork = async ({ call }: Caller): Promise<void> => {
  const meters = ['inlet', 'valley-inlet', ...households, 'spare'].map((number) => ({ number }))
  await call('POST', '/api/v1/meters', { meters: [...meters, { number: 'gate', name: 'Gate valve', hasValve: true }] })
  await call('POST', '/api/v1/partitions', { partitionId: 'hill', name: 'Hill' })
  await call('POST', '/api/v1/partitions', { partitionId: 'valley', name: 'Valley', parentId: 'hill' })
  await call('POST', '/api/v1/partitions/hill/summary-meters', { number: 'inlet' })
  await call('POST', '/api/v1/partitions/valley/summary-meters', { number: 'valley-inlet' })
  await call('POST', '/api/v1/partitions/hill/sub-meters', { numbers: households.slice(0, 4) })
  await call('POST', '/api/v1/partitions/valley/sub-meters', { numbers: households.slice(4) })
  await call('PUT', '/api/v1/partitions/valley/thresholds', { leakageRate: 0.2 })
  await call('POST', '/api/v1/meters/gate/valve', { operationId: randomUUID(), position: 'closed', reason: 'unpaid' })
}

/** Hourly registers of some days that are over, one reading that is refused, one unknown meter, and alarms of today. */
const reportReadings = async (baseUrl: string, key: string, from: number, days: number): Promise<void> => {
  const gateway = callerOf(baseUrl, key)
  const send = (frameId: string, readings: object[]) =>
    gateway.call('POST', '/ingest/v1/frames', { frameId, sentAt: new Date().toISOString(), readings })
  for (let day = 0; day < days; day++) {
    const hours = Array.from({ length: 24 }, (_, hour) => day * 24 + hour)
    const litresAnHour = { inlet: 120, 'valley-inlet': 55, stranger: 3, ...Object.fromEntries(households.map((meter) => [meter, 9])) }
    const readings = Object.entries(litresAnHour).flatMap(([meter, litres], index) =>
      hours.map((hour) => ({
        meter,
        at: from + hour * hourMilliseconds,
        litres: 1000 + hour * litres + Math.floor((hour * hour) / (50 + index)),
      })),
    )
    await send(`day-${day}`, [...readings, { meter: 'house-1', at: 'yesterday', litres: 1 }])
  }
  const now = Date.now()
  await send('burst', [
    { meter: 'gate', at: now - hourMilliseconds, litres: 10, flags: ['burst'] },
    { meter: 'gate', at: now, litres: 900, valve: 'open', flags: ['low-battery'] },
  ])
}

const answerAlarm = async ({ office }: Caller): Promise<void> => {
  const path = 'report/alarm/processed'
  const alarms = () => office<{ rows: { alarmProcessedId: number }[] }>('GET', `${path}/list?meterNo=gate`)
  if (!(await waitUntil(async () => (await alarms()).rows.length >= 2))) throw new Error('no alarms within a minute')
  const [alarm] = (await alarms()).rows
  await office('PUT', `${path}/process/${alarm!.alarmProcessedId}`, { alarmStatus: '2', note: 'Pipe mended' })
}

/** Actions of signed-in people alone: read an alarm, and visit a utility. */
const workAsPeople = async (baseUrl: string): Promise<void> => {
  const admin = await signIn(baseUrl, 'north_admin')
  const { meterAlarmList } = await admin.office<{ meterAlarmList: { alarmProcessedId: number }[] }>(
    'GET',
    'report/alarm/processed/listNotice',
  )
  await admin.office('POST', 'report/alarm/processed/viewNotice', { alarmProcessedId: meterAlarmList[0]!.alarmProcessedId })
  const operator = await signIn(baseUrl, 'operator')
  await operator.office('POST', 'system/tenant/visit', { code: 'north', reason: 'A recharge that failed', minutes: 5 })
}

/** A utility that has used everything a database keeps, by the calls that a commit answers. Answers the days that have readings, and the key of the gateway. */
export const fillUtility = async (server: ServerOfCommit): Promise<{ from: string; to: string; key: string }> => {
  await createPeople(server)
  const operator = callerOf(server.baseUrl, await tokenOf(server, 'platform', 'operator'))
  const admin = callerOf(server.baseUrl, await tokenOf(server, 'north'))
  await editPlatform(operator)
  await editTenant(admin)
  await buildNetwork(admin)
  const { key } = await admin.call('POST', '/api/v1/gateways', { name: 'tower' })
  await admin.call('POST', '/api/v1/gateways', { name: 'lost' })
  await admin.call('DELETE', '/api/v1/gateways/lost')
  const days = 3
  const from = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds - 10 * dayMilliseconds
  await reportReadings(server.baseUrl, String(key), from, days)
  await answerAlarm(admin)
  await workAsPeople(server.baseUrl)
  const agent = await admin.firstOf('system/agent/list')
  const recharge = { rechargeId: randomUUID(), userId: agent.userId, amount: 125.5, purchaseMethod: '1', remark: 'cash' }
  await admin.office('POST', 'system/user/agentRecharge', recharge)
  await admin.call('POST', '/api/v1/meters/house-8/replacement', {
    replacedBy: 'spare',
    replacedAt: new Date().toISOString(),
    finalLitres: 5000,
    initialLitres: 0,
  })
  await admin.call('POST', '/api/v1/audit/jobs', { kind: 'verify' })
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return { from: dayOf(from), to: dayOf(from + (days - 1) * dayMilliseconds), key: String(key) }
}
