import { randomUUID } from 'node:crypto'
import { createUser } from '@nightflow/platform/people/users'
import { signInLimits } from '@nightflow/platform/sign-in/sign-ins'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type BackOffice, backOfficeOf, type Enveloped, sealWith } from '../../support/api/back-office.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
beforeAll(async () => {
  running = await startApi('office_sign_in')
  office = backOfficeOf(running)
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('delete from platform.login_log; delete from platform.challenges'))

type Offer = { publicKey: string; nonce: string; goodForSeconds: number }
const offer = async (): Promise<Offer> => (await office.call({ url: '/prod-api/auth/publicKey' })).data as Offer
const captcha = async () => (await office.call({ url: '/prod-api/auth/code' })) as Enveloped & { uuid: string; img: string }
const solved = async () => {
  const { uuid } = await captcha()
  await answerChallenge(running.pool, uuid, 'aB3d')
  return { uuid, code: 'Ab3D' }
}
const post = (payload: object, more: object = {}) => office.call({ method: 'POST', url: '/prod-api/auth/login', payload, ...more })
const tokenIn = ({ data }: Enveloped): string => (data as { access_token: string }).access_token
const parameter = (key: string, value: string) =>
  running.pool.query(
    `insert into platform.configuration (tenant, config_name, config_key, config_value) values ('platform', $1, $1, $2)
     on conflict (tenant, config_key) do update set config_value = excluded.config_value`,
    [key, value],
  )

describe('the captcha', () => {
  test('is a PNG that changes with every call, under both of its names', async () => {
    const first = await captcha()
    expect(Buffer.from(first.img, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(first).toMatchObject({ code: 200, captchaEnabled: true })
    const alias = await office.call({ url: '/prod-api/code' })
    expect(alias.uuid).not.toBe(first.uuid)
    expect(alias.img).not.toBe(first.img)
  })

  test('can be characters instead of a sum, and upper and lower case are the same', async () => {
    await parameter('sys.account.captchaType', 'char')
    const password = await office.seal(passwordOfAll)
    expect((await post({ username: 'admin', password, ...(await solved()) })).code).toBe(200)
    await parameter('sys.account.captchaType', 'math')
  })

  test('is good once, whatever was answered', async () => {
    const { uuid, code } = await solved()
    const wrong = await post({ username: 'admin', password: await office.seal(passwordOfAll), uuid, code: 'nope' })
    expect(wrong).toMatchObject({ code: 500, reason: 'verification-code-wrong', msg: 'The verification code is incorrect or invalid.' })
    const again = await post({ username: 'admin', password: await office.seal(passwordOfAll), uuid, code })
    expect(again.reason).toBe('verification-code-wrong')
  })

  test('is no good after two minutes', async () => {
    const answer = await solved()
    await running.pool.query(`update platform.challenges set expires_at = now() - interval '1 second' where id = $1`, [answer.uuid])
    expect((await post({ username: 'admin', password: await office.seal(passwordOfAll), ...answer })).reason).toBe(
      'verification-code-wrong',
    )
  })

  test('is not required when the platform switched it off', async () => {
    await parameter('sys.account.captchaEnabled', 'false')
    expect(await office.call({ url: '/prod-api/auth/code' })).toEqual({ code: 200, msg: 'Done', captchaEnabled: false })
    expect((await post({ username: 'admin', password: await office.seal(passwordOfAll) })).code).toBe(200)
    await parameter('sys.account.captchaEnabled', 'true')
    expect((await post({ username: 'admin', password: await office.seal(passwordOfAll) })).reason).toBe('verification-code-wrong')
  })

  test('cannot be had without end from one address', async () => {
    await running.pool.query(
      `insert into platform.challenges (id, kind, answer_hash, address, expires_at)
       select gen_random_uuid(), 'captcha', '\\x00', '192.0.2.1', now() + interval '1 minute' from generate_series(1, 200)`,
    )
    expect((await office.call({ url: '/prod-api/auth/code' })).reason).toBe('too-fast')
    expect((await office.call({ url: '/prod-api/auth/code', from: '192.0.2.9' })).code).toBe(200)
  })

  test('counts for its address until it runs out, used or not', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await post({ username: 'admin', password: 'x'.repeat(64), ...(await solved()) })
    const { rows } = await running.pool.query(
      `select count(*)::int as asked from platform.challenges where kind = 'captcha' and expires_at > now()`,
    )
    expect(rows[0].asked).toBe(3)
  })

  test('leaves nothing behind that says its answer, and old ones go', async () => {
    await captcha()
    await running.pool.query(`update platform.challenges set expires_at = now() - interval '1 second'`)
    await captcha()
    const { rows } = await running.pool.query<{ answer_hash: Buffer }>('select answer_hash from platform.challenges')
    expect(rows.map(({ answer_hash: hash }) => hash.length)).toEqual([32])
  })
})

describe('a sealed password', () => {
  test('works once: a recorded one is worthless', async () => {
    const password = await office.seal(passwordOfAll)
    expect((await post({ username: 'admin', password, ...(await solved()) })).code).toBe(200)
    const replayed = await post({ username: 'admin', password, ...(await solved()) })
    expect(replayed).toMatchObject({ code: 500, reason: 'sign-in-refused' })
  })

  test('is rejected like a wrong password with an unknown or old nonce or another key', async () => {
    const { publicKey, nonce } = await offer()
    await running.pool.query(`update platform.challenges set expires_at = now() - interval '1 second' where id = $1`, [nonce])
    const other = (await import('node:crypto')).generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const sealed = [
      sealWith(publicKey, { password: passwordOfAll, nonce }),
      sealWith(publicKey, { password: passwordOfAll, nonce: randomUUID() }),
      sealWith(publicKey, { password: passwordOfAll, nonce: 'x' }),
      sealWith(publicKey, { password: passwordOfAll }),
      sealWith(String(other.export({ type: 'spki', format: 'pem' })), { password: passwordOfAll, nonce: (await offer()).nonce }),
      Buffer.alloc(256, 7).toString('base64'),
    ]
    const wrong = await post({ username: 'analyst', password: await office.seal('Wrong-pass-1'), ...(await solved()) })
    for (const [index, password] of sealed.entries()) {
      const refused = await post({ username: 'analyst', password, ...(await solved()) }, { from: `192.0.2.${index + 10}` })
      expect(refused).toEqual(wrong)
      await running.pool.query('delete from platform.login_log')
    }
  })

  test('uses one key in all processes and after a restart', async () => {
    const again = backOfficeOf(await anotherProcess())
    const { data } = await again.call({ url: '/prod-api/auth/publicKey' })
    expect((data as Offer).publicKey).toBe((await offer()).publicKey)
    await elsewhere!.close()
  })
})

let elsewhere: RunningApi['api'] | undefined
const anotherProcess = async () => {
  const { buildApi } = await import('@nightflow/api/app')
  const { loadTokenSecret } = await import('@nightflow/platform/sign-in/access-token')
  elsewhere = buildApi({ pool: running.pool, log: running.log, tokenSecret: await loadTokenSecret(running.pool) })
  await elsewhere.ready()
  return { api: elsewhere, pool: running.pool }
}

describe('signing in', () => {
  test('goes by user name, e-mail or telephone, and returns the idle minutes of the session', async () => {
    await running.pool.query(
      `update platform.users set email = 'ann@north.example', area_code = '39', phonenumber = '3331234567' where username = 'analyst'`,
    )
    for (const name of ['analyst', 'ANALYST', 'Ann@North.example', '3331234567']) {
      const answer = await office.tryLogIn(name)
      expect(answer, name).toMatchObject({ code: 200, data: { expires_in: 30 } })
      expect((await office.info(tokenIn(answer))).user.userName).toBe('analyst')
    }
    expect((await office.tryLogIn('3331234567', passwordOfAll, { areaCode: '39' })).code).toBe(200)
    expect((await office.tryLogIn('3331234567', passwordOfAll, { areaCode: '86' })).reason).toBe('sign-in-refused')
  })

  test('an unknown name, a wrong password, a disabled account and a disabled tenant get the same answer', async () => {
    await running.pool.query(`update platform.users set status = '1' where username = 'clerk'`)
    await running.pool.query(`update platform.tenants set status = '1' where code = 'south'`)
    const answers = [
      await office.tryLogIn('admin', 'Wrong-pass-1'),
      await office.tryLogIn('nobody'),
      await office.tryLogIn('clerk'),
      await office.tryLogIn('south_admin'),
      await office.tryLogIn('nobody@north.example'),
    ]
    await running.pool.query(`update platform.users set status = '0'`)
    await running.pool.query(`update platform.tenants set status = '0'`)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ code: 500, reason: 'sign-in-refused' })
  })

  test('the refusal is in the language of the reader', async () => {
    const texts = await Promise.all(
      ['zh-CN', 'en', 'fr', 'id'].map(async (language) => (await office.call({ url: '/prod-api/system/user/getInfo', language })).msg),
    )
    expect(new Set(texts).size).toBe(4)
  })

  test('limits count a name by itself, so that they do not say which names belong to one account', async () => {
    await running.pool.query(
      `update platform.users set email = 'ann@north.example', area_code = '39', phonenumber = '3331234567' where username = 'analyst'`,
    )
    for (const [name, unknown] of [
      ['analyst', 'nobody'],
      ['ann@north.example', 'nobody@north.example'],
      ['3331234567', '3339999999'],
    ] as const) {
      const answers = async (typed: string) => {
        const reasons: (string | undefined)[] = []
        for (let attempt = 0; attempt <= signInLimits.failuresPerName; attempt += 1)
          reasons.push((await office.tryLogIn(typed.toUpperCase(), 'Wrong-pass-1', { from: '198.51.100.1' })).reason)
        await running.pool.query(`delete from platform.login_log where network = '198.51.100.1' and name_key <> 'analyst'`)
        return reasons
      }
      expect(await answers(name), name).toEqual(await answers(unknown))
      await running.pool.query(`delete from platform.login_log where name_key = 'nobody'`)
    }
  })

  test('to be remembered is to stay signed in for seven days', async () => {
    const answer = await office.tryLogIn('admin', passwordOfAll, { rememberMe: true })
    expect(answer.data).toMatchObject({ expires_in: 7 * 24 * 60 })
  })

  test('a trial that is over says so, only to a person who knows the password', async () => {
    await createTenant(running.pool, { code: 'trial-old', name: 'Old trial', timeZone: 'UTC', kind: 'trial' })
    await createUser(running.pool, { tenant: 'trial-old', username: 'try_old', password: passwordOfAll, role: 'trial' })
    await running.pool.query(`update platform.tenants set created_at = now() - interval '179 days' where code = 'trial-old'`)
    const token = await office.logIn('try_old')
    expect((await office.info(token)).tenant).toMatchObject({ kind: 'trial', trialDaysLeft: 1 })
    await running.pool.query(`update platform.tenants set created_at = now() - interval '180 days', status = '0' where code = 'trial-old'`)
    expect(await office.tryLogIn('try_old')).toMatchObject({ code: 500, reason: 'trial-over' })
    expect((await office.tryLogIn('try_old', 'Wrong-pass-1')).reason).toBe('sign-in-refused')
    await expect.poll(async () => (await office.info(token)).code, { timeout: knownMillisecondsMax }).toBe(100102000002)
  })

  test('the login log shows the tenant users, addresses and clients, and never a password', async () => {
    await office.tryLogIn('admin')
    await office.tryLogIn('nobody')
    const { rows } = await running.pool.query('select tenant, username, address, client, outcome from platform.login_log order by id')
    expect(rows).toEqual([
      { tenant: 'north', username: 'admin', address: '192.0.2.1', client: 'lightMyRequest', outcome: 'accepted' },
      { tenant: '', username: 'nobody', address: '192.0.2.1', client: 'lightMyRequest', outcome: 'refused' },
    ])
  })
})

