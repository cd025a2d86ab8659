import { buildApi } from '@nightflow/api/app'
import { issueAccessToken, issueSessionToken, loadTokenSecret } from '@nightflow/projections/platform/access-token'
import { endSessions, sessionLimits } from '@nightflow/projections/platform/sessions'
import { createTenant } from '@nightflow/projections/platform/tenants'
import { createUser, giveInitialPassword } from '@nightflow/projections/platform/users'
import type { SessionInfo } from '@nightflow/schemas/platform/session-calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped, sealWith } from '../support/back-office.ts'
import { passwordOfAll, type RunningApi, startApi } from '../support/running-api.ts'

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

const info = async (token: string, at = office) =>
  (await at.call({ url: '/prod-api/system/user/getInfo', token })) as Enveloped & SessionInfo
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
const userIdOf = async (username: string): Promise<number> =>
  Number((await running.pool.query('select user_id from platform.users where username = $1', [username])).rows[0].user_id)
/** Both processes have read this session just now, and remember it. */
const knownEverywhere = async (token: string): Promise<void> => {
  expect((await info(token)).code).toBe(200)
  expect((await info(token, elsewhere)).code).toBe(200)
}
const endedEverywhere = async (token: string): Promise<void> => {
  for (const process of [office, elsewhere])
    await expect.poll(async () => (await info(token, process)).code, { interval: 10, timeout: 2000 }).toBe(ended)
}
const setPassword = async (token: string, oldPassword: string, newPassword: string, query = false) => {
  const fields = { oldPassword: await office.seal(oldPassword), newPassword: await office.seal(newPassword) }
  const url = '/prod-api/system/user/profile/updatePwd'
  return office.call({ method: 'PUT', token, ...(query ? { url: `${url}?${new URLSearchParams(fields)}` } : { url, payload: fields }) })
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
    expect(await info(token)).toMatchObject({ code: ended, msg: 'Your session was ended. Sign in again.', reason: 'session-ended' })
    const machine = await running.api.inject({ url: '/api/v1/session', headers: { authorization: `Bearer ${token}` } })
    expect([machine.statusCode, machine.json().code]).toEqual([401, 'session-ended'])
    const { rows } = await running.pool.query(`select username, outcome from platform.login_log order by id desc limit 1`)
    expect(rows).toEqual([{ username: 'analyst', outcome: 'signed-out' }])
  })

  test('when somebody ends it, for one person alone', async () => {
    const [token, second, others] = [await office.logIn('analyst'), await office.logIn('analyst'), await office.logIn('clerk')]
    await knownEverywhere(token)
    await endSessions(running.pool, await userIdOf('analyst'), 'role-changed')
    await endedEverywhere(token)
    await endedEverywhere(second)
    expect((await info(others)).code).toBe(200)
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

  test('when its person is removed: then nobody knows it', async () => {
    const token = await fresh('gone')
    await knownEverywhere(token)
    await running.pool.query(`delete from platform.users where username = 'gone'`)
    await expect.poll(async () => (await info(token, elsewhere)).code).toBe(401)
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
    expect((await info(token)).code).toBe(200)
    await shift(token, '29 minutes')
    expect((await info(token)).code).toBe(200)
    await shift(token, '31 minutes')
    expect(await info(token)).toMatchObject({ code: 401, reason: 'not-signed-in' })
    expect((await office.call({ method: 'POST', url: '/prod-api/auth/refresh', token })).code).toBe(401)
  })

  test('after twelve hours, however much it is used; a remembered one after seven days', async () => {
    const token = await office.logIn('analyst')
    await running.pool.query(`update platform.sessions set ends_at = now() - interval '1 second' where id = $1`, [sidOf(token)])
    expect((await info(token, elsewhere)).code).toBe(401)
    const { data } = await office.tryLogIn('analyst', passwordOfAll, { rememberMe: true })
    const remembered = (data as { access_token: string }).access_token
    await shift(remembered, '6 days')
    expect((await info(remembered)).code).toBe(200)
  })

  /** As if this much time had passed, for both processes: what they remember is good for seconds only. */
  const shift = async (token: string, time: string): Promise<void> => {
    await running.pool.query(
      `update platform.sessions set renewed_at = renewed_at - $2::interval, idle_until = idle_until - $2::interval, ends_at = ends_at - $2::interval
       where id = $1`,
      [sidOf(token), time],
    )
    await running.pool.query(`select pg_notify('nightflow_sessions', $1)`, [sidOf(token)])
    await new Promise((resolve) => setTimeout(resolve, 50))
  }

  test('a person has twenty of them at most; the oldest gives way', async () => {
    const oldest = await fresh('busy')
    await running.pool.query(
      `insert into platform.sessions (id, user_id, tenant, home_tenant, idle_seconds, idle_until, ends_at, address)
       select gen_random_uuid(), $1, 'north', 'north', 60, now() + interval '1 hour', now() + interval '1 hour', 'x' from generate_series(1, 19)`,
      [await userIdOf('busy')],
    )
    const newest = await office.logIn('busy')
    await endedEverywhere(oldest)
    expect((await info(newest)).code).toBe(200)
  })
})

