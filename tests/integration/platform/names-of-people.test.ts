import { read as readSheet, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let anna: Clerk & { userId: number }
beforeAll(async () => {
  running = await startApi('names-of-people')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  const { worker, roleId } = setUpBy(() => admin, office, running.pool)
  anna = await worker('anna', await roleId('admin'))
  await close('m-1')
})
afterAll(() => running.stop())

const asAnna = async () => ({ authorization: `Bearer ${await office.logIn('anna')}` })

/** Registers a meter and requests that its valve closes, as anna. */
const close = async (number: string): Promise<void> => {
  const headers = await asAnna()
  const send = async (url: string, payload: object) => {
    const answer = await running.api.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload })
    expect(answer.statusCode).toBeLessThan(300)
  }
  await send('/meters', { meters: [{ number, hasValve: true }] })
  await send(`/meters/${number}/valve`, { operationId: crypto.randomUUID(), position: 'closed', reason: 'unpaid' })
}

const ask = async (url: string, accept = 'application/json') =>
  (await running.ask('north', { url: `/api/v1${url}`, headers: { accept } })).body

const requestedBy = async () =>
  (JSON.parse(await ask('/meters/m-1')) as { valveOperations: { requestedBy: string }[] }).valveOperations[0]?.requestedBy

test('the log and the read models hold the identifier, never the name', async () => {
  const actor = `user:${anna.userId}`
  expect((await running.pool.query('select distinct actor from log.events')).rows).toEqual([{ actor }])
  expect((await running.pool.query('select distinct requested_by from views.valve_operations')).rows).toEqual([{ requested_by: actor }])
  const { rows } = await running.pool.query(`select distinct actor from platform.operation_log where operation like '%/valve'`)
  expect(rows).toEqual([{ actor }])
})

test('answers say the name, in JSON and in a spreadsheet, and events are not JSON to a caller that accepts CSV alone', async () => {
  expect(JSON.parse(await ask('/audit/events')).rows[0].actor).toBe('user:anna')
  expect(JSON.parse(await ask('/audit/events', 'text/csv'))).toMatchObject({ status: 406, code: 'format-not-offered' })
  expect(await requestedBy()).toBe('user:anna')
  const token = await office.logIn('admin')
  const answer = await running.api.inject({
    method: 'POST',
    url: '/prod-api/system/operlog/export',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'operName=ANNA',
  })
  const book = readSheet(answer.rawPayload)
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => Object.values(row).includes('user:anna'))).toBe(true)
})

test('the operation log is filtered by the name', async () => {
  const found = await admin.done<{ rows: { actor: string; operName: string }[]; total: number }>('GET', 'system/operlog/list?actor=Anna')
  expect(found.total).toBeGreaterThan(1)
  expect(found.rows.every(({ actor, operName }) => actor === 'user:anna' && operName === 'anna')).toBe(true)
})

test('an operator on a visit has a name in the tenant, and no one else of another tenant has', async () => {
  const operator = clerkAt(office, await office.logIn('operator'))
  const { access_token } = await operator.done<{ access_token: string }>('POST', 'system/tenant/visit', {
    code: 'north',
    reason: 'A call',
    minutes: 30,
  })
  await clerkAt(office, access_token).done('POST', 'system/notice', { noticeTitle: 'Works', noticeType: '1', noticeContent: 'Tonight' })
  const { rows } = await admin.done<{ rows: { actor: string }[] }>('GET', 'system/operlog/list?actor=operator:operator')
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['operator:operator']))
  const named = await running.pool.query('select platform.named_actor($1, $2) as name', [`user:${anna.userId}`, 'south'])
  expect(named.rows).toEqual([{ name: `user:erased-${anna.userId}` }])
})

test('earlier events keep the name that they were written with', async () => {
  const { rows } = await running.pool.query(`select platform.named_actor('user:berta', 'north') as name`)
  expect(rows).toEqual([{ name: 'user:berta' }])
})

test('the name of a removed account stays', async () => {
  await admin.done('DELETE', `system/user/${anna.userId}`)
  expect(await requestedBy()).toBe('user:anna')
})

test('an identifier without a name is an erased user, in the language of the reader', async () => {
  await running.pool.query('delete from platform.former_users where user_id = $1', [anna.userId])
  expect(await requestedBy()).toBe(`user:erased user ${anna.userId}`)
  const french = clerkAt(office, await office.logIn('admin'), 'fr')
  const { rows } = await french.done<{ rows: { operName: string }[] }>('GET', `system/operlog/list?actor=erased-${anna.userId}`)
  expect(rows[0]?.operName).toBe(`utilisateur effacé ${anna.userId}`)
})

test('the operation log keeps a request about a person without the personal fields', async () => {
  const form = {
    userName: 'berta',
    nickName: 'Berta Lind',
    email: 'berta@north.example',
    areaCode: '86',
    phonenumber: '13812345678',
    remark: 'Berta',
  }
  await admin.done('POST', 'system/user', form)
  await admin.done('POST', 'system/dept', {
    deptName: 'Berta’s pumps',
    parentId: 0,
    leader: 'Berta Lind',
    phone: '555-01',
    email: 'b@north.example',
  })
  const { rows } = await running.pool.query<{ subject: Record<string, unknown> }>(
    `select subject from platform.operation_log where operation in ('POST /prod-api/system/user', 'POST /prod-api/system/dept') order by id desc limit 2`,
  )
  const [department, person] = rows.map(({ subject }) => subject)
  const masked = '(personal data)'
  expect(person).toMatchObject({ userName: masked, nickName: masked, email: masked, phonenumber: masked, remark: masked, status: '0' })
  expect(department).toMatchObject({ deptName: 'Berta’s pumps', leader: masked, phone: masked, email: masked })
})
