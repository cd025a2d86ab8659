import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildApi } from '@nightflow/api/app'
import { createUser } from '@nightflow/platform/people/users'
import { issueSessionToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { LiveSessions } from '@nightflow/platform/sign-in/live-sessions'
import { endSessions, sessionLimits } from '@nightflow/platform/sign-in/sessions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

const ended = 100_102_000_002

let running: RunningApi
let office: BackOffice
let other: RunningApi['api']
/** A second process on the same database. */
let elsewhere: BackOffice
beforeAll(async () => {
  running = await startApi('office_sessions')
  office = backOfficeOf(running)
  other = buildApi({ pool: running.pool, log: running.log, tokenSecret: await loadTokenSecret(running.pool) })
  await other.ready()
  elsewhere = backOfficeOf({ api: other, pool: running.pool })
})
afterAll(async () => {
  await other.close()
  await running.stop()
})
afterEach(() => running.pool.query('delete from platform.login_log'))

const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
/** Both processes have read this session just now, and remember it. */
const knownEverywhere = async (token: string): Promise<void> => {
  expect((await office.info(token)).code).toBe(200)
  expect((await elsewhere.info(token)).code).toBe(200)
}
const endedEverywhere = async (token: string): Promise<void> => {
  for (const process of [office, elsewhere])
    await expect.poll(async () => (await process.info(token)).code, { interval: 10, timeout: knownMillisecondsMax }).toBe(ended)
}
const fresh = async (username: string, role: 'analyst' | 'admin' = 'analyst') => {
  await createUser(running.pool, { tenant: 'north', username, password: passwordOfAll, role })
  return office.logIn(username)
}

describe('a session ends', () => {
  test('with logging out, in every process at once, with the warning that signs the browser out', async () => {
    const token = await office.logIn('analyst')
    await knownEverywhere(token)
    expect(await office.call({ method: 'DELETE', url: '/prod-api/auth/logout', token })).toEqual({ code: 200, msg: 'Done' })
    await endedEverywhere(token)
    expect(await office.info(token)).toMatchObject({ code: ended, msg: 'Your session was ended. Sign in again.', reason: 'session-ended' })
    const machine = await running.api.inject({ url: '/api/v1/session', headers: { authorization: `Bearer ${token}` } })
    expect([machine.statusCode, machine.json().code]).toEqual([401, 'session-ended'])
    const { rows } = await running.pool.query(`select username, outcome from platform.login_log order by id desc limit 1`)
    expect(rows).toEqual([{ username: 'analyst', outcome: 'signed-out' }])
  })

  test('when it is ended for one person only', async () => {
    const [token, second, others] = [await office.logIn('analyst'), await office.logIn('analyst'), await office.logIn('clerk')]
    await knownEverywhere(token)
    await endSessions(running.pool, await office.userIdOf('analyst'), 'role-changed')
    await endedEverywhere(token)
    await endedEverywhere(second)
    expect((await office.info(others)).code).toBe(200)
  })

  test('when its person or their tenant is put out of use', async () => {
    const [token, south] = [await fresh('leaver'), await office.logIn('south_clerk')]
    await knownEverywhere(token)
    await knownEverywhere(south)
    await running.pool.query(`update platform.users set status = '1' where username = 'leaver'`)
    await running.pool.query(`update platform.tenants set status = '1' where code = 'south'`)
    await endedEverywhere(token)
    await endedEverywhere(south)
    await running.pool.query(`update platform.tenants set status = '0'`)
  })

  test('when its person is removed: then it is unknown', async () => {
    const token = await fresh('gone')
    await knownEverywhere(token)
    await running.pool.query(`delete from platform.users where username = 'gone'`)
    await expect.poll(async () => (await elsewhere.info(token)).code, { timeout: knownMillisecondsMax }).toBe(401)
  })

  test('after half an hour without a call, but not while it is used', async () => {
    const token = await office.logIn('analyst')
    const { rows } = await running.pool.query(
      `select extract(epoch from idle_until - now())::int as idle, extract(epoch from ends_at - now())::int as whole
       from platform.sessions where id = $1`,
      [sidOf(token)],
    )
    expect(rows[0].idle).toBeGreaterThan(sessionLimits.idleSeconds - 10)
    expect(rows[0].whole).toBeGreaterThan(sessionLimits.seconds - 10)
    // 29 minutes pass; a call moves the end.
    await shift(token, '29 minutes')
    expect((await office.info(token)).code).toBe(200)
    await shift(token, '29 minutes')
    expect((await office.info(token)).code).toBe(200)
    await shift(token, '31 minutes')
    expect(await office.info(token)).toMatchObject({ code: 401, reason: 'not-signed-in' })
    expect((await office.call({ method: 'POST', url: '/prod-api/auth/refresh', token })).code).toBe(401)
  })

  test('after half an hour of timers’ requests alone, and a person who comes back in time keeps it at once', async () => {
    const token = await office.logIn('analyst')
    const byTimer = { 'nightflow-by-timer': 'yes' }
    const bell = async () => (await office.call({ url: '/prod-api/report/alarm/processed/listNotice', token, headers: byTimer })).code
    const refresh = (headers = {}) => office.call({ method: 'POST', url: '/prod-api/auth/refresh', token, headers })
    // Some seconds less, which this test may take.
    await shift(token, '19 minutes 50 seconds')
    expect(await bell()).toBe(200)
    // Neither does it renew anything: ten minutes are what is left.
    expect(await refresh(byTimer)).toMatchObject({ code: 200, data: 10 })
    // A timer that was just reset does not prevent a person's call from being noted.
    expect((await office.info(token)).code).toBe(200)
    expect(await refresh(byTimer)).toMatchObject({ data: 30 })
    for (const _ of [1, 2]) {
      await shift(token, '14 minutes')
      expect(await bell()).toBe(200)
    }
    await shift(token, '3 minutes')
    expect(await bell()).toBe(401)
    expect((await refresh()).code).toBe(401)
  })

  test('after twelve hours, however much it is used; a remembered one after seven days', async () => {
    const token = await office.logIn('analyst')
    await running.pool.query(`update platform.sessions set ends_at = now() - interval '1 second' where id = $1`, [sidOf(token)])
    expect((await elsewhere.info(token)).code).toBe(401)
    const { data } = await office.tryLogIn('analyst', passwordOfAll, { rememberMe: true })
    const remembered = (data as { access_token: string }).access_token
    await shift(remembered, '6 days')
    expect((await office.info(remembered)).code).toBe(200)
  })

  /** Both processes have all notifications: they come in order, and the last one is the end of a session that both had cached. */
  const newsHeard = async (): Promise<void> => {
    const token = await office.logIn('clerk')
    await knownEverywhere(token)
    await running.pool.query(`update platform.sessions set ended_at = now(), ended_because = 'role-changed' where id = $1`, [sidOf(token)])
    await endedEverywhere(token)
  }

  /** As if this much time had passed, for both processes: what they remember is good for seconds only. */
  const shift = async (token: string, time: string): Promise<void> => {
    await running.pool.query(
      `update platform.sessions set renewed_at = renewed_at - $2::interval, idle_until = idle_until - $2::interval, ends_at = ends_at - $2::interval
       where id = $1`,
      [sidOf(token), time],
    )
    await running.pool.query(`select pg_notify('nightflow_sessions', $1)`, [sidOf(token)])
    await newsHeard()
  }

  test('a person has twenty of them at most; the oldest is closed', async () => {
    const oldest = await fresh('busy')
    await running.pool.query(
      `insert into platform.sessions (id, user_id, tenant, home_tenant, idle_seconds, idle_until, ends_at, address)
       select gen_random_uuid(), $1, 'north', 'north', 60, now() + interval '1 hour', now() + interval '1 hour', 'x' from generate_series(1, 19)`,
      [await office.userIdOf('busy')],
    )
    const newest = await office.logIn('busy')
    await endedEverywhere(oldest)
    expect((await office.info(newest)).code).toBe(200)
  })
})

const listening = `from pg_stat_activity where datname = current_database() and query = 'listen nightflow_sessions'`
const listeners = async () => (await running.pool.query(`select count(*)::int as listeners ${listening}`)).rows[0].listeners

test('commands that end together query the connection that listens one after the other', async () => {
  const listenersBefore = await listeners()
  const live = new LiveSessions(running.pool)
  live.start()
  const concurrent: string[] = []
  const note = ({ name, message }: Error): void => void (name === 'DeprecationWarning' && concurrent.push(message))
  process.on('warning', note)
  try {
    // Until it listens there is nothing to query.
    await expect.poll(listeners).toBe(listenersBefore + 1)
    await Promise.all(Array.from({ length: 50 }, () => live.catchUp()))
    // A warning is emitted in a later turn.
    await nextTurn()
    expect(concurrent).toEqual([])
  } finally {
    process.off('warning', note)
    await live.stop()
  }
})

test('a process that cannot listen remembers nothing, and listens again by itself', async () => {
  const token = await fresh('unheard')
  await knownEverywhere(token)
  expect(await listeners()).toBe(2)
  await running.pool.query(`select pg_terminate_backend(pid) ${listening}`)
  await endSessions(running.pool, await office.userIdOf('unheard'), 'role-changed')
  await endedEverywhere(token)
  await expect.poll(listeners).toBe(2)
  const again = await office.logIn('unheard')
  await knownEverywhere(again)
  await endSessions(running.pool, await office.userIdOf('unheard'), 'role-changed')
  await endedEverywhere(again)
})

describe('a token', () => {
  test('names a session and nothing else', async () => {
    const claims = JSON.parse(Buffer.from((await office.logIn('analyst')).split('.')[1]!, 'base64url').toString())
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'sid'])
  })

  test('of a session that never was, or with a foreign signature, opens nothing', async () => {
    const session = { id: '3b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', endsAt: new Date(Date.now() + 60_000) }
    expect((await office.info(issueSessionToken(await loadTokenSecret(running.pool), session))).code).toBe(401)
    const known = { ...session, id: sidOf(await office.logIn('analyst')) }
    expect((await office.info(issueSessionToken('another secret of another service', known))).code).toBe(401)
  })

  test('is kept by refresh, which answers minutes', async () => {
    const token = await office.logIn('analyst')
    expect(await office.call({ method: 'POST', url: '/prod-api/auth/refresh', token })).toEqual({ code: 200, msg: 'Done', data: 30 })
  })

  test('is read from the header alone, never from a cookie', async () => {
    const token = await office.logIn('analyst')
    const answer = await office.call({ url: '/prod-api/system/user/getInfo', headers: { cookie: `Admin-Token=${token}` } })
    expect(answer.code).toBe(401)
  })
})