describe('a token', () => {
  test('names a session and nothing else', async () => {
    const claims = JSON.parse(Buffer.from((await office.logIn('analyst')).split('.')[1]!, 'base64url').toString())
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'sid'])
  })

  test('of a session that never was, or signed by somebody else, opens nothing', async () => {
    const session = { id: '3b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', endsAt: new Date(Date.now() + 60_000) }
    expect((await info(issueSessionToken(await loadTokenSecret(running.pool), session))).code).toBe(401)
    const known = { ...session, id: sidOf(await office.logIn('analyst')) }
    expect((await info(issueSessionToken('another secret of another service', known))).code).toBe(401)
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

describe('what a session may do', () => {
  test('changes with its role at once, in every process', async () => {
    const token = await fresh('riser')
    await knownEverywhere(token)
    await running.pool.query(
      `update platform.user_roles set role_id = (select role_id from platform.roles where tenant = 'north' and role_key = 'admin')
       where user_id = $1`,
      [await userIdOf('riser')],
    )
    for (const process of [office, elsewhere])
      await expect.poll(async () => (await info(token, process)).permissions, { interval: 10 }).toEqual(['*:*:*'])
  })

  test('changes when a menu is taken from the role', async () => {
    const token = await office.logIn('clerk')
    expect((await info(token)).permissions).toContain('alarms:alarm:process')
    const { rows } = await running.pool.query(
      `delete from platform.role_menus using platform.roles, platform.menus
       where roles.role_id = role_menus.role_id and menus.menu_id = role_menus.menu_id and roles.tenant = 'north' and role_key = 'clerk'
         and menus.perms = 'alarms:alarm:process' returning role_menus.tenant, role_menus.role_id, role_menus.menu_id`,
    )
    await expect.poll(async () => (await info(token)).permissions).not.toContain('alarms:alarm:process')
    await running.pool.query('insert into platform.role_menus select $1, $2, $3', Object.values(rows[0]))
  })
})

describe('the initial password', () => {
  test('opens nothing but the way to another one, under both paths', async () => {
    await fresh('newcomer')
    await giveInitialPassword(running.pool, await userIdOf('newcomer'), 'Initial-77')
    const token = await office.logIn('newcomer', 'Initial-77')
    expect(await info(token)).toMatchObject({ code: 200, isDefaultModifyPwd: true })
    expect((await office.call({ url: '/prod-api/system/user/getTenant', token })).code).toBe(200)
    for (const url of ['/prod-api/system/user/profile', '/prod-api/system/notice/list'])
      expect((await office.call({ url, token })).reason).toBe('password-must-change')
    const machine = await running.api.inject({ url: '/api/v1/meters', headers: { authorization: `Bearer ${token}` } })
    expect([machine.statusCode, machine.json().code]).toEqual([403, 'password-must-change'])

    const force = async (password: string) =>
      office.call({ method: 'PUT', url: '/prod-api/system/user/forceResetPwd', token, payload: { password: await office.seal(password) } })
    expect((await force('Initial-77')).reason).toBe('password-unchanged')
    expect((await force('weak')).reason).toBe('password-weak')
    expect((await force('Riverbend-9')).code).toBe(200)
    await endedEverywhere(token)
    const again = await office.logIn('newcomer', 'Riverbend-9')
    expect((await info(again)).isDefaultModifyPwd).toBe(false)
    // Not to be used to get round the old password later, and the initial one never comes back.
    const later = await office.call({
      method: 'PUT',
      url: '/prod-api/system/user/forceResetPwd',
      token: again,
      payload: { password: await office.seal('Riverbend-10') },
    })
    expect(later.reason).toBe('password-not-initial')
    expect((await setPassword(again, 'Riverbend-9', 'Initial-77')).reason).toBe('password-unchanged')
  })
})

describe('changing one’s password', () => {
  test('asks for the old one, keeps the rules, and ends every session', async () => {
    const token = await fresh('changer')
    const second = await office.logIn('changer')
    expect((await setPassword(token, 'Wrong-pass-1', 'Riverbend-9')).reason).toBe('old-password-wrong')
    expect((await setPassword(token, passwordOfAll, passwordOfAll)).reason).toBe('password-unchanged')
    for (const weak of ['Ab1', 'alllower1', 'ALLUPPER1', 'NoDigits', 'TooLongByFar-12345'])
      expect((await setPassword(token, passwordOfAll, weak)).reason).toBe('password-weak')
    expect((await setPassword(token, passwordOfAll, 'Riverbend-9')).code).toBe(200)
    await endedEverywhere(token)
    await endedEverywhere(second)
    expect((await office.tryLogIn('changer')).reason).toBe('sign-in-refused')
    expect((await office.tryLogIn('changer', 'Riverbend-9')).code).toBe(200)
  })

  test('takes both passwords from the query as well, and one nonce may serve both', async () => {
    const token = await fresh('querier')
    expect((await setPassword(token, passwordOfAll, 'Riverbend-9', true)).code).toBe(200)
    const again = await office.logIn('querier', 'Riverbend-9')
    const { data } = await office.call({ url: '/prod-api/auth/publicKey' })
    const { publicKey, nonce } = data as { publicKey: string; nonce: string }
    const sealed = (password: string) => sealWith(publicKey, { password, nonce })
    const payload = { oldPassword: sealed('Riverbend-9'), newPassword: sealed('Riverbend-10') }
    expect((await office.call({ method: 'PUT', url: '/prod-api/system/user/profile/updatePwd', token: again, payload })).code).toBe(200)
  })

  test('a password that was overheard changes nothing', async () => {
    const token = await fresh('overheard')
    const fields = { oldPassword: await office.seal(passwordOfAll), newPassword: await office.seal('weak') }
    const send = () => office.call({ method: 'PUT', url: '/prod-api/system/user/profile/updatePwd', token, payload: fields })
    expect((await send()).reason).toBe('password-weak')
    expect((await send()).reason).toBe('old-password-wrong')
  })

  test('is no way to guess: failures count like those of signing in', async () => {
    const token = await fresh('guessed')
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await setPassword(token, `Guess-${attempt}`, 'Riverbend-9')).reason).toBe('old-password-wrong')
    expect((await setPassword(token, passwordOfAll, 'Riverbend-9')).reason).toBe('sign-in-throttled')
    expect((await office.tryLogIn('guessed')).reason).toBe('sign-in-throttled')
  })

  test('nobody changes somebody else’s, or writes a password into the operation log', async () => {
    const token = await fresh('owner')
    const fields = { oldPassword: await office.seal(passwordOfAll), newPassword: await office.seal('Riverbend-9') }
    const others = await office.call({
      method: 'PUT',
      url: '/prod-api/system/user/profile/updatePwd',
      token,
      payload: { ...fields, userId: await userIdOf('admin') },
    })
    expect(others.code).toBe(403)
    expect((await setPassword(token, passwordOfAll, 'Riverbend-9')).code).toBe(200)
    const { rows } = await running.pool.query(`select subject::text || coalesce(after::text, '') as text from platform.operation_log
      where operation like '%updatePwd' order by id desc limit 1`)
    expect(rows[0].text).toContain('(not kept)')
    expect(rows[0].text).not.toMatch(/Riverb|[A-Za-z0-9+/]{60}/)
  })
})

