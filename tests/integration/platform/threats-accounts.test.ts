import { setTimeout as pause } from 'node:timers/promises'
import { createUser, giveInitialPassword } from '@nightflow/platform/people/users'
import { hashPassword } from '@nightflow/platform/rules/password'
import { endSessions } from '@nightflow/platform/sign-in/sessions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let setUp: ReturnType<typeof setUpBy>
beforeAll(async () => {
  running = await startApi('threats_accounts')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  setUp = setUpBy(() => admin, office, running.pool)
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('delete from platform.login_log'))

const liveSessions = async (userId: number): Promise<number> =>
  (await running.pool.query('select from platform.sessions where user_id = $1 and ended_at is null', [userId])).rows.length

describe('a password reset', () => {
  test('is not survived by sign-ins in flight with the old password', async () => {
    await createUser(running.pool, { tenant: 'north', username: 'reset', password: passwordOfAll, role: 'analyst' })
    const userId = await office.userIdOf('reset')
    // Another person's hash replaces the password at once, so that the reset falls between the check and the session.
    await createUser(running.pool, { tenant: 'north', username: 'other', password: 'Lakeside-9', role: 'analyst' })
    const signIns = Array.from({ length: 6 }, (_, nth) =>
      running.api.inject({
        method: 'POST',
        url: '/api/v1/session',
        payload: { username: 'reset', password: passwordOfAll },
        remoteAddress: `198.51.100.${nth}`,
      }),
    )
    const pending = `select from platform.login_log where username = 'reset' and outcome = 'pending'`
    while ((await running.pool.query(pending)).rows.length === 0) await pause(1)
    await running.pool.query(
      `update platform.users set must_change_password = true, password_hash = (select password_hash from platform.users where username = 'other')
       where user_id = $1`,
      [userId],
    )
    await endSessions(running.pool, userId, 'password-changed')
    const answers = await Promise.all(signIns)
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toEqual([])
    expect(await liveSessions(userId)).toBe(0)
  })

  test('is not undone by a forced change that was on its way with a session of the old password', async () => {
    await createUser(running.pool, { tenant: 'north', username: 'forced', password: passwordOfAll, role: 'analyst' })
    const userId = await office.userIdOf('forced')
    await giveInitialPassword(running.pool, userId, await hashPassword('Initial-77'))
    const token = await office.logIn('forced', 'Initial-77')
    const payload = { password: await office.seal('Attacker-66') }
    const reset = await running.pool.connect()
    await reset.query('begin')
    await reset.query(`update platform.users set password_hash = (select password_hash from platform.users where username = 'admin')
      where username = 'forced'`)
    const forcing = office.call({ method: 'PUT', url: '/prod-api/system/user/forceResetPwd', token, payload })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await running.pool.query(waiting)).rows.length === 0) await pause(1)
    await reset.query('commit')
    reset.release()
    expect((await forcing).reason).toBe('session-ended')
    expect((await office.tryLogIn('forced', 'Attacker-66')).reason).toBe('sign-in-refused')
    expect((await office.tryLogIn('forced', passwordOfAll)).code).toBe(200)
  })
})

describe('a first password', () => {
  const sharedKey = 'sys.user.initPassword'

  test('is not one that a role with rights to parameters reads or sets', async () => {
    const rights = ['system:config:list', 'system:config:query', 'system:config:add', 'system:config:edit']
    const configurator = await setUp.worker('configurator', await setUp.newRole('configurators', rights))
    expect((await configurator.done<{ total: number }>('GET', `system/config/list?configKey=${sharedKey}`)).total).toBe(0)
    expect(await configurator.call('GET', `system/config/configKey/${sharedKey}`)).toMatchObject({ code: 200, msg: '' })
    const parameter = { configName: 'First password', configKey: sharedKey, configValue: 'Known-777' }
    await configurator.call('POST', 'system/config', parameter)
    const { userId, initialPassword } = await setUp.newUser('second_boss', { roleIds: [await setUp.roleId('admin')] })
    expect((await office.tryLogIn('second_boss', 'Known-777')).reason).toBe('sign-in-refused')
    await admin.done('PUT', `system/user/resetPwd/${userId}`)
    for (const password of ['Known-777', initialPassword])
      expect((await office.tryLogIn('second_boss', password)).reason).toBe('sign-in-refused')
  })

  test('is drawn for each person, with every reset too', async () => {
    const made = await Promise.all(['drawn_a', 'drawn_b', 'drawn_c'].map((name) => setUp.newUser(name)))
    const again = await Promise.all(
      made.map(({ userId }) => admin.done<{ initialPassword: string }>('PUT', `system/user/resetPwd/${userId}`)),
    )
    expect(new Set([...made, ...again].map(({ initialPassword }) => initialPassword)).size).toBe(6)
    expect((await office.tryLogIn('drawn_a', again[1]!.initialPassword)).reason).toBe('sign-in-refused')
    await office.logIn('drawn_a', again[0]!.initialPassword)
  })
})

