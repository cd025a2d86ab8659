import { setTimeout as pause } from 'node:timers/promises'
import { hashPassword } from '@nightflow/projections/platform/password'
import { endSessions } from '@nightflow/projections/platform/sessions'
import { createUser, giveInitialPassword } from '@nightflow/projections/platform/users'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../support/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../support/office-clerk.ts'
import { passwordOfAll, type RunningApi, startApi } from '../support/running-api.ts'

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

const userIdOf = async (username: string): Promise<number> =>
  Number((await running.pool.query('select user_id from platform.users where username = $1', [username])).rows[0].user_id)
const liveSessions = async (userId: number): Promise<number> =>
  (await running.pool.query('select from platform.sessions where user_id = $1 and ended_at is null', [userId])).rows.length

describe('a password reset', () => {
  test('is not survived by sign-ins in flight with the old password', async () => {
    await createUser(running.pool, { tenant: 'north', username: 'reset', password: passwordOfAll, role: 'analyst' })
    const userId = await userIdOf('reset')
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
    const userId = await userIdOf('forced')
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
