import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type Clerk, clerkAt, menusFor, type People, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let setUp: ReturnType<typeof setUpBy>
beforeAll(async () => {
  running = await startApi('office_roles')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  setUp = setUpBy(() => admin, office, running.pool)
})
afterAll(() => running.stop())

describe('no one grants more than they have', () => {
  const permissions = [
    'system:role:list',
    'system:role:query',
    'system:role:add',
    'system:role:edit',
    'system:role:remove',
    'system:user:list',
    'system:user:add',
    'system:user:edit',
    'system:user:remove',
    'system:user:resetPwd',
  ]
  let manager: Clerk & { userId: number }
  beforeAll(async () => {
    manager = await setUp.worker('people_manager', await setUp.newRole('people_manager', permissions))
  })

  test('no role with a permission that its maker lacks, no such menu to choose, and no key of a built-in role', async () => {
    const make = async (roleKey: string, ...wanted: string[]) =>
      manager.refused('POST', 'system/role', { roleName: roleKey, roleKey, menuIds: await menusFor(running.pool, ...wanted) })
    expect(await make('sneaky', 'devices:valve:operate')).toBe('beyond-own-rights')
    expect(await make('honest', 'system:user:list')).toBeUndefined()
    expect(await make('operator')).toBe('key-reserved')
    expect(await make('admin')).toBe('key-reserved')
    const labels = JSON.stringify(await manager.done('GET', 'system/menu/treeselect'))
    expect(labels).toContain('Staff')
    expect(labels).not.toContain('Leakage')
    expect(
      await admin.refused('POST', 'system/role', {
        roleName: 'x',
        roleKey: 'xx',
        menuIds: await menusFor(running.pool, 'platform:tenant:list'),
      }),
    ).toBe('menu-missing')
  })

  test('no hand on a role, or on people, who may do more', async () => {
    const [adminRole, analystRole] = [await setUp.roleId('admin'), await setUp.roleId('analyst')]
    const boss = (await admin.done<People>('GET', 'system/user/list?userName=admin')).rows[0]!.userId
    const self = manager.userId
    const { userId: newcomer } = await setUp.newUser('newcomer')
    for (const [method, path, payload] of [
      ['PUT', 'system/role', { roleId: analystRole, roleName: 'Analyst', roleKey: 'analyst', menuIds: [] }],
      ['PUT', 'system/role/dataScope', { roleId: analystRole, dataScope: '5' }],
      ['PUT', 'system/role/changeStatus', { roleId: analystRole, status: '1' }],
      ['PUT', 'system/role/authUser/selectAll', { roleId: adminRole, userIds: String(newcomer) }],
      ['PUT', 'system/user/authRole', { userId: newcomer, roleIds: [analystRole] }],
      ['POST', 'system/user', { userName: 'puppet', nickName: 'Puppet', roleIds: [adminRole] }],
      ['PUT', `system/user/resetPwd/${boss}`],
      ['PUT', 'system/user', { userId: boss, nickName: 'Boss', email: 'mine@north.example' }],
      ['DELETE', `system/user/${boss}`],
    ] as const)
      expect(await manager.refused(method, path, payload), path).toBe('beyond-own-rights')
    expect(await manager.refused('PUT', 'system/user/authRole', { userId: self, roleIds: [adminRole] })).toBe('own-account-stays')
    expect(await manager.refused('PUT', 'system/role/authUser/selectAll', { roleId: adminRole, userIds: String(self) })).toBe(
      'own-account-stays',
    )
  })

  test('a person with a partial scope creates no role with a full one', async () => {
    const dept = await setUp.newDepartment('Annex')
    const narrow = await setUp.worker('narrow', await setUp.newRole('narrow_manager', permissions, { dataScope: '3' }), { deptId: dept })
    const make = (roleKey: string, more: object) => narrow.refused('POST', 'system/role', { roleName: roleKey, roleKey, ...more })
    expect(await make('wide', { dataScope: '1' })).toBe('beyond-own-rights')
    expect(await make('elsewhere', { dataScope: '2', deptIds: [await setUp.newDepartment('Other annex')] })).toBe('beyond-own-rights')
    expect(await make('like_mine', { dataScope: '2', deptIds: [dept] })).toBeUndefined()
  })
})