describe('a data scope', () => {
  const rights = [
    'system:role:list',
    'system:role:add',
    'system:role:edit',
    'system:user:list',
    'system:user:add',
    'system:user:edit',
    'system:user:resetPwd',
  ]
  let [top, below]: number[] = []
  let beside = 0
  beforeAll(async () => {
    top = await setUp.newDepartment('Scope top')
    below = await setUp.newDepartment('Scope below', top)
    beside = await setUp.newDepartment('Scope beside')
  })
  const managerOf = async (name: string, more: object, deptId = top) => {
    const roleId = await setUp.newRole(name, rights, more)
    return { roleId, ...(await setUp.worker(name, roleId, { deptId })) }
  }

  test('is not widened through a role of one’s own', async () => {
    const { roleId, ...manager } = await managerOf('own_scope', { dataScope: '3' })
    for (const more of [
      { dataScope: '1' },
      { dataScope: '4' },
      { dataScope: '2', deptIds: [below] },
      { dataScope: '2', deptIds: [beside] },
    ])
      expect(await manager.refused('PUT', 'system/role/dataScope', { roleId, ...more }), JSON.stringify(more)).toBe('beyond-own-rights')
    const row = { roleId, roleName: 'own_scope', roleKey: 'own_scope', dataScope: '4' }
    expect(await manager.refused('PUT', 'system/role', row)).toBe('beyond-own-rights')
  })

  test('is not widened by departments that a role has kept from before', async () => {
    const { roleId, ...manager } = await managerOf('kept_departments', { dataScope: '3', deptIds: [beside] })
    expect(await manager.refused('PUT', 'system/role/dataScope', { roleId, dataScope: '2' })).toBe('beyond-own-rights')
  })

  test('is not widened by leaving out the regions that it is narrowed to', async () => {
    const { regionId } = await admin.done<{ regionId: number }>('POST', 'system/region', { regionName: 'Scope region', parentId: 0 })
    const { roleId, ...manager } = await managerOf('narrow_regions', { dataScope: '2', deptIds: [top], regionIds: [regionId] })
    const change = { roleId, dataScope: '2', deptIds: [top], regionIds: [] }
    expect(await manager.refused('PUT', 'system/role/dataScope', change)).toBe('beyond-own-rights')
    const other = { roleName: 'all_regions', roleKey: 'all_regions', dataScope: '2', deptIds: [top] }
    expect(await manager.refused('POST', 'system/role', other)).toBe('beyond-own-rights')
  })

  test('is not widened through a puppet with a wider role, made, given, moved or taken over', async () => {
    const wider = await setUp.newRole('wider_scope', ['system:user:list'], { dataScope: '4' })
    const equal = await setUp.newRole('equal_scope', ['system:user:list'], { dataScope: '3' })
    const { roleId: _, ...manager } = await managerOf('puppeteer', { dataScope: '3' })
    const puppet = { userName: 'puppet_a', nickName: 'Puppet', deptId: top, roleIds: [wider] }
    expect(await manager.refused('POST', 'system/user', puppet)).toBe('beyond-own-rights')
    const { userId } = await setUp.newUser('puppet_b', { deptId: top, roleIds: [equal] })
    expect(await manager.refused('PUT', 'system/user/authRole', { userId, roleIds: [equal, wider] })).toBe('beyond-own-rights')
    expect(await manager.refused('PUT', 'system/role/authUser/selectAll', { roleId: wider, userIds: String(userId) })).toBe(
      'beyond-own-rights',
    )
    expect(await manager.refused('PUT', 'system/user/authRole', { userId, roleIds: [] })).toBeUndefined()
    const { userId: boss } = await setUp.newUser('wider_boss', { deptId: top, roleIds: [wider] })
    expect(await manager.refused('PUT', `system/user/resetPwd/${boss}`)).toBe('beyond-own-rights')
    expect(await manager.refused('PUT', 'system/user', { userId: boss, nickName: 'Boss', deptId: top })).toBe('beyond-own-rights')
  })

  test('is not widened by moving oneself or a puppet to a department whose branches it does not see', async () => {
    const branches = await setUp.newRole('branches', ['system:user:list'], { dataScope: '4' })
    const { roleId: _, ...manager } = await managerOf('mover', { dataScope: '2', deptIds: [top] }, beside)
    await admin.done('PUT', 'system/user/authRole', {
      userId: manager.userId,
      roleIds: [await setUp.roleId('mover'), await setUp.newRole('mover_branches', [], { dataScope: '4' })],
    })
    const move = { userId: manager.userId, nickName: 'mover', deptId: top }
    expect(await manager.refused('PUT', 'system/user', move)).toBe('beyond-own-rights')
    const { userId } = await setUp.newUser('moved', { deptId: beside, roleIds: [branches] })
    expect(await manager.refused('PUT', 'system/user', { userId, nickName: 'moved', deptId: top })).toBe('beyond-own-rights')
  })
})

