import { read } from '@e965/xlsx'
import { createUser } from '@nightflow/platform/people/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

type Parameter = { configId: number; configName: string; configKey: string; configValue: string }

const mask = '******'
const gatewaySecret = 'a1b2-gateway-c3d4'

let running: RunningApi
let office: BackOffice
let admin: Clerk
/** May list parameters and export them, and change none. */
let reader: Clerk
beforeAll(async () => {
  running = await startApi('office_secret_parameters')
  office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  const payload = { configName: 'Messages', configKey: 'sms.gateway.secret', configValue: gatewaySecret }
  await admin.done('POST', 'system/config', payload)
  const { newRole, worker } = setUpBy(() => admin, office, running.pool)
  const needs = ['system:config:list', 'system:config:query', 'system:config:export', 'system:operlog:list', 'system:operlog:query']
  reader = await worker('reader', await newRole('readers', needs))
})
afterAll(() => running.stop())

const find = async (clerk: Clerk, key: string): Promise<Parameter> =>
  (await clerk.done<{ rows: Parameter[] }>('GET', `system/config/list?configKey=${key}`)).rows[0]!
const secrets = () => [gatewaySecret]
const tellsNone = (body: string): void => {
  for (const secret of secrets()) expect(body).not.toContain(secret)
}

describe('a secret among parameters', () => {
  test('is masked in lists for every reader; other values are shown under any name', async () => {
    for (const clerk of [admin, reader]) {
      tellsNone(JSON.stringify(await clerk.call('GET', 'system/config/list?pageSize=200')))
      expect(await find(clerk, 'sms.gateway.secret')).toMatchObject({ configValue: mask })
      expect(await find(clerk, 'sys.account.initPasswordModify')).toMatchObject({ configValue: '1' })
      expect(await find(clerk, 'sys.account.passwordValidateDays')).toMatchObject({ configValue: '0' })
    }
  })

  test('is masked in spreadsheets', async () => {
    const headers = { authorization: `Bearer ${await office.logIn('admin')}` }
    const answer = await running.api.inject({ method: 'POST', url: '/prod-api/system/config/export', payload: {}, headers })
    const cells = JSON.stringify(Object.values(read(answer.rawPayload).Sheets))
    expect(cells).toContain('sms.gateway.secret')
    tellsNone(cells)
  })

  test('is read only by people who may change it', async () => {
    const { configId } = await find(admin, 'sms.gateway.secret')
    expect(await admin.done('GET', `system/config/${configId}`)).toMatchObject({ configValue: gatewaySecret })
    expect(await reader.done('GET', `system/config/${configId}`)).toMatchObject({ configValue: mask })
    expect((await admin.call('GET', 'system/config/configKey/sms.gateway.secret')).msg).toBe(gatewaySecret)
    expect(await reader.refused('GET', 'system/config/configKey/sms.gateway.secret')).toBe('permission-missing')
  })

  test('stays as it is when the row is saved as it was shown', async () => {
    const { configId, ...shown } = await find(admin, 'sms.gateway.secret')
    await admin.done('PUT', 'system/config', { configId, ...shown, configName: 'Text messages' })
    expect(await admin.done('GET', `system/config/${configId}`)).toMatchObject({ configName: 'Text messages', configValue: gatewaySecret })
    // As the beginning of a new one the mask says nothing, nor under a key that says nothing of a secret.
    const fresh = { configName: 'Other', configKey: 'other.token', configValue: mask }
    expect(await admin.refused('POST', 'system/config', fresh)).toBe('parameter-impossible')
    expect(await admin.refused('PUT', 'system/config', { configId, ...shown, configKey: 'sms.gateway.address' })).toBe(
      'parameter-impossible',
    )
  })

  test('is not in the operation log, neither before nor after a change, nor when it goes', async () => {
    const { configId, ...shown } = await find(admin, 'sms.gateway.secret')
    await admin.done('PUT', 'system/config', { configId, ...shown, configValue: 'another-secret-value' })
    await admin.refused('PUT', 'system/config', { configId: 999_999, ...shown, configValue: 'another-secret-value' })
    await admin.done('PUT', 'system/config', { configId, ...shown, configValue: gatewaySecret })
    await admin.done('DELETE', `system/config/${configId}`)
    const { rows } = await running.pool.query('select subject, before, after from platform.operation_log')
    const kept = JSON.stringify(rows)
    expect(kept).toContain('sms.gateway.secret')
    tellsNone(kept)
    expect(kept).not.toContain('another-secret-value')
    await admin.done('POST', 'system/config', { configName: 'Messages', configKey: 'sms.gateway.secret', configValue: gatewaySecret })
  })

  test('of the platform is nothing to its tenants, and what it shares with them still is', async () => {
    await createUser(running.pool, { tenant: 'platform', username: 'operator_two', password: passwordOfAll, role: 'operator' })
    const operator = clerkAt(office, await office.logIn('operator_two'))
    const token = { configName: 'Map', configKey: 'map.tile.token', configValue: 'tile-token-of-the-platform' }
    await operator.done('POST', 'system/config', token)
    const { configId } = await find(operator, 'map.tile.token')
    expect(await admin.refused('GET', `system/config/${configId}`)).toBe('not-found')
    expect(await find(admin, 'map.tile.token')).toBeUndefined()
    expect(await admin.call('GET', 'system/config/configKey/map.tile.token')).toMatchObject({ code: 200, msg: '' })
    expect(await admin.refused('PUT', 'system/config', { ...token, configId, configValue: mask })).toBe('not-found')
    expect((await find(admin, 'sys.index.sideTheme')).configValue).toMatch(/^theme-/)
  })
})