describe('one’s own data', () => {
  test('are read and changed; what is somebody else’s is refused by name', async () => {
    const token = await fresh('profiled')
    const put = (payload: object) => office.call({ method: 'PUT', url: '/prod-api/system/user/profile', token, payload })
    const data = {
      nickName: 'Pat',
      email: 'pat@north.example',
      areaCode: '86',
      phonenumber: '13912345678',
      sex: '1',
      introduction: 'Night shift',
    }
    expect((await put(data)).code).toBe(200)
    const profile = await office.call({ url: '/prod-api/system/user/profile', token })
    expect(profile).toMatchObject({ code: 200, data: { ...data, userName: 'profiled' }, roleGroup: expect.any(String), postGroup: '' })
    await running.pool.query(
      `update platform.users set email = 'taken@north.example', area_code = '86', phonenumber = '13900000000' where username = 'clerk'`,
    )
    expect((await put({ nickName: 'Pat', email: 'Taken@north.example' })).reason).toBe('email-taken')
    expect((await put({ nickName: 'Pat', areaCode: '86', phonenumber: '13900000000' })).reason).toBe('phone-taken')
    expect((await put({ nickName: 'N'.repeat(21) })).reason).toBe('request-invalid')
  })

  test('keep the language, one’s own alone', async () => {
    const token = await fresh('speaker')
    const put = (payload: object) => office.call({ method: 'PUT', url: '/prod-api/system/user/updateLanguage', token, payload })
    expect((await put({ language: 'fr' })).code).toBe(200)
    expect((await put({ language: 'id', userId: await userIdOf('speaker') })).code).toBe(200)
    expect((await put({ language: 'en', userId: await userIdOf('admin') })).code).toBe(403)
    expect((await put({ language: 'de' })).code).toBe(500)
    expect((await info(token)).user.language).toBe('id')
  })
})

