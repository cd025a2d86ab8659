import type { SessionInfo } from '@nightflow/schemas/platform/session-calls'
import { createLogger } from '@nightflow/server/logger'
import { trialSamples } from '@nightflow/server/trials/trial-samples'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { countingClock } from '../../support/counting-clock.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { runPolicies } from '../../support/running-policies.ts'

let running: RunningApi
let office: BackOffice
beforeAll(async () => {
  running = await startApi('office_experience')
  office = backOfficeOf(running)
  await parameter('sys.account.captchaEnabled', 'false')
})
afterAll(() => running.stop())
beforeEach(() => running.pool.query('delete from platform.challenges; delete from platform.outbox'))

const parameter = (key: string, value: string) =>
  running.pool.query(
    `insert into platform.configuration (tenant, config_name, config_key, config_value) values ('platform', $1, $1, $2)
     on conflict (tenant, config_key) do update set config_value = excluded.config_value`,
    [key, value],
  )
/** A code as it arrives by text message. */
const codeFor = async (areaCode: string, phonenumber: string): Promise<{ uuid: string; code: string }> => {
  await running.pool.query('delete from platform.challenges; delete from platform.outbox')
  const payload = { purpose: 'register', areaCode, phonenumber }
  const { data } = await office.call({ method: 'POST', url: '/prod-api/system/msg/send', payload })
  const messages = () => running.pool.query<{ body: string; recipient: string }>('select body, recipient from platform.outbox')
  await expect.poll(async () => (await messages()).rows.length, { interval: 10 }).toBe(1)
  const [message] = (await messages()).rows
  expect(message!.recipient).toBe(`+${areaCode}${phonenumber}`)
  return { uuid: (data as { uuid: string }).uuid, code: /\d{6}/.exec(message!.body)![0] }
}
const visitor = { companyName: 'Sungai Water', name: 'Dewi', department: 'Network', areaCode: '62', language: 'id' }
const register = (payload: object, language = 'en') =>
  office.call({ method: 'POST', url: '/prod-api/system/experience/register', payload: { ...visitor, ...payload }, language })
type Opened = { tenantCode: string; username: string; initialPassword: string }

describe('a visitor opens an experience account', () => {
  // requirement of Shell, answers and limits: Trial of 180 days by telephone and code | – | –
  test('with a telephone that is theirs, and gets a trial of 180 days in which to look around', async () => {
    const phonenumber = '81234567890'
    const answer = await register({ phonenumber, ...(await codeFor('62', phonenumber)) })
    expect(answer.code).toBe(200)
    const { tenantCode, username, initialPassword } = answer.data as Opened
    const first = await office.logIn(username, initialPassword)
    const told = (await office.call({ url: '/prod-api/system/user/getInfo', token: first })) as Enveloped & SessionInfo
    expect(told).toMatchObject({
      isDefaultModifyPwd: true,
      roles: ['trial'],
      user: { userType: '02', nickName: 'Dewi', deptName: 'Network', phonenumber, areaCode: '62', language: 'id', currencyUnit: 'IDR' },
      tenant: { code: tenantCode, tenantName: 'Sungai Water', kind: 'trial', trialDaysLeft: 180, timeZone: 'Asia/Jakarta' },
    })
    expect(told.permissions).toContain('leakage:partition:read')
    expect(told.permissions).not.toContain('*:*:*')
    const password = await office.seal('Riverbend-9')
    expect(
      (await office.call({ method: 'PUT', url: '/prod-api/system/user/forceResetPwd', token: first, payload: { password } })).code,
    ).toBe(200)
    expect((await office.tryLogIn(phonenumber, 'Riverbend-9', { areaCode: '62' })).code).toBe(200)
    const { rows } = await running.pool.query(
      `select actor, subject::text from platform.operation_log where tenant = $1 order by id limit 1`,
      [tenantCode],
    )
    expect(rows[0].actor).toBe(`user:${await office.userIdOf(username)}`)
    expect(rows[0].subject).not.toContain(initialPassword)
  })

  // requirement of Shell, answers and limits: A telephone registers once; a wrong or used code is refused | – | –
  test('but once with each telephone, and says so in the four languages to the owner of the telephone', async () => {
    const phonenumber = '81234567891'
    expect((await register({ phonenumber, ...(await codeFor('62', phonenumber)) })).code).toBe(200)
    const texts = []
    for (const language of ['zh-CN', 'en', 'fr', 'id']) {
      const refused = await register({ phonenumber, ...(await codeFor('62', phonenumber)) }, language)
      expect(refused.reason).toBe('phone-registered')
      texts.push(refused.msg)
    }
    expect(new Set(texts).size).toBe(4)
    expect(texts[1]).toBe('Mobile phone number has been registered, please log in directly.')
    // Without the code it is not revealed.
    expect((await register({ phonenumber, uuid: '3b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', code: '123456' })).reason).toBe(
      'verification-code-wrong',
    )
  })

  // requirement of Shell, answers and limits: A telephone registers once; a wrong or used code is refused | – | –
  test('with a code that is right, for this telephone, and used once', async () => {
    const sent = await codeFor('62', '81234567892')
    const wrong = await register({ phonenumber: '81234567892', uuid: sent.uuid, code: sent.code === '000000' ? '000001' : '000000' })
    expect(wrong).toMatchObject({ code: 500, reason: 'verification-code-wrong' })
    expect((await register({ phonenumber: '81234567893', ...sent })).reason).toBe('verification-code-wrong')
    const both = await Promise.all([register({ phonenumber: '81234567892', ...sent }), register({ phonenumber: '81234567892', ...sent })])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500])
    const { rows } = await running.pool.query(`select count(*)::int as trials from platform.users where phonenumber = '81234567892'`)
    expect(rows[0].trials).toBe(1)
  })

  test('unless the platform has disabled registration', async () => {
    await parameter('sys.account.registerUser', 'false')
    expect((await register({ phonenumber: '81234567894', ...(await codeFor('62', '81234567894')) })).reason).toBe('registration-closed')
    await parameter('sys.account.registerUser', 'true')
  })

  test('and what is missing or too long is named', async () => {
    const answer = await register({ phonenumber: 'abc', companyName: 'X', uuid: 'no', code: '' })
    expect((answer.errors as { path: string }[]).map(({ path }) => path).sort()).toEqual(['code', 'companyName', 'phonenumber', 'uuid'])
  })
})

