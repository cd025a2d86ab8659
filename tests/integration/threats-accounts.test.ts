import { setTimeout as pause } from 'node:timers/promises'
import { endSessions } from '@nightflow/projections/platform/sessions'
import { createUser, giveInitialPassword } from '@nightflow/projections/platform/users'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../support/back-office.ts'
import { passwordOfAll, type RunningApi, startApi } from '../support/running-api.ts'

let running: RunningApi
let office: BackOffice
beforeAll(async () => {
  running = await startApi('threats_accounts')
  office = backOfficeOf(running)
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
    await giveInitialPassword(running.pool, userId, 'Initial-77')
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
