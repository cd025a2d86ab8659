import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, type People, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

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
  test('form a tree, parents first, in lists and in forms', async () => {
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

  test('are not removed while they have children or members', async () => {
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

// requirement of Shell, answers and limits: Regions: top region and sub-regions | /system/region | POST /prod-api/system/region
test('regions have a top and regions below it', async () => {
  const { regionId: city } = await admin.done<{ regionId: number }>('POST', 'system/region', { regionName: 'City' })
  await admin.done('POST', 'system/region', { regionName: 'Harbour', parentId: city })
  expect(await admin.done('GET', 'system/region/treeselect')).toEqual([
    { id: city, label: 'City', children: [{ id: expect.any(Number), label: 'Harbour' }] },
  ])
  expect(await admin.refused('DELETE', `system/region/${city}`)).toBe('has-children')
  expect(await admin.refused('POST', 'system/region', { parentId: city })).toBe('request-invalid')
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

  test('all rows', async () => {
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

  test('those of the regions that the role names, with what is below them', async () => {
    const region = async (regionName: string, parentId = 0) =>
      (await admin.done<{ regionId: number }>('POST', 'system/region', { regionName, parentId })).regionId
    const hills = await region('Hills')
    await region('Vineyards', hills)
    const plain = await region('Plain')
    const role = await setUp.newRole(
      'hill_people',
      ['system:region:list', 'system:region:query', 'system:region:edit', 'system:region:remove'],
      {
        dataScope: '2',
        regionIds: [hills],
      },
    )
    const reader = await setUp.worker('hill_reader', role)
    const seenRegions = await reader.done<{ regionName: string }[]>('GET', 'system/region/list')
    expect(seenRegions.map(({ regionName }) => regionName)).toEqual(['Hills', 'Vineyards'])
    expect(await reader.refused('GET', `system/region/${plain}`)).toBe('not-found')
    expect(await reader.refused('DELETE', `system/region/${plain}`)).toBe('not-found')
    expect(await reader.refused('PUT', 'system/region', { regionId: hills, regionName: 'Hills', parentId: plain })).toBe('parent-missing')
    expect(await reader.refused('PUT', 'system/region', { regionId: hills, regionName: 'High hills' })).toBeUndefined()
  })

  test('those of the own department, and of all below it', async () => {
    expect((await seen('3', 'own_only', area.city)).names).toEqual(['boss'])
    expect((await seen('4', 'own_below', area.city)).names).toEqual(expect.arrayContaining(['boss', 'east_one', 'west_one']))
  })

  test('agents are people too', async () => {
    const agent = await setUp.roleId('agent')
    await setUp.newUser('east_agent', { deptId: area.east, roleIds: [agent] })
    await setUp.newUser('west_agent', { deptId: area.west, roleIds: [agent] })
    const role = await setUp.newRole('agent_reader', ['system:agent:list'], { dataScope: '3' })
    const reader = await setUp.worker('agent_reader', role, { deptId: area.west })
    const { rows } = await reader.done<People>('GET', 'system/agent/list')
    expect(rows).toMatchObject([{ userName: 'west_agent' }])
    expect((await admin.done<People>('GET', 'system/agent/list?userName=east')).total).toBe(1)
  })

  test('the own alone', async () => {
    const { names, reader } = await seen('5', 'selfish', area.east)
    expect(names).toEqual([])
    expect(await reader.refused('GET', `system/user/${people.east}`)).toBe('not-found')
  })

  test('applies to every call that names a person, and to the department of new people', async () => {
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