describe('another e-mail address, telephone or password', () => {
  type Sent = { channel: string; recipient: string; subject: string }
  const outbox = async (): Promise<Sent[]> =>
    (await running.pool.query('select channel, recipient, subject from platform.outbox order by message_id')).rows
  beforeEach(() => running.pool.query('delete from platform.outbox'))
  const owner = async (
    userName: string,
  ): Promise<{ userId: number; token: string; put: (payload: object) => ReturnType<BackOffice['call']> }> => {
    await createUser(running.pool, { tenant: 'north', username: userName, password: passwordOfAll, role: 'analyst' })
    await running.pool.query(`update platform.users set email = username || '@north.example' where username = $1`, [userName])
    const token = await office.logIn(userName)
    const url = '/prod-api/system/user/profile'
    return { userId: await office.userIdOf(userName), token, put: (payload) => office.call({ method: 'PUT', url, token, payload }) }
  }

  test('of one’s own need the present password, and the old address is notified', async () => {
    const { put } = await owner('addressed')
    const other = { nickName: 'Other', email: 'thief@elsewhere.example' }
    expect((await put(other)).reason).toBe('old-password-wrong')
    expect((await put({ ...other, oldPassword: await office.seal('Wrong-pass-1') })).reason).toBe('old-password-wrong')
    expect((await put({ nickName: 'Other', areaCode: '39', phonenumber: '3331234567' })).reason).toBe('old-password-wrong')
    expect(await outbox()).toEqual([])
    expect((await put({ nickName: 'Other', email: 'Addressed@north.example' })).code).toBe(200)
    expect((await put({ ...other, oldPassword: await office.seal(passwordOfAll) })).code).toBe(200)
    const subject = expect.stringContaining('e-mail address was changed')
    expect(await outbox()).toEqual([{ channel: 'email', recipient: 'Addressed@north.example', subject }])
  })

  test('are notified at the old address, also of a new password, even where codes have used up the daily limit', async () => {
    const { token } = await owner('flooded')
    await running.pool.query(
      `insert into platform.outbox (channel, recipient, body) select 'email', 'flooded@north.example', 'code' from generate_series(1, 20)`,
    )
    const payload = { oldPassword: await office.seal(passwordOfAll), newPassword: await office.seal('Riverbend-9') }
    expect((await office.call({ method: 'PUT', url: '/prod-api/system/user/profile/updatePwd', token, payload })).code).toBe(200)
    expect((await outbox()).at(-1)).toMatchObject({
      recipient: 'flooded@north.example',
      subject: expect.stringContaining('password was changed'),
    })
  })

  test('by an administrator are notified as well, and an administrator’s own follow the same rules', async () => {
    const { userId } = await owner('administered')
    await admin.done('PUT', 'system/user', { userId, nickName: 'A', email: 'new@north.example' })
    await admin.done('PUT', `system/user/resetPwd/${userId}`)
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual(['administered@north.example', 'new@north.example'])
    const own = await office.userIdOf('admin')
    expect(await admin.refused('PUT', `system/user/resetPwd/${own}`)).toBe('own-contact-in-profile')
    expect(await admin.refused('PUT', 'system/user/resetPwd', { userId: own, password: await office.seal('Lakeside-9') })).toBe(
      'own-contact-in-profile',
    )
    expect(await admin.refused('PUT', 'system/user', { userId: own, nickName: 'A', email: 'thief@elsewhere.example' })).toBe(
      'own-contact-in-profile',
    )
  })
})