describe('an operator visits a tenant', () => {
  const visit = (token: string, payload: object) => office.call({ method: 'POST', url: '/prod-api/system/tenant/visit', token, payload })
  const tokenIn = ({ data }: Enveloped): string => (data as { access_token: string }).access_token

  test('and sees it as its administrator does, until leaving; both tenants can read of it', async () => {
    const own = await office.logIn('operator')
    const answer = await visit(own, { code: 'south', reason: 'A call about leakage', minutes: 45 })
    expect(answer).toMatchObject({ code: 200, data: { expires_in: 30 } })
    const visiting = tokenIn(answer)
    expect(await info(visiting)).toMatchObject({
      user: { userName: 'operator' },
      tenant: { code: 'south' },
      roles: ['admin'],
      permissions: ['*:*:*'],
      visit: { homeTenant: 'platform', reason: 'A call about leakage' },
    })
    // What belongs to the platform is not there in the tenant.
    expect((await visit(visiting, { code: 'north', reason: 'Another one' })).code).toBe(403)
    const left = await office.call({ method: 'DELETE', url: '/prod-api/system/tenant/visit', token: visiting })
    expect((await info(tokenIn(left))).tenant.code).toBe('platform')
    await endedEverywhere(visiting)
    const { rows } = await running.pool.query(
      `select tenant, actor, operation, outcome from platform.operation_log where operation like '%/tenant/visit' and outcome = 'accepted' order by id`,
    )
    expect(rows.map(({ tenant, operation }) => `${tenant} ${operation.split(' ')[0]}`).sort()).toEqual([
      'platform DELETE',
      'platform POST',
      'south DELETE',
      'south POST',
    ])
    expect(rows.every(({ actor }) => actor === 'operator:operator' || actor === 'user:operator')).toBe(true)
    const visits = await running.pool.query(`select tenant, operator, reason, ended_at is not null as over from platform.tenant_visits`)
    expect(visits.rows).toEqual([{ tenant: 'south', operator: 'operator', reason: 'A call about leakage', over: true }])
  })

  test('ends by itself and with the operator’s own session', async () => {
    const own = await office.logIn('operator')
    const visiting = tokenIn(await visit(own, { code: 'north', reason: 'Five minutes', minutes: 5 }))
    const { rows } = await running.pool.query(
      `select extract(epoch from ends_at - now())::int as seconds from platform.sessions where id = $1`,
      [sidOf(visiting)],
    )
    expect(rows[0].seconds).toBeLessThanOrEqual(300)
    expect((await office.call({ method: 'DELETE', url: '/prod-api/auth/logout', token: visiting })).code).toBe(200)
    await endedEverywhere(visiting)
    await endedEverywhere(own)
  })

  test('and nobody else does', async () => {
    expect((await visit(await office.logIn('admin'), { code: 'south', reason: 'Curiosity' })).code).toBe(403)
    const own = await office.logIn('operator')
    expect((await visit(own, { code: 'nowhere', reason: 'Curiosity' })).code).toBe(404)
    expect((await office.call({ method: 'DELETE', url: '/prod-api/system/tenant/visit', token: own })).reason).toBe('not-visiting')
    await createTenant(running.pool, { code: 'closed', name: 'Closed', timeZone: 'UTC' })
    const machine = issueAccessToken(await loadTokenSecret(running.pool), { tenant: 'platform', username: 'x', role: 'operator' })
    expect((await visit(machine, { code: 'closed', reason: 'No person' })).code).toBe(403)
  })
})