describe('rights of a session', () => {
  test('changes with its role at once, in every process', async () => {
    const token = await fresh('riser')
    await knownEverywhere(token)
    await running.pool.query(
      `update platform.user_roles set role_id = (select role_id from platform.roles where tenant = 'north' and role_key = 'admin')
       where user_id = $1`,
      [await office.userIdOf('riser')],
    )
    for (const process of [office, elsewhere])
      await expect
        .poll(async () => (await process.info(token)).permissions, { interval: 10, timeout: knownMillisecondsMax })
        .toEqual(['*:*:*'])
  })

  test('changes when a menu is taken from the role', async () => {
    const token = await office.logIn('clerk')
    expect((await office.info(token)).permissions).toContain('alarms:alarm:process')
    const { rows } = await running.pool.query(
      `delete from platform.role_menus using platform.roles, platform.menus
       where roles.role_id = role_menus.role_id and menus.menu_id = role_menus.menu_id and roles.tenant = 'north' and role_key = 'clerk'
         and menus.perms = 'alarms:alarm:process' returning role_menus.tenant, role_menus.role_id, role_menus.menu_id`,
    )
    await expect
      .poll(async () => (await office.info(token)).permissions, { timeout: knownMillisecondsMax })
      .not.toContain('alarms:alarm:process')
    await running.pool.query('insert into platform.role_menus select $1, $2, $3', Object.values(rows[0]))
  })
})
