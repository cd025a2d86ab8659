import { createUser } from '@nightflow/platform/people/users'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import type { SessionInfo } from '@nightflow/schemas/platform/session-calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let office: BackOffice
beforeAll(async () => {
  running = await startApi('office_own_data')
  office = backOfficeOf(running)
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('delete from platform.login_log'))

const ended = async (token: string): Promise<void> => {
  await expect.poll(async () => (await office.info(token)).reason, { interval: 10, timeout: knownMillisecondsMax }).toBe('session-ended')
}
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
const fresh = async (username: string, role: 'analyst' | 'admin' = 'analyst') => {
  await createUser(running.pool, { tenant: 'north', username, password: passwordOfAll, role })
  return office.logIn(username)
}

describe('one’s own data', () => {
  test('are read and changed; another person’s name is refused', async () => {
    const token = await fresh('profiled')
    const put = async (payload: object) => {
      const oldPassword = await office.seal(passwordOfAll)
      return office.call({ method: 'PUT', url: '/prod-api/system/user/profile', token, payload: { ...payload, oldPassword } })
    }
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

  test('name the roles in the reader’s language', async () => {
    const token = await fresh('reader_of_roles')
    const { user } = (await office.call({ url: '/prod-api/system/user/getInfo', token, language: 'fr' })) as Enveloped & SessionInfo
    expect(user.roles).toEqual([{ roleId: expect.any(Number), roleName: 'Analyste', roleKey: 'analyst' }])
    expect((await office.call({ url: '/prod-api/system/user/profile', token, language: 'id' })).roleGroup).toBe('Analis')
  })

  test('keep the language, one’s own alone', async () => {
    const token = await fresh('speaker')
    const put = (payload: object) => office.call({ method: 'PUT', url: '/prod-api/system/user/updateLanguage', token, payload })
    expect((await put({ language: 'fr' })).code).toBe(200)
    expect((await put({ language: 'id', userId: await office.userIdOf('speaker') })).code).toBe(200)
    expect((await put({ language: 'en', userId: await office.userIdOf('admin') })).code).toBe(403)
    expect((await put({ language: 'de' })).code).toBe(500)
    expect((await office.info(token)).user.language).toBe('id')
  })

  test('keep tiles and favourites, each without the other', async () => {
    const token = await fresh('arranger')
    const put = (payload: object) => office.call({ method: 'PUT', url: '/prod-api/system/user/preferences', token, payload })
    expect((await office.info(token)).preferences).toEqual({})
    const homeTiles = { order: ['tasks', 'briefing'], hidden: ['bills'] }
    expect((await put({ homeTiles })).code).toBe(200)
    expect((await put({ favourites: ['/device/meters'] })).code).toBe(200)
    expect((await office.info(token)).preferences).toEqual({ homeTiles, favourites: ['/device/meters'] })
    expect((await put({ favourites: ['https://elsewhere.example'] })).reason).toBe('request-invalid')
    expect((await put({ favourites: Array.from({ length: 13 }, (_, index) => `/device/${index}`) })).reason).toBe('request-invalid')
    expect((await office.info(await fresh('other_arranger'))).preferences).toEqual({})
  })
})

test('an old password is called old where the platform wants passwords changed', async () => {
  const token = await fresh('oldtimer')
  expect((await office.info(token)).isPasswordExpired).toBe(false)
  await running.pool.query(
    `insert into platform.configuration (tenant, config_name, config_key, config_value)
     values ('platform', 'age', 'sys.account.passwordValidateDays', '90')
     on conflict (tenant, config_key) do update set config_value = '90'`,
  )
  expect((await office.info(token)).isPasswordExpired).toBe(false)
  await running.pool.query(`update platform.users set created_at = now() - interval '91 days' where username = 'oldtimer'`)
  expect((await office.info(token)).isPasswordExpired).toBe(true)
})

describe('an operator visits a tenant', () => {
  const visit = (token: string, payload: object) => office.call({ method: 'POST', url: '/prod-api/system/tenant/visit', token, payload })
  const tokenIn = ({ data }: Enveloped): string => (data as { access_token: string }).access_token

  test('and sees it as its administrator does, until leaving; both tenants can read of it', async () => {
    const own = await office.logIn('operator')
    const answer = await visit(own, { code: 'south', reason: 'A call about leakage', minutes: 45 })
    expect(answer).toMatchObject({ code: 200, data: { expires_in: 30 } })
    const visiting = tokenIn(answer)
    expect(await office.info(visiting)).toMatchObject({
      user: { userName: 'operator' },
      tenant: { code: 'south' },
      roles: ['admin'],
      permissions: ['*:*:*'],
      visit: { homeTenant: 'platform', reason: 'A call about leakage' },
    })
    // Calls of the platform are not available in the tenant.
    expect((await visit(visiting, { code: 'north', reason: 'Another one' })).code).toBe(403)
    const left = await office.call({ method: 'DELETE', url: '/prod-api/system/tenant/visit', token: visiting })
    expect((await office.info(tokenIn(left))).tenant.code).toBe('platform')
    await ended(visiting)
    const { rows } = await running.pool.query(
      `select tenant, actor, operation, outcome from platform.operation_log where operation like '%/tenant/visit' and outcome = 'accepted' order by id`,
    )
    expect(rows.map(({ tenant, operation }) => `${tenant} ${operation.split(' ')[0]}`).sort()).toEqual([
      'platform DELETE',
      'platform POST',
      'south DELETE',
      'south POST',
    ])
    const id = await office.userIdOf('operator')
    expect(rows.every(({ actor }) => actor === `operator:${id}` || actor === `user:${id}`)).toBe(true)
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
    await ended(visiting)
    await ended(own)
  })

  test('no longer than the session it was begun from, and than the right to visit', async () => {
    const own = await office.logIn('operator')
    const visiting = tokenIn(await visit(own, { code: 'south', reason: 'A short one' }))
    expect((await office.call({ method: 'DELETE', url: '/prod-api/auth/logout', token: own })).code).toBe(200)
    await ended(visiting)

    const operator = clerkAt(office, await office.logIn('operator'))
    const setUp = setUpBy(() => operator, office, running.pool)
    const role = await setUp.newRole('visitor', ['platform:tenant:list', 'platform:tenant:visit'])
    const { userId } = await setUp.worker('visitor', role)
    const there = tokenIn(await visit(await office.logIn('visitor'), { code: 'south', reason: 'While I may' }))
    expect((await office.info(there)).tenant.code).toBe('south')
    await operator.done('PUT', 'system/role/authUser/cancel', { roleId: role, userId })
    await ended(there)
  })

  test('and no other person does', async () => {
    expect((await visit(await office.logIn('admin'), { code: 'south', reason: 'Curiosity' })).code).toBe(403)
    const own = await office.logIn('operator')
    expect((await visit(own, { code: 'nowhere', reason: 'Curiosity' })).code).toBe(404)
    expect((await office.call({ method: 'DELETE', url: '/prod-api/system/tenant/visit', token: own })).reason).toBe('not-visiting')
    await createTenant(running.pool, { code: 'closed', name: 'Closed', timeZone: 'UTC' })
    const machine = issueAccessToken(await loadTokenSecret(running.pool), { tenant: 'platform', username: 'x', role: 'operator' })
    expect((await visit(machine, { code: 'closed', reason: 'No person' })).code).toBe(403)
  })
})