test.skipIf(!isFullForm)(
  `a trial soon has partitions with figures, made of readings that went through the log, and they are there once${fullFormSuffix}`,
  async () => {
    const phonenumber = '81234567899'
    const { tenantCode, username, initialPassword } = (await register({ phonenumber, ...(await codeFor('62', phonenumber)) }))
      .data as Opened
    await running.pool.query(`update platform.tenants set status = '1' where kind = 'trial' and code <> $1`, [tenantCode])
    const parts = { pool: running.pool, log: running.log, logger: createLogger('silent') }
    const samples = runPolicies(parts, [trialSamples(parts)])
    const fedUntil = async () =>
      (
        await running.pool.query(`select position::float8 as until from platform.policy_checkpoints where name = $1`, [
          `sample readings of ${tenantCode}`,
        ])
      ).rows[0]?.until as number | undefined
    await expect.poll(fedUntil, { timeout: 60_000, interval: 200 }).toBeGreaterThan(Date.now() - 120_000)
    await running.pool.query(`update platform.users set must_change_password = false where username = $1`, [username])
    const token = await office.logIn(username, initialPassword)
    const headers = { authorization: `Bearer ${token}` }
    const ask = async (url: string) => (await running.api.inject({ url: `/api/v1${url}`, headers })).json()
    await expect.poll(async () => (await ask('/partitions')).rows?.length ?? 0).toBeGreaterThan(5)
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const [root] = (await ask('/partitions')).rows.filter(({ level }: { level: number }) => level === 1)
    const id = root.partitionId ?? root.id
    await expect
      .poll(async () => (await ask(`/partitions/${id}/night-flow?from=${day(15)}&to=${day(5)}`)).rows)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ nightMinimumFlowLitresPerHour: expect.any(Number), leakageLitres: expect.any(Number) }),
        ]),
      )

    // An hour later it goes on, and another start of the service changes nothing that is there.
    const head = await running.log.head()
    await samples.stop()
    const { now, searched } = countingClock()
    const again = runPolicies(parts, [trialSamples(parts)], { now })
    await searched()
    expect(await running.log.head()).toBe(head)
    await running.pool.query(`update platform.policy_checkpoints set position = position - 7200000 where name like 'sample readings of %'`)
    await expect.poll(fedUntil, { interval: 200 }).toBeGreaterThan(Date.now() - 60_000)
    await again.stop()
  },
  180_000,
)
