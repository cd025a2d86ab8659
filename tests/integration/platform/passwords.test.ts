import { createUser, giveInitialPassword } from '@nightflow/platform/people/users'
import { hashPassword } from '@nightflow/platform/rules/password'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, sealWith } from '../../support/api/back-office.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
beforeAll(async () => {
  running = await startApi('office_passwords')
  office = backOfficeOf(running)
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('delete from platform.login_log'))

const ended = async (token: string): Promise<void> => {
  await expect.poll(async () => (await office.info(token)).reason, { interval: 10, timeout: knownMillisecondsMax }).toBe('session-ended')
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

describe('the initial password', () => {
  test('opens nothing but the way to another one, under both paths', async () => {
    await fresh('newcomer')
    await giveInitialPassword(running.pool, await office.userIdOf('newcomer'), await hashPassword('Initial-77'))
    const token = await office.logIn('newcomer', 'Initial-77')
    expect(await office.info(token)).toMatchObject({ code: 200, isDefaultModifyPwd: true })
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
    await ended(token)
    const again = await office.logIn('newcomer', 'Riverbend-9')
    expect((await office.info(again)).isDefaultModifyPwd).toBe(false)
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

test('an initial password may stay where the utility does not ask for a change', async () => {
  await fresh('keeper')
  await giveInitialPassword(running.pool, await office.userIdOf('keeper'), await hashPassword('Initial-77'))
  const parameter = (value: string) =>
    running.pool.query(
      `insert into platform.configuration (tenant, config_name, config_key, config_value)
       values ('north', 'change', 'sys.account.initPasswordModify', $1)
       on conflict (tenant, config_key) do update set config_value = excluded.config_value`,
      [value],
    )
  await parameter('0')
  expect((await office.info(await office.logIn('keeper', 'Initial-77'))).isDefaultModifyPwd).toBe(false)
  await parameter('1')
  expect((await office.info(await office.logIn('keeper', 'Initial-77'))).isDefaultModifyPwd).toBe(true)
})

describe('changing one’s password', () => {
  test('needs the old one, keeps the rules, and ends every session', async () => {
    const token = await fresh('changer')
    const second = await office.logIn('changer')
    expect((await setPassword(token, 'Wrong-pass-1', 'Riverbend-9')).reason).toBe('old-password-wrong')
    expect((await setPassword(token, passwordOfAll, passwordOfAll)).reason).toBe('password-unchanged')
    for (const weak of ['Ab1', 'alllower1', 'ALLUPPER1', 'NoDigits', 'TooLongByFar-12345'])
      expect((await setPassword(token, passwordOfAll, weak)).reason).toBe('password-weak')
    expect((await setPassword(token, passwordOfAll, 'Riverbend-9')).code).toBe(200)
    await ended(token)
    await ended(second)
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

  test('another person’s cannot be changed, and no password is in the operation log', async () => {
    const token = await fresh('owner')
    const fields = { oldPassword: await office.seal(passwordOfAll), newPassword: await office.seal('Riverbend-9') }
    const others = await office.call({
      method: 'PUT',
      url: '/prod-api/system/user/profile/updatePwd',
      token,
      payload: { ...fields, userId: await office.userIdOf('admin') },
    })
    expect(others.code).toBe(403)
    expect((await setPassword(token, passwordOfAll, 'Riverbend-9')).code).toBe(200)
    const { rows } = await running.pool.query(`select subject::text || coalesce(after::text, '') as text from platform.operation_log
      where operation like '%updatePwd' order by id desc limit 1`)
    expect(rows[0].text).toContain('(not kept)')
    expect(rows[0].text).not.toMatch(/Riverb|[A-Za-z0-9+/]{60}/)
  })
})
