import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { signInLimits } from '@nightflow/platform/sign-in/sign-ins'
import { Session, SignedIn } from '@nightflow/schemas/platform/session'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('api_sign_in')
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('delete from platform.login_log'))

const signIn = (
  username: string,
  password = passwordOfAll,
  { tenant, remoteAddress = '192.0.2.1' }: { tenant?: string; remoteAddress?: string } = {},
) => running.api.inject({ method: 'POST', url: '/api/v1/session', payload: { tenant, username, password }, remoteAddress })

test('a sign-in answers a token, permissions and the appearance of the utility', async () => {
  const answer = await signIn('analyst')
  const { token, session, expiresIn } = SignedIn.parse(answer.json())
  expect(session).toMatchObject({
    tenant: 'north',
    username: 'analyst',
    roles: ['analyst'],
    timeZone: 'Europe/Rome',
    themeColour: '#1890ff',
  })
  expect(session.mapCentre).toEqual({ longitude: 120.11, latitude: 30.27, zoom: 10 })
  expect(expiresIn).toBe(1800)
  const who = await running.api.inject({ url: '/api/v1/session', headers: { authorization: `Bearer ${token}` } })
  expect(Session.parse(who.json())).toEqual(session)
})

test('a wrong password, an unknown user, another utility’s user, a disabled one and one of a disabled utility look the same', async () => {
  await running.pool.query(`update platform.users set status = '1' where username = 'clerk'`)
  await running.pool.query(`update platform.tenants set status = '1' where code = 'south'`)
  const refused = [
    await signIn('admin', 'wrong'),
    await signIn('nobody'),
    await signIn('admin', passwordOfAll, { tenant: 'west' }),
    await signIn('clerk'),
    await signIn('south_clerk'),
  ]
  await running.pool.query(`update platform.users set status = '0'`)
  await running.pool.query(`update platform.tenants set status = '0'`)
  for (const answer of refused) {
    expect(answer.statusCode).toBe(401)
    expect({ ...answer.json(), instance: '' }).toEqual({ ...refused[0]!.json(), instance: '' })
  }
})

test('after five failures from one network it waits, for the right password too, with this name only, and no other network does', async () => {
  for (let attempt = 0; attempt < signInLimits.failuresPerName; attempt += 1)
    expect((await signIn('admin', 'guess', { remoteAddress: `2001:db8:1:2::${attempt}` })).statusCode).toBe(401)
  const waiting = await signIn('Admin', passwordOfAll, { remoteAddress: '2001:db8:1:2::77' })
  expect([waiting.statusCode, waiting.json().code]).toEqual([429, 'sign-in-throttled'])
  const wait = Number(waiting.headers['retry-after'])
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(signInLimits.windowSeconds)
  expect((await signIn('analyst', passwordOfAll, { remoteAddress: '2001:db8:1:2::77' })).statusCode).toBe(200)
  await running.pool.query(`update platform.login_log set at = at - interval '16 minutes'`)
  expect((await signIn('admin', passwordOfAll, { remoteAddress: '2001:db8:1:2::77' })).statusCode).toBe(200)
})

test('guesses sent all at once count each', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn('admin', 'guess')))
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 401)).toHaveLength(signInLimits.failuresPerName)
  expect(codes.filter((code) => code === 429)).toHaveLength(3)
})

test('an address that tries many names is stopped, and its attempts cannot fill the table', async () => {
  for (let attempt = 0; attempt < signInLimits.failuresPerNetwork + 5; attempt += 1) await signIn(`name-${attempt}`)
  expect((await signIn('admin')).statusCode).toBe(429)
  const { rows } = await running.pool.query('select count(*)::int as attempts from platform.login_log')
  expect(rows[0].attempts).toBe(signInLimits.failuresPerNetwork)
  expect((await signIn('admin', passwordOfAll, { remoteAddress: '203.0.113.5' })).statusCode).toBe(200)
})

test('signing in clears the failures before it', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await signIn('admin', 'guess')).statusCode).toBe(401)
    expect((await signIn('admin')).statusCode).toBe(200)
  }
})

test('the login log says who came, from where and how it ended, and never with which password', async () => {
  await signIn('admin')
  await signIn('admin', 'Secret-guess')
  const { rows } = await running.pool.query('select tenant, username, address, outcome from platform.login_log order by id')
  const attempt = { tenant: 'north', username: 'admin', address: '192.0.2.1' }
  expect(rows).toEqual([
    { ...attempt, outcome: 'accepted' },
    { ...attempt, outcome: 'refused' },
  ])
})

test('a token can be renewed while it is good, with the role that its user has now', async () => {
  const { token } = SignedIn.parse((await signIn('analyst')).json())
  const renew = () => running.api.inject({ method: 'PUT', url: '/api/v1/session', headers: { authorization: `Bearer ${token}` } })
  const give = (role: string) =>
    running.pool.query(
      `update platform.user_roles set role_id = (select role_id from platform.roles where tenant = 'north' and role_key = $1)
       where user_id = (select user_id from platform.users where username = 'analyst')`,
      [role],
    )
  await give('admin')
  await expect.poll(async () => SignedIn.parse((await renew()).json()).session.roles, { timeout: knownMillisecondsMax }).toEqual(['admin'])
  await give('analyst')
  await running.pool.query(`update platform.users set status = '1' where username = 'analyst'`)
  await expect.poll(async () => (await renew()).statusCode, { timeout: knownMillisecondsMax }).toBe(401)
  await running.pool.query(`update platform.users set status = '0'`)
})

test('an expired token is no token', async () => {
  const secret = await loadTokenSecret(running.pool)
  const token = issueAccessToken(secret, { tenant: 'north', username: 'admin', role: 'admin' }, -1)
  const answer = await running.api.inject({ url: '/api/v1/session', headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(401)
})
