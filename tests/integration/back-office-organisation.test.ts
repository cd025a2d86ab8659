import { createUser } from '@nightflow/projections/platform/users'
import type { StaffRow } from '@nightflow/schemas/platform/staff-row'
import type { TreeNode } from '@nightflow/schemas/shared/tree-register'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../support/back-office.ts'
import { type Clerk, clerkAt, type People, type Role, setUpBy } from '../support/office-clerk.ts'
import { passwordOfAll, type RunningApi, startApi } from '../support/running-api.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let setUp: ReturnType<typeof setUpBy>
beforeAll(async () => {
  running = await startApi('office_organisation')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  setUp = setUpBy(() => admin, office, running.pool)
})
afterAll(() => running.stop())

describe('departments', () => {
  test('stand below each other, parents first, and are chosen from as a tree', async () => {
    const works = await setUp.newDepartment('Works')
    const pipes = await setUp.newDepartment('Pipes', works)
    await setUp.newDepartment('Valves', pipes)
    const rows = await admin.done<{ deptName: string; parentId: number }[]>('GET', 'system/dept/list')
    expect(rows.map(({ deptName }) => deptName)).toEqual(['Works', 'Pipes', 'Valves'])
    expect(rows[0]).toMatchObject({ parentId: 0, status: '0', createBy: 'admin' })
    expect(await admin.done<TreeNode[]>('GET', 'system/dept/treeselect')).toMatchObject([
      { label: 'Works', children: [{ label: 'Pipes', children: [{ label: 'Valves' }] }] },
    ])
    const without = await admin.done<{ deptName: string }[]>('GET', `system/dept/list/exclude/${pipes}`)
    expect(without.map(({ deptName }) => deptName)).toEqual(['Works'])
  })

  test('move with what is below them, and never below themselves', async () => {
    const [works, pipes, valves] = (await admin.done<{ deptId: number }[]>('GET', 'system/dept/list')).map(({ deptId }) => deptId)
    const move = (deptId: number, deptName: string, parentId: number) => admin.refused('PUT', 'system/dept', { deptId, deptName, parentId })
    expect(await move(works!, 'Works', valves!)).toBe('below-itself')
    expect(await move(works!, 'Works', works!)).toBe('below-itself')
    expect(await move(pipes!, 'Pipes', 999_999)).toBe('parent-missing')
    expect(await move(valves!, 'Valves', works!)).toBeUndefined()
    expect((await admin.done<{ parentId: number }>('GET', `system/dept/${valves}`)).parentId).toBe(works)
    const both = await Promise.all([move(pipes!, 'Pipes', valves!), move(valves!, 'Valves', pipes!)])
    expect(both.filter((refusal) => refusal === 'below-itself')).toHaveLength(1)
  })

  test('stay while something is below them or somebody belongs to them', async () => {
    const top = await setUp.newDepartment('Billing')
    const below = await setUp.newDepartment('Meters', top)
    expect(await admin.refused('DELETE', `system/dept/${top}`)).toBe('has-children')
    const { userId } = await setUp.newUser('meter_man', { deptId: below })
    expect(await admin.refused('DELETE', `system/dept/${top},${below}`)).toBe('department-has-people')
    await admin.done('DELETE', `system/user/${userId}`)
    await admin.done('DELETE', `system/dept/${top},${below}`)
    expect(await admin.refused('GET', `system/dept/${top}`)).toBe('not-found')
  })

  test('a name counts once among siblings', async () => {
    const first = await setUp.newDepartment('North yard')
    expect(await admin.refused('POST', 'system/dept', { deptName: 'north yard' })).toBe('name-taken')
    expect(await admin.refused('POST', 'system/dept', { deptName: 'x'.repeat(21) })).toBe('request-invalid')
    await setUp.newDepartment('North yard', first)
  })
})

test('regions have a top and regions below it', async () => {
  const { regionId: city } = await admin.done<{ regionId: number }>('POST', 'system/region', { regionName: 'City' })
  await admin.done('POST', 'system/region', { regionName: 'Harbour', parentId: city })
  expect(await admin.done('GET', 'system/region/treeselect')).toEqual([
    { id: city, label: 'City', children: [{ id: expect.any(Number), label: 'Harbour' }] },
  ])
  expect(await admin.refused('DELETE', `system/region/${city}`)).toBe('has-children')
  expect(await admin.refused('POST', 'system/region', { parentId: city })).toBe('request-invalid')
})

