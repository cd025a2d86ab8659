import { challengeLimits } from '@nightflow/platform/sign-in/challenges'
import { signInLimits } from '@nightflow/platform/sign-in/sign-ins'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let setUp: ReturnType<typeof setUpBy>
beforeAll(async () => {
  running = await startApi('threats_limits')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  setUp = setUpBy(() => admin, office, running.pool)
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('delete from platform.login_log; delete from platform.challenges'))

describe('nonces and captchas', () => {
  test.each([
    ['nonce', '/prod-api/auth/publicKey'],
    ['captcha', '/prod-api/auth/code'],
  ])('remain available while a hundred addresses request every %s they can get', async (kind, url) => {
    const each = challengeLimits.inAllMax / 100
    await running.pool.query(
      `insert into platform.challenges (id, kind, answer_hash, address, expires_at)
       select gen_random_uuid(), $1, '\\x00', '127.0.0.' || (n / $2), now() + interval '1 minute' from generate_series(0, $3 - 1) as n`,
      [kind, each, challengeLimits.inAllMax],
    )
    expect((await office.call({ url, from: '127.0.0.7' })).reason).toBe('too-fast')
    expect((await office.call({ url, from: '192.0.2.1' })).code).toBe(200)
  })

  test('are counted for a network of IPv6, not for each of its addresses', async () => {
    await running.pool.query(
      `insert into platform.challenges (id, kind, address, expires_at)
       select gen_random_uuid(), 'nonce', '2001:db8:1:2::/64', now() + interval '1 minute' from generate_series(1, $1)`,
      [challengeLimits.perAddress],
    )
    expect((await office.call({ url: '/prod-api/auth/publicKey', from: '2001:db8:1:2:aaaa::9' })).reason).toBe('too-fast')
    expect((await office.call({ url: '/prod-api/auth/publicKey', from: '2001:db8:1:3::9' })).code).toBe(200)
  })
})

describe('an outsider who types wrong passwords', () => {
  type Wanted = { from: string; username?: string; password?: string; cookie?: string; uuid?: string; code?: string }
  const signIn = ({ from, cookie, ...payload }: Wanted) =>
    running.api.inject({
      method: 'POST',
      url: '/api/v1/session',
      remoteAddress: from,
      payload: { username: 'analyst', password: passwordOfAll, ...payload },
      headers: cookie === undefined ? {} : { cookie },
    })
  const failFromOutside = async (username = 'analyst') => {
    for (let nth = 0; nth < signInLimits.failuresPerName; nth += 1)
      expect((await signIn({ from: `203.0.113.${nth}`, username, password: 'guess' })).statusCode).toBe(401)
  }
  const solved = async () => {
    const { uuid } = (await office.call({ url: '/prod-api/auth/code?demanded=true' })) as Enveloped & { uuid: string }
    await answerChallenge(running.pool, uuid, '7')
    return { uuid, code: '7' }
  }

  test('locks no administrator out: others need a captcha, and then the password counts', async () => {
    await failFromOutside()
    const asked = await signIn({ from: '198.51.100.7' })
    expect([asked.statusCode, asked.json().code]).toEqual([400, 'captcha-needed'])
    expect((await signIn({ from: '198.51.100.7', ...(await solved()), code: '8' })).json().code).toBe('verification-code-wrong')
    const begun = performance.now()
    const answer = await signIn({ from: '198.51.100.7', ...(await solved()) })
    expect(answer.statusCode).toBe(200)
    expect(performance.now() - begun).toBeGreaterThan(950)
  })

  test('does not disturb a device that the account knows, nor a network that it comes from', async () => {
    const first = await signIn({ from: '198.51.100.8' })
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^nightflow-device-\d+=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict/)
    await failFromOutside()
    expect((await signIn({ from: '198.51.100.8' })).statusCode).toBe(200)
    await failFromOutside()
    expect((await signIn({ from: '192.0.2.200', cookie: cookie.split(';')[0]! })).statusCode).toBe(200)
    await failFromOutside()
    const forged = cookie.split(';')[0]!.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`)
    expect((await signIn({ from: '192.0.2.201', cookie: forged })).json().code).toBe('captcha-needed')
    // The cookie of one's own account is none for another's.
    await failFromOutside('clerk')
    const others = await signIn({ from: '192.0.2.202', username: 'clerk', cookie: cookie.split(';')[0]! })
    expect(others.json().code).toBe('captcha-needed')
  })

  test('with a stolen device guesses five times', async () => {
    const cookie = String((await signIn({ from: '198.51.100.9' })).headers['set-cookie']).split(';')[0]!
    const guesses: number[] = []
    for (let nth = 0; nth < 12; nth += 1) guesses.push((await signIn({ from: '203.0.113.9', cookie, password: `guess-${nth}` })).statusCode)
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(2 * signInLimits.failuresPerName)
    expect(guesses.at(-1)).not.toBe(401)
  })

  test('does not fill the queue of all: the checks of one network are limited', async () => {
    const flood = Array.from({ length: 30 }, (_, nth) => signIn({ from: '203.0.113.50', username: `name_${nth}`, password: 'guess' }))
    expect((await signIn({ from: '198.51.100.10' })).statusCode).toBe(200)
    expect((await Promise.all(flood)).filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(10)
  })
})

describe('a word of a request that names what every object has', () => {
  const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

  test('is no column to sort by', async () => {
    const lists = ['user', 'role', 'config', 'notice', 'dict/type', 'dict/data', 'post'].map((name) => `system/${name}/list`)
    for (const path of [...lists, 'system/operlog/list', 'system/user/agent/list', 'system/role/authUser/unallocatedList'])
      for (const word of inherited) {
        const answer = await admin.call('GET', `${path}?orderByColumn=${word}&isAsc=asc&roleId=1`)
        expect([path, word, answer.reason === 'internal-error']).toEqual([path, word, false])
      }
    expect((await admin.call('GET', 'system/user/list?orderByColumn=constructor')).code).toBe(200)
  })

  test('is a parameter like any other', async () => {
    for (const configKey of ['constructor', 'toString'])
      expect((await admin.call('POST', 'system/config', { configName: 'Odd', configKey, configValue: 'x' })).code).toBe(200)
  })

  test('is no word for a cell of a spreadsheet', async () => {
    const { userId } = await setUp.newUser('worded')
    await running.pool.query(`update platform.users set sex = '2', remark = 'constructor' where user_id = $1`, [userId])
    const payload = { words: JSON.stringify({ remark: { other: 'Other' } }) }
    const headers = { authorization: `Bearer ${running.tokenOf('north')}` }
    const answer = await running.api.inject({ method: 'POST', url: '/prod-api/system/user/export', headers, payload })
    expect([answer.statusCode, answer.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})

test('a menu path with a control character is refused, and one that is kept from before leads nowhere', async () => {
  const operator = clerkAt(office, await office.logIn('operator'))
  const path = 'java\tscript:alert(1)'
  const titles = { 'zh-CN': 'x', en: 'x', fr: 'x', id: 'x' }
  expect(await operator.refused('POST', 'system/menu', { titles, menuType: 'C', path, parentId: 0 })).toBe('request-invalid')
  await running.pool.query(
    `insert into platform.menus (parent_id, order_num, titles, menu_type, path, audience, perms) values (null, 1, $1, 'C', $2, 'everybody', null)`,
    [JSON.stringify(titles), path],
  )
  expect(JSON.stringify(await operator.done('GET', 'system/menu/getRouters'))).not.toContain('script:')
})

test('a view link ends with its maker’s right to make one', async () => {
  const role = await setUp.newRole('link_makers', ['leakage:partition:manage'])
  const maker = await setUp.worker('link_maker', role)
  const { link } = await maker.done<{ link: string }>('POST', 'business/cascadeScreen/link', { hours: 24 })
  const open = async () => (await office.call({ url: `/prod-api/business/cascadeScreen/view?link=${link}` })).reason
  expect(await open()).toBeUndefined()
  await admin.done('PUT', 'system/role/changeStatus', { roleId: role, status: '1' })
  expect(await open()).toBe('view-link-over')
  await admin.done('PUT', 'system/role/changeStatus', { roleId: role, status: '0' })
  expect(await open()).toBeUndefined()
  await admin.done('PUT', 'system/user/changeStatus', { userId: maker.userId, status: '1' })
  expect(await open()).toBe('view-link-over')
})

test.each([
  'mail.pass',
  'oss.accessKeyId',
  'my.pin',
  'my.pin1',
  'sms.key2',
  'door.pin_2.value',
  'radio.psk5',
  'map.key',
  'sms.appKey',
  'door.pin-code',
  'wifi.psk',
])('the parameter %s is a secret', async (configKey) => {
  await admin.done('POST', 'system/config', { configName: configKey, configKey, configValue: 'visible-to-few' })
  const listed = await admin.done<{ rows: { configValue: string }[] }>('GET', `system/config/list?configKey=${configKey}`)
  expect(listed.rows.map(({ configValue }) => configValue)).toEqual(['******'])
  const { rows } = await running.pool.query(`select subject::text || coalesce(after::text, '') as kept from platform.operation_log`)
  expect(rows.map(({ kept }) => kept).join()).not.toContain('visible-to-few')
})