describe('roles', () => {
  test('a permission taken from a role is gone with the next request of its holders', async () => {
    const role = await setUp.newRole('reader', ['system:notice:list', 'system:dept:list'])
    const reader = await setUp.worker('reader', role)
    expect(await reader.refused('GET', 'system/notice/list')).toBeUndefined()
    await admin.done('PUT', 'system/role', {
      roleId: role,
      roleName: 'reader',
      roleKey: 'reader',
      menuIds: await menusFor(running.pool, 'system:dept:list'),
    })
    await expect
      .poll(() => reader.refused('GET', 'system/notice/list'), { interval: 10, timeout: knownMillisecondsMax })
      .toBe('permission-missing')
    expect(await reader.refused('GET', 'system/dept/list')).toBeUndefined()
    await admin.done('PUT', 'system/role/changeStatus', { roleId: role, status: '1' })
    await expect
      .poll(() => reader.refused('GET', 'system/dept/list'), { interval: 10, timeout: knownMillisecondsMax })
      .toBe('permission-missing')
  })

  test('people are given a role and lose it, many at once', async () => {
    const role = await setUp.newRole('helpers', ['system:notice:list'])
    const ids = [(await setUp.newUser('helper_a')).userId, (await setUp.newUser('helper_b')).userId]
    const others = await admin.done<People>('GET', `system/role/authUser/unallocatedList?roleId=${role}&userName=helper`)
    expect(others.total).toBe(2)
    await admin.done('PUT', `system/role/authUser/selectAll?roleId=${role}&userIds=${ids.join()}`)
    const holders = () => admin.done<People>('GET', `system/role/authUser/allocatedList?roleId=${role}`)
    expect((await holders()).rows.map(({ userName }) => userName)).toEqual(['helper_a', 'helper_b'])
    expect(await admin.refused('DELETE', `system/role/${role}`)).toBe('role-has-people')
    await admin.done('PUT', 'system/role/authUser/cancel', { roleId: role, userId: ids[0] })
    await admin.done('PUT', `system/role/authUser/cancelAll?roleId=${role}&userIds=${ids.join()}`)
    expect((await holders()).total).toBe(0)
    await admin.done('DELETE', `system/role/${role}`)
  })

  test('that the service brings are changed, and neither removed nor made powerless', async () => {
    const [adminRole, clerk] = [await setUp.roleId('admin'), await setUp.roleId('clerk')]
    expect(await admin.refused('DELETE', `system/role/${clerk}`)).toBe('built-in-stays')
    expect(await admin.refused('PUT', 'system/role/changeStatus', { roleId: adminRole, status: '1' })).toBe('built-in-stays')
    expect(await admin.refused('PUT', 'system/role', { roleId: clerk, roleName: 'Clerk', roleKey: 'scribe' })).toBe('built-in-stays')
    const menuIds = await menusFor(running.pool, 'devices:meter:read')
    await admin.done('PUT', 'system/role', { roleId: clerk, roleName: 'Counter clerk', roleKey: 'clerk', menuIds })
    const tree = await admin.done<{ menus: TreeNode[]; checkedKeys: number[] }>('GET', `system/menu/roleMenuTreeselect/${clerk}`)
    expect(tree.checkedKeys.toSorted()).toEqual(menuIds.toSorted())
    expect(tree.menus.length).toBeGreaterThan(3)
  })

  test('name departments and regions of their own tenant alone', async () => {
    const dept = await setUp.newDepartment('Scoped')
    const role = await setUp.newRole('scoped', ['system:user:list'], { dataScope: '2', deptIds: [dept] })
    expect(await admin.done('GET', `system/role/deptTree/${role}`)).toMatchObject({ checkedKeys: [dept], checkedRegions: [] })
    const foreign = await running.pool.query(
      `insert into platform.departments (tenant, dept_name) values ('south', 'South office') returning dept_id`,
    )
    const deptIds = [dept, Number(foreign.rows[0].dept_id)]
    expect(await admin.refused('PUT', 'system/role/dataScope', { roleId: role, dataScope: '2', deptIds })).toBe('department-missing')
    expect(await admin.done('GET', `system/role/deptTree/${role}`)).toMatchObject({ checkedKeys: [dept] })
    expect(await admin.refused('POST', 'system/dept', { deptName: 'Hanger-on', parentId: deptIds[1] })).toBe('parent-missing')
  })
})