describe('staff', () => {
  test('start with a password that is told once and opens nothing but the way to another', async () => {
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

  test('nobody removes, disables or demotes themselves, and the last administrator stays', async () => {
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

describe('whose rows a role sees', () => {
  const permissions = [
    'system:user:list',
    'system:user:query',
    'system:user:edit',
    'system:user:add',
    'system:dept:list',
    'system:dept:query',
  ]
  let area: { city: number; east: number; west: number }
  let people: Record<'boss' | 'east' | 'west', number>
  beforeAll(async () => {
    const city = await setUp.newDepartment('City office')
    area = { city, east: await setUp.newDepartment('East', city), west: await setUp.newDepartment('West', city) }
    people = {
      boss: (await setUp.newUser('boss', { deptId: area.city })).userId,
      east: (await setUp.newUser('east_one', { deptId: area.east })).userId,
      west: (await setUp.newUser('west_one', { deptId: area.west })).userId,
    }
  })

  const seen = async (dataScope: string, name: string, deptId: number, more: object = {}) => {
    const role = await setUp.newRole(`scope_${name}`, permissions, { dataScope, ...more })
    const reader = await setUp.worker(name, role, { deptId })
    const { rows } = await reader.done<People>('GET', 'system/user/list?pageSize=200')
    return { reader, names: rows.map(({ userName }) => userName).filter((user) => user !== name) }
  }

  test('everybody’s', async () => {
    const { names } = await seen('1', 'all_seeing', area.east)
    expect(names).toEqual(expect.arrayContaining(['admin', 'boss', 'east_one', 'west_one']))
  })

  test('those of the departments that the role names', async () => {
    const { names, reader } = await seen('2', 'western', area.east, { deptIds: [area.west] })
    expect(names).toEqual(['west_one'])
    const departments = await reader.done<{ deptName: string }[]>('GET', 'system/dept/list')
    expect(departments.map(({ deptName }) => deptName)).toEqual(['West'])
    expect(await reader.refused('GET', `system/dept/${area.east}`)).toBe('not-found')
  })

  test('those of the own department, and of all below it', async () => {
    expect((await seen('3', 'own_only', area.city)).names).toEqual(['boss'])
    expect((await seen('4', 'own_below', area.city)).names).toEqual(expect.arrayContaining(['boss', 'east_one', 'west_one']))
  })

  test('the own alone', async () => {
    const { names, reader } = await seen('5', 'selfish', area.east)
    expect(names).toEqual([])
    expect(await reader.refused('GET', `system/user/${people.east}`)).toBe('not-found')
  })

  test('holds for every call that names somebody, and for where new people are put', async () => {
    const { reader } = await seen('3', 'eastern', area.east)
    expect(await reader.done('GET', `system/user/${people.east}`)).toMatchObject({ userName: 'east_one' })
    const west = people.west
    expect(await reader.refused('GET', `system/user/${west}`)).toBe('not-found')
    expect(await reader.refused('GET', `system/user/authRole/${west}`)).toBe('not-found')
    expect(await reader.refused('PUT', 'system/user', { userId: west, nickName: 'Mine', deptId: area.east })).toBe('not-found')
    expect(await reader.refused('PUT', 'system/user/changeStatus', { userId: west, status: '1' })).toBe('not-found')
    expect(await reader.refused('PUT', 'system/user/authRole', { userId: west, roleIds: [] })).toBe('not-found')
    const make = (more: object) => reader.refused('POST', 'system/user', { userName: 'moved', nickName: 'Moved', ...more })
    expect(await make({ deptId: area.west })).toBe('department-missing')
    expect(await make({})).toBe('department-missing')
    expect(await make({ deptId: area.east })).toBeUndefined()
    expect(await reader.refused('PUT', 'system/user', { userId: people.east, nickName: 'East', deptId: area.west })).toBe(
      'department-missing',
    )
  })
})
