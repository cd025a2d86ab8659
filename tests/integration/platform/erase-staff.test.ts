import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, menusFor, setUpBy } from '../../support/api/office-clerk.ts'
import { multipartOf, pngOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { appendFact } from '../../support/data/readings.ts'
import { findInDatabase } from '../../support/database/find-in-database.ts'
import { waitFor } from '../../support/process/server-process.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let people: ReturnType<typeof setUpBy>
let roleOfAdmins: number
beforeAll(async () => {
  running = await startApi('erase-staff')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  people = setUpBy(() => admin, office, running.pool)
  roleOfAdmins = await people.roleId('admin')
})
afterAll(() => running.stop())

/** Names that no one else has. */
const traces = ['zarquon', 'quillfeather', '13987654321', '198.51.100.77', '雪莲花']
const phone = { areaCode: '86', phonenumber: '13987654321' }
const device = { 'user-agent': 'ZarquonPhone/1.0' }
const address = '198.51.100.77'

const api = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, from = '192.0.2.1') => {
  const headers = { authorization: `Bearer ${token}`, [ownClientHeader]: 'web', ...device }
  const answer = await running.api.inject({ method, url, remoteAddress: from, headers, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

/** A person with these values in every field of the account, who signs in with their own password. */
const hire = async (): Promise<{ userId: number; token: string }> => {
  const { userId } = await people.newUser('Zarquonia', {
    nickName: '雪莲花 Quillfeather',
    email: 'old.zarquon@quillfeather.example',
    ...phone,
    remark: 'Zarquonia knows the pumps',
    roleIds: [roleOfAdmins],
  })
  await running.pool.query(
    `update platform.users set must_change_password = false,
       password_hash = (select password_hash from platform.users where username = 'admin') where user_id = $1`,
    [userId],
  )
  const signIn = (name: string, password?: string) => office.tryLogIn(name, password, { from: address, headers: device })
  await signIn('zarquonia', 'Wrong-pass-1')
  await signIn('old.zarquon@quillfeather.example', 'Wrong-pass-1')
  await office.call({
    method: 'GET',
    url: `/prod-api/auth/code/verification?email=old.zarquon@quillfeather.example`,
    from: address,
  })
  const answer = await signIn('Zarquonia')
  return { userId, token: (answer.data as { access_token: string }).access_token }
}

const exportStaff = async (token: string): Promise<void> => {
  const { id } = await api(token, 'POST', '/api/v1/exports', { path: '/prod-api/system/user/export' })
  await waitFor(async () => (await api(token, 'GET', `/api/v1/exports/${id}`)).status === 'succeeded')
}

/** Everything that a person does: their own data, pictures, exports, alarms, events, a refusal, texts that name them. */
const work = async (token: string, userId: number): Promise<void> => {
  const own = clerkAt(office, token)
  await own.done('PUT', 'system/user/profile', {
    nickName: 'Quillfeather 雪莲花',
    email: 'new.zarquon@quillfeather.example',
    oldPassword: await office.seal('Riverbank-7'),
    introduction: 'I am Zarquonia Quillfeather',
  })
  for (const [url, field] of [
    ['system/user/profile/avatar', 'avatarfile'],
    ['file/uploadImg', 'file'],
  ] as const) {
    const file = multipartOf(field, pngOf(), { fileName: 'zarquon.png' })
    expect(await office.call({ method: 'POST', url: `/prod-api/${url}`, token, ...file })).toMatchObject({ code: 200 })
  }
  const notice = { noticeTitle: 'Zarquonia is on leave', noticeType: '1', noticeContent: 'Call 雪莲花 Quillfeather at 13987654321' }
  await own.done('POST', 'system/notice', notice)
  await own.done('POST', 'system/dept', { deptName: 'Pumps', parentId: 0, leader: '雪莲花 Quillfeather', phone: '13987654321' })
  await admin.done('PUT', 'system/user', {
    userId,
    nickName: '雪莲花 Quillfeather',
    email: 'new.zarquon@quillfeather.example',
    ...phone,
    remark: 'Zarquonia leaves',
    roleIds: [roleOfAdmins],
  })
  await exportStaff(token)
  await exportStaff(await office.logIn('admin'))
  await api(token, 'POST', '/api/v1/meters', { meters: [{ number: 'm-1' }] }, address)
  const at = new Date().toISOString()
  const raised = {
    eventType: 'burst',
    subject: 'm-1',
    occurrence: 1,
    occurredAt: at,
    raisedAt: at,
    value: null,
    threshold: null,
    unit: null,
  }
  await appendFact(running.log, 'north', 'alarms-burst-m-1', 'alarms.AlarmRaised', raised)
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const { rows } = await api(token, 'GET', '/prod-api/report/alarm/processed/list?meterNo=m-1')
  const handled = await api(token, 'PUT', `/prod-api/report/alarm/processed/process/${rows[0].alarmProcessedId}`, {
    alarmStatus: '2',
    note: 'mended',
  })
  expect(handled).toMatchObject({ code: 200 })
}

const verify = async (): Promise<string[]> => {
  const token = await office.logIn('admin')
  const { id } = await api(token, 'POST', '/api/v1/audit/jobs', { kind: 'verify' })
  await expect.poll(async () => (await api(token, 'GET', `/api/v1/audit/jobs/${id}`)).endedAt, { interval: 50 }).not.toBe(null)
  return (await api(token, 'GET', `/api/v1/audit/jobs/${id}`)).findings
}

const erase = (userId: number, reason = 'Request of 2 March') => admin.done('PUT', `system/user/erase/${userId}`, { reason })

describe('the personal data of a member of staff is erased', () => {
  let userId: number
  let token: string
  beforeAll(async () => {
    ;({ userId, token } = await hire())
    await work(token, userId)
  })

  test('and no table holds a trace of it', async () => {
    const before = await findInDatabase(running.pool, traces)
    for (const table of ['users', 'operation_log', 'login_log', 'sessions', 'outbox', 'notices', 'departments', 'files', 'jobs'])
      expect(
        before.some((place) => place.startsWith(`platform.${table}.`)),
        `${table} holds a trace first`,
      ).toBe(true)
    await erase(userId, 'Zarquonia asked by letter')
    expect(await findInDatabase(running.pool, traces)).toEqual([])
  })

  test('and the log and the read models are what they were', async () => {
    expect(await verify()).toEqual(['identical'])
  })

  test('and nothing opens the account any more', async () => {
    expect((await office.info(token)).reason).toBe('not-signed-in')
    expect((await office.tryLogIn('Zarquonia')).code).not.toBe(200)
    expect((await office.tryLogIn(`erased-${userId}`)).code).not.toBe(200)
  })

  test('and who did it is still one identifier', async () => {
    const { rows } = await api(await office.logIn('admin'), 'GET', '/prod-api/report/alarm/processed/list?meterNo=m-1')
    expect(rows[0].processedBy).toBe(`erased user ${userId}`)
    const { rows: notices } = await admin.done<{ rows: { createBy: string; noticeTitle: string }[] }>('GET', 'system/notice/list')
    expect(notices).toMatchObject([{ createBy: `erased user ${userId}`, noticeTitle: `erased-${userId} is on leave` }])
  })

  test('and the operation log says who erased whom, and why, without the name', async () => {
    const { rows } = await running.pool.query(
      `select subject, outcome, before, after, actor from platform.operation_log where operation like '%/system/user/erase/%' order by id`,
    )
    const actor = `user:${await office.userIdOf('admin')}`
    const subject = { userId, reason: '(erased) asked by letter' }
    expect(rows).toEqual([{ actor, outcome: 'accepted', before: null, after: { userId }, subject }])
  })

  test('and the rest of the operation log stays', async () => {
    const { rows } = await running.pool.query(`select distinct operation from platform.operation_log where actor = $1 order by 1`, [
      `user:${userId}`,
    ])
    expect(rows.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['POST /api/v1/meters', 'POST /prod-api/system/notice', 'PUT /prod-api/system/user/profile']),
    )
  })

  test('and staff lists leave it out, so that the name and the address are free', async () => {
    const { rows } = await admin.done<{ rows: { userName: string }[] }>('GET', 'system/user/list?pageSize=100')
    expect(rows.filter(({ userName }) => userName.startsWith('erased'))).toEqual([])
    await people.newUser('Zarquonia', { email: 'new.zarquon@quillfeather.example', ...phone })
  })
})

test('of an account that was removed before', async () => {
  const { userId } = await people.newUser('Vogonette', { remark: 'Vogonette' })
  await admin.done('DELETE', `system/user/${userId}`)
  expect(await findInDatabase(running.pool, ['vogonette'])).not.toEqual([])
  await erase(userId)
  expect(await findInDatabase(running.pool, ['vogonette'])).toEqual([])
})

test('of an operator who visited a tenant', async () => {
  const chief = clerkAt(office, await office.logIn('operator'))
  const { rows } = await chief.done<{ rows: { roleKey: string; roleId: number }[] }>('GET', 'system/role/list?roleKey=operator')
  const roleIds = rows.map(({ roleId }) => roleId)
  const { userId } = await chief.done<{ userId: number }>('POST', 'system/user', { userName: 'Magrathea', nickName: 'Magrathea', roleIds })
  await running.pool.query(
    `update platform.users set must_change_password = false,
       password_hash = (select password_hash from platform.users where username = 'admin') where user_id = $1`,
    [userId],
  )
  const own = clerkAt(office, await office.logIn('Magrathea'))
  const { access_token } = await own.done<{ access_token: string }>('POST', 'system/tenant/visit', {
    code: 'south',
    reason: 'Call of Magrathea',
    minutes: 30,
  })
  const visitor = clerkAt(office, access_token)
  await visitor.done('POST', 'system/notice', { noticeTitle: 'Works', noticeType: '1', noticeContent: 'Tonight' })
  await exportStaff(access_token)
  await chief.done('PUT', `system/user/erase/${userId}`, { reason: 'Left' })
  expect(await findInDatabase(running.pool, ['magrathea'])).toEqual([])
})

describe('an erasure is refused', () => {
  test('of oneself and of the last administrator, and changes nothing', async () => {
    const own = await office.userIdOf('admin')
    expect(await admin.refused('PUT', `system/user/erase/${own}`, { reason: 'x' })).toBe('own-account-stays')
    const eraser = await people.newRole('eraser', ['system:user:list', 'system:user:erase'])
    const clerk = await people.worker('eraser', eraser)
    expect(await clerk.refused('PUT', `system/user/erase/${own}`, { reason: 'x' })).toBe('beyond-own-rights')
    const chief = clerkAt(office, await office.logIn('operator'))
    const { access_token } = await chief.done<{ access_token: string }>('POST', 'system/tenant/visit', {
      code: 'south',
      reason: 'A call',
      minutes: 30,
    })
    const visitor = clerkAt(office, access_token)
    const { rows } = await running.pool.query(
      `select user_id::int as id from platform.users join platform.user_roles using (tenant, user_id) join platform.roles using (tenant, role_id)
       where users.tenant = 'south' and role_key = 'admin' and users.status = '0'`,
    )
    const refusals = await Promise.all(rows.map(({ id }) => visitor.refused('PUT', `system/user/erase/${id}`, { reason: 'x' })))
    expect(refusals.at(-1)).toBe('last-administrator-stays')
    expect((await office.info(await office.logIn('admin'))).code).toBe(200)
  })

  test('without the permission, of people of another tenant, without a reason, and twice', async () => {
    const { userId } = await people.newUser('Ordinary')
    const reader = await people.worker(
      'reader',
      await people.newRole('reader', ['system:user:list', 'system:user:edit', 'system:user:remove']),
    )
    expect(await reader.refused('PUT', `system/user/erase/${userId}`, { reason: 'x' })).toBe('permission-missing')
    const { rows } = await running.pool.query(`select user_id::int as id from platform.users where tenant = 'south' limit 1`)
    expect(await admin.refused('PUT', `system/user/erase/${rows[0].id}`, { reason: 'x' })).toBe('not-found')
    expect(await admin.refused('PUT', `system/user/erase/${userId}`, { reason: '' })).toBe('request-invalid')
    await erase(userId)
    expect(await admin.refused('PUT', `system/user/erase/${userId}`, { reason: 'x' })).toBe('not-found')
    expect(await menusFor(running.pool, 'system:user:erase')).toHaveLength(1)
  })

  test('the service itself cannot change the operation log otherwise', async () => {
    const change = `update platform.operation_log set subject = '{}'`
    await expect(
      running.servicePool.query(`select set_config('nightflow.erasing', 'on', false)`).then(() => running.servicePool.query(change)),
    ).rejects.toThrow('permission denied')
    await expect(running.pool.query(change)).rejects.toThrow('never changed')
  })
})
