import { createUser } from '@nightflow/platform/people/users'
import type { StaffRow } from '@nightflow/schemas/platform/staff-row'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, type People, type Role, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let setUp: ReturnType<typeof setUpBy>
beforeAll(async () => {
  running = await startApi('office_staff')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  setUp = setUpBy(() => admin, office, running.pool)
})
afterAll(() => running.stop())

describe('staff', () => {
  test('start with a password that is shown once and permits only its replacement', async () => {
    const analyst = await setUp.roleId('analyst')
    const { userId, initialPassword } = await setUp.newUser('lin', { nickName: 'Lin Wei', email: 'lin@north.example', roleIds: [analyst] })
    const token = await office.logIn('lin@north.example', initialPassword)
    const lin = clerkAt(office, token)
    expect(await lin.done('GET', 'system/user/getInfo')).toMatchObject({ isDefaultModifyPwd: true, roles: ['analyst'] })
    expect(await lin.refused('GET', 'system/notice/list')).toBe('password-must-change')
    expect(await admin.done('GET', `system/user/${userId}`)).toMatchObject({ userName: 'lin', roleNames: ['Analyst'], userType: '01' })
    const { rows } = await running.pool.query('select subject, after from platform.operation_log')
    expect(JSON.stringify(rows)).not.toContain(initialPassword)
  })

  test('are listed by GET and by POST, narrowed and in pages, names of roles in the reader’s language', async () => {
    const chinese = clerkAt(office, await office.logIn('admin'), 'zh-CN')
    const found = await chinese.done<People>('POST', 'system/user/list', { userName: 'LIN', pageSize: 10 })
    expect(found).toMatchObject({ total: 1, rows: [{ userName: 'lin', nickName: 'Lin Wei', roleNames: ['分析员'] }] })
    const page = await admin.done<People>('GET', 'system/user/list?pageSize=2&pageNum=2&orderByColumn=userName&isAsc=asc')
    expect(page.rows).toHaveLength(2)
    expect(page.total).toBeGreaterThan(3)
    expect((await admin.done<StaffRow[]>('GET', 'system/user/listAll')).map(({ userName }) => userName)).toContain('lin')
  })

  test('have a user name, an e-mail address and a telephone number of their own', async () => {
    await setUp.newUser('wang', { email: 'wang@north.example', areaCode: '86', phonenumber: '13800000001' })
    const make = (more: object) => admin.refused('POST', 'system/user', { userName: 'other', nickName: 'Other', ...more })
    expect(await make({ userName: 'Wang' })).toBe('user-name-taken')
    expect(await make({ email: 'WANG@north.example' })).toBe('email-taken')
    expect(await make({ areaCode: '86', phonenumber: '13800000001' })).toBe('phone-taken')
    for (const wrong of [{ userName: '1st' }, { userName: '_x1' }, { nickName: '' }, { nickName: 'x'.repeat(21) }, { email: 'x' }])
      expect(await make(wrong), JSON.stringify(wrong)).toBe('request-invalid')
    expect(await make({ deptId: 999_999 })).toBe('department-missing')
    expect(await make({ roleIds: [999_999] })).toBe('role-missing')
    expect((await admin.done<People>('GET', 'system/user/list?userName=other')).total).toBe(0)
  })

  test('are changed, and what a form does not say about roles stays', async () => {
    const { userId } = await setUp.newUser('changing', { roleIds: [await setUp.roleId('clerk')] })
    await admin.done('PUT', 'system/user', { userId, nickName: 'Changed', sex: '1', remark: 'night shift' })
    expect(await admin.done('GET', `system/user/${userId}`)).toMatchObject({
      nickName: 'Changed',
      remark: 'night shift',
      roleNames: ['Clerk'],
    })
    await admin.done('PUT', 'system/user/authRole', { userId, roleIds: `${await setUp.roleId('analyst')},${await setUp.roleId('agent')}` })
    expect(await admin.done('GET', `system/user/${userId}`)).toMatchObject({ roleNames: ['Analyst', 'Agent'], userType: '03' })
    const marked = await admin.done<{ roles: (Role & { flag: boolean })[] }>('GET', `system/user/authRole/${userId}`)
    expect(marked.roles.filter(({ flag }) => flag).map(({ roleKey }) => roleKey)).toEqual(['analyst', 'agent'])
  })

  test('out of use they are out at once, and a new password ends what the old one opened', async () => {
    const clerk = await setUp.worker('leaving', await setUp.roleId('clerk'))
    const status = (value: string) => admin.done('PUT', 'system/user/changeStatus', { userId: clerk.userId, status: value })
    await status('1')
    expect((await clerk.call('GET', 'system/user/getInfo')).code).toBe(100_102_000_002)
    await status('0')
    const again = clerkAt(office, await office.logIn('leaving'))
    const { initialPassword } = await admin.done<{ initialPassword: string }>('PUT', `system/user/resetPwd/${clerk.userId}`)
    expect((await again.call('GET', 'system/user/getInfo')).code).toBe(100_102_000_002)
    await office.logIn('leaving', initialPassword)
    const given = { userId: clerk.userId, password: await office.seal('Lakeside-9') }
    await admin.done('PUT', 'system/user/resetPwd', given)
    expect(await admin.refused('PUT', 'system/user/resetPwd', given)).toBe('seal-broken')
    await office.logIn('leaving', 'Lakeside-9')
  })

  test('a telephone number is one of its area code’s country, and kept in one spelling', async () => {
    const form = (userName: string, areaCode: string, phonenumber: string) => ({ userName, nickName: userName, areaCode, phonenumber })
    for (const [areaCode, phonenumber] of [
      ['86', '1380013800'],
      ['86', '138001380001'],
      ['33', '12345'],
      ['62', '123456789012345'],
    ] as const)
      expect(await admin.refused('POST', 'system/user', form('dialled', areaCode, phonenumber))).toBe('request-invalid')
    const { userId } = await admin.done<{ userId: number }>('POST', 'system/user', form('dialled', '33', '06 12 34 56 78'))
    expect((await admin.done<{ phonenumber: string }>('GET', `system/user/${userId}`)).phonenumber).toBe('612345678')
    expect(await admin.refused('POST', 'system/user', form('dialled2', '33', '612345678'))).toBe('phone-taken')
    await admin.done('POST', 'system/user', form('dialled3', '86', '13800138000'))
  })

  test('people cannot remove, disable or demote themselves, and the last administrator stays', async () => {
    const own = Number((await running.pool.query(`select user_id from platform.users where username = 'admin'`)).rows[0].user_id)
    expect(await admin.refused('DELETE', `system/user/${own}`)).toBe('own-account-stays')
    expect(await admin.refused('PUT', 'system/user/changeStatus', { userId: own, status: '1' })).toBe('own-account-stays')
    expect(await admin.refused('PUT', 'system/user/authRole', { userId: own, roleIds: [] })).toBe('own-account-stays')
    await createUser(running.pool, { tenant: 'north', username: 'second', password: passwordOfAll, role: 'admin' })
    const second = clerkAt(office, await office.logIn('second'))
    await second.done('PUT', 'system/user/changeStatus', { userId: own, status: '1' })
    const secondId = (await second.done<People>('GET', 'system/user/list?userName=second')).rows[0]!.userId
    const token = clerkAt(office, running.tokenOf('north'))
    const adminRole = await running.pool.query(`select role_id from platform.roles where tenant = 'north' and role_key = 'admin'`)
    for (const [method, path, payload] of [
      ['DELETE', `system/user/${secondId}`],
      ['PUT', 'system/user/changeStatus', { userId: secondId, status: '1' }],
      ['PUT', 'system/user/authRole', { userId: secondId, roleIds: [] }],
      ['PUT', 'system/role/authUser/cancel', { userId: secondId, roleId: Number(adminRole.rows[0].role_id) }],
    ] as const)
      expect(await token.refused(method, path, payload), path).toBe('last-administrator-stays')
    await second.done('PUT', 'system/user/changeStatus', { userId: own, status: '0' })
    admin = clerkAt(office, await office.logIn('admin'))
    await admin.done('DELETE', `system/user/${secondId}`)
  })

  test('come as a spreadsheet', async () => {
    const answer = await running.api.inject({
      method: 'POST',
      url: '/prod-api/system/user/export',
      headers: { authorization: `Bearer ${running.tokenOf('north')}` },
      payload: {},
    })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})
