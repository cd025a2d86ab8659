import { createUser } from '@nightflow/platform/people/users'
import { challengeLimits } from '@nightflow/platform/sign-in/challenges'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
beforeAll(async () => {
  running = await startApi('office_codes')
  office = backOfficeOf(running)
  await running.pool.query(
    `insert into platform.configuration (tenant, config_name, config_key, config_value)
     values ('platform', 'captcha', 'sys.account.captchaEnabled', 'false')
     on conflict (tenant, config_key) do update set config_value = 'false'`,
  )
  await createUser(running.pool, { tenant: 'north', username: 'forgetful', password: passwordOfAll, role: 'analyst' })
  await running.pool.query(
    `update platform.users set email = 'forget@north.example', area_code = '86', phonenumber = '13912345678' where username = 'forgetful'`,
  )
})
afterAll(() => running.stop())
beforeEach(() => running.pool.query('delete from platform.challenges; delete from platform.outbox; delete from platform.login_log'))

const send = (payload: object, more: { from?: string; language?: string } = {}) =>
  office.call({ method: 'POST', url: '/prod-api/system/msg/send', payload, ...more })
const check = (uuid: string, code: string) => office.call({ method: 'POST', url: '/prod-api/system/msg/check', payload: { uuid, code } })
const uuidIn = ({ data }: Enveloped): string => (data as { uuid: string }).uuid
const recover = async (uuid: string, code: string, password: string) =>
  office.call({
    method: 'PUT',
    url: '/prod-api/system/user/reset/password',
    payload: { uuid, code, password: await office.seal(password) },
  })
type Mail = { channel: string; recipient: string; subject: string; body: string; tenant: string | null }
const outbox = async (): Promise<Mail[]> =>
  (await running.pool.query('select channel, recipient, subject, body, tenant from platform.outbox order by message_id')).rows
const arrived = async (count = 1): Promise<Mail> => {
  await expect.poll(async () => (await outbox()).length, { interval: 10 }).toBe(count)
  return (await outbox()).at(-1)!
}
const codeIn = ({ body }: Mail): string => /\b\d{6}\b/.exec(body)![0]
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('a code', () => {
  test('goes to the e-mail address of the account, or its telephone, in the language of its owner', async () => {
    await send({ purpose: 'recover', email: 'Forget@North.example' })
    expect(await arrived()).toMatchObject({ channel: 'email', recipient: 'forget@north.example', tenant: 'north' })
    await send({ purpose: 'recover', phonenumber: '13912345678', areaCode: '86' })
    expect(await arrived(2)).toMatchObject({ channel: 'sms', recipient: '+8613912345678' })
    await running.pool.query(`update platform.users set language = 'fr' where username = 'forgetful'`)
    await send({ purpose: 'recover', username: 'forgetful' }, { language: 'id' })
    expect(await arrived(3)).toMatchObject({ channel: 'email', body: expect.stringContaining('nouveau mot de passe') })
    await running.pool.query(`update platform.users set language = null where username = 'forgetful'`)
  })

  test('is answered in the same way whether the account exists or not', async () => {
    const known = await send({ purpose: 'recover', email: 'forget@north.example' })
    const unknown = await send({ purpose: 'recover', email: 'nobody@north.example' })
    const same = ({ code, msg, data }: Enveloped) => ({
      code,
      msg,
      keys: Object.keys(data as object),
      next: (data as { nextInSeconds: number }).nextInSeconds,
    })
    expect(same(unknown)).toEqual(same(known))
    // The limits hold for both as well.
    expect((await send({ purpose: 'recover', email: 'forget@north.example' })).reason).toBe('too-fast')
    expect((await send({ purpose: 'recover', email: 'nobody@north.example' })).reason).toBe('too-fast')
    await arrived()
    expect((await recover(uuidIn(unknown), '123456', 'Riverbend-9')).reason).toBe('verification-code-wrong')
  })

  test('is not written down anywhere but in the message', async () => {
    const { uuid } = (await send({ purpose: 'recover', username: 'forgetful' })).data as { uuid: string }
    const code = codeIn(await arrived())
    const { rows } = await running.pool.query('select challenges::text as text from platform.challenges where id = $1', [uuid])
    expect(rows[0].text).not.toContain(code)
  })

  test('can be checked without using it up; five wrong guesses do', async () => {
    const uuid = uuidIn(await send({ purpose: 'recover', username: 'forgetful' }))
    const code = codeIn(await arrived())
    for (let time = 0; time < 7; time += 1) expect((await check(uuid, code)).code).toBe(200)
    const wrong = Array.from({ length: challengeLimits.codeAttempts + 3 }, () => check(uuid, wrongFor(code)))
    for (const answer of await Promise.all(wrong)) expect(answer.reason).toBe('verification-code-wrong')
    expect((await check(uuid, code)).reason).toBe('verification-code-wrong')
  })

  test('is no good after ten minutes', async () => {
    const uuid = uuidIn(await send({ purpose: 'recover', username: 'forgetful' }))
    const code = codeIn(await arrived())
    await running.pool.query(`update platform.challenges set expires_at = expires_at - interval '10 minutes'`)
    expect((await recover(uuid, code, 'Riverbend-9')).reason).toBe('verification-code-wrong')
  })

  test('may be sent again after a minute, ten times a day to one recipient and a hundred times from one address', async () => {
    const wanted = { purpose: 'recover', username: 'forgetful' }
    expect(await send(wanted)).toMatchObject({ code: 200, data: { nextInSeconds: 60 } })
    const again = await send(wanted, { from: '192.0.2.77' })
    expect(again).toMatchObject({ reason: 'too-fast', details: { retryAfterSeconds: expect.any(Number) } })
    const older = `update platform.challenges set created_at = created_at - interval '61 seconds'`
    for (let time = 1; time < challengeLimits.codesPerRecipientAndDay; time += 1) {
      await running.pool.query(older)
      expect((await send(wanted)).code, `code ${time}`).toBe(200)
    }
    await running.pool.query(older)
    expect((await send(wanted)).reason).toBe('too-fast')
    await running.pool.query(
      `insert into platform.challenges (id, kind, subject, address, expires_at, created_at)
       select gen_random_uuid(), 'code', n::text, '192.0.2.1', now(), now() - interval '2 hours' from generate_series(1, 100) as n`,
    )
    expect((await send({ purpose: 'recover', username: 'somebody_else' })).reason).toBe('too-fast')
    expect((await send({ purpose: 'recover', username: 'somebody_else' }, { from: '192.0.2.78' })).code).toBe(200)
    // A message is written after the answer: one that came late would be another test's.
    await arrived(challengeLimits.codesPerRecipientAndDay)
  })

  test.each([
    { username: 'forgetful' },
    { email: 'forget@north.example' },
    { phonenumber: '13912345678' },
    { username: 'somebody_unknown' },
  ])('is counted for its recipient whatever area code is said with the name: %o', async (name) => {
    expect((await send({ purpose: 'recover', ...name, areaCode: '86' })).code).toBe(200)
    for (const areaCode of ['1', '33', undefined])
      expect((await send({ purpose: 'recover', ...name, areaCode }, { from: '192.0.2.79' })).reason, areaCode).toBe('too-fast')
    if (name.username !== 'somebody_unknown') await arrived()
  })

  test('is counted for one telephone however it is spelled, and for any purpose', async () => {
    const wanted = { purpose: 'register', phonenumber: '612345678', areaCode: '33' }
    expect((await send(wanted)).code).toBe(200)
    for (const phonenumber of ['0612345678', '33612345678'])
      expect((await send({ ...wanted, phonenumber }, { from: '192.0.2.79' })).reason, phonenumber).toBe('too-fast')
    expect((await send({ ...wanted, purpose: 'recover' }, { from: '192.0.2.79' })).reason).toBe('too-fast')
    await arrived()
  })

  test('to one recipient is no matter of another whose name begins alike', async () => {
    expect((await send({ purpose: 'recover', username: 'forgetful' })).code).toBe(200)
    expect((await send({ purpose: 'recover', username: 'forget' })).code).toBe(200)
    await arrived()
  })

  test('is for one purpose: one of registration recovers nothing', async () => {
    const uuid = uuidIn(await send({ purpose: 'register', phonenumber: '13912345678', areaCode: '86' }))
    const code = codeIn(await arrived())
    expect((await check(uuid, code)).code).toBe(200)
    expect((await recover(uuid, code, 'Riverbend-9')).reason).toBe('verification-code-wrong')
  })

  test('needs a captcha where signing in does, and a recipient', async () => {
    await running.pool.query(`update platform.configuration set config_value = 'true' where config_key = 'sys.account.captchaEnabled'`)
    expect((await send({ purpose: 'recover', username: 'forgetful' })).reason).toBe('verification-code-wrong')
    await running.pool.query(`update platform.configuration set config_value = 'false' where config_key = 'sys.account.captchaEnabled'`)
    expect((await send({ purpose: 'recover' })).reason).toBe('request-invalid')
    expect((await send({ purpose: 'register', email: 'a@b.example' })).reason).toBe('request-invalid')
  })
})