test('behind a trusted proxy the client’s own address counts, and forwarded addresses of others are ignored', async () => {
  const { buildApi } = await import('@nightflow/api/app')
  const { loadTokenSecret } = await import('@nightflow/platform/sign-in/access-token')
  const behind = buildApi({
    pool: running.pool,
    log: running.log,
    tokenSecret: await loadTokenSecret(running.pool),
    trustProxy: ['192.0.2.0/24'],
  })
  const payload = { username: 'admin', password: 'Wrong-pass-1' }
  for (const remoteAddress of ['192.0.2.5', '198.51.100.5'])
    await behind.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload,
      remoteAddress,
      headers: { 'x-forwarded-for': '203.0.113.1, 203.0.113.7' },
    })
  await behind.close()
  const { rows } = await running.pool.query('select address from platform.login_log order by id')
  expect(rows.map(({ address }) => address)).toEqual(['203.0.113.7', '198.51.100.5'])
})

describe('the profile', () => {
  test('getInfo lays user, tenant, roles and permissions beside the code', async () => {
    const told = await office.info(await office.logIn('analyst'))
    expect(told).toMatchObject({
      code: 200,
      user: {
        userName: 'analyst',
        userType: '01',
        country: 'CN',
        currencyUnit: 'CNY',
        lngLat: '120.11,30.27',
        roles: [{ roleKey: 'analyst' }],
      },
      tenant: { code: 'north', tenantName: 'Waterworks north', kind: 'normal', trialDaysLeft: null },
      roles: ['analyst'],
      isDefaultModifyPwd: false,
      visit: null,
    })
    expect(told.permissions).toContain('leakage:partition:read')
    expect(told.permissions).not.toContain('leakage:partition:manage')
    expect((await office.info(await office.logIn('admin'))).permissions).toEqual(['*:*:*'])
  })

  test('a person without a role is ROLE_DEFAULT and has no permission', async () => {
    await running.pool.query(`insert into platform.users (tenant, username, password_hash) select tenant, 'roleless', password_hash
      from platform.users where username = 'admin'`)
    const told = await office.info(await office.logIn('roleless'))
    expect([told.roles, told.permissions]).toEqual([['ROLE_DEFAULT'], []])
  })

  test('getTenant returns name and logo', async () => {
    const { data } = await office.call({ url: '/prod-api/system/user/getTenant', token: await office.logIn('clerk') })
    expect(data).toMatchObject({ tenantName: 'Waterworks north', logoUrl: '' })
  })
})