describe('recovering a password', () => {
  test('gives another one by its rules, ends the sessions, lifts the lock-out, and works once', async () => {
    const token = await office.logIn('forgetful')
    for (let attempt = 0; attempt < 5; attempt += 1) await office.tryLogIn('forgetful', 'Wrong-pass-1')
    expect((await office.tryLogIn('forgetful')).reason).toBe('sign-in-throttled')
    const uuid = uuidIn(await send({ purpose: 'recover', username: 'forgetful' }))
    const code = codeIn(await arrived())
    expect((await recover(uuid, code, passwordOfAll)).reason).toBe('password-unchanged')
    expect((await recover(uuid, code, 'weak')).reason).toBe('password-weak')
    expect(await recover(uuid, code, 'Riverbend-9')).toEqual({ code: 200, msg: 'Done' })
    expect((await recover(uuid, code, 'Riverbend-10')).reason).toBe('verification-code-wrong')
    await expect
      .poll(async () => (await office.call({ url: '/prod-api/system/user/getInfo', token })).reason, { timeout: knownMillisecondsMax })
      .toBe('session-ended')
    expect((await office.tryLogIn('forgetful', 'Riverbend-9')).code).toBe(200)
    const { rows } = await running.pool.query(
      `select tenant, actor, subject::text from platform.operation_log where operation like '%reset/password'`,
    )
    const id = await office.userIdOf('forgetful')
    expect(rows).toEqual([{ tenant: 'north', actor: `user:${id}`, subject: `{"userId": ${id}}` }])
  })

  test('of a disabled account sends nothing and changes nothing', async () => {
    await running.pool.query(`update platform.users set status = '1' where username = 'forgetful'`)
    const uuid = uuidIn(await send({ purpose: 'recover', username: 'forgetful' }))
    // A code for another recipient is sent after it.
    await send({ purpose: 'register', phonenumber: '13987654321', areaCode: '86' })
    expect(await arrived()).toMatchObject({ recipient: '+8613987654321' })
    expect((await recover(uuid, '123456', 'Riverbend-9')).reason).toBe('verification-code-wrong')
    await running.pool.query(`update platform.users set status = '0'`)
  })
})
