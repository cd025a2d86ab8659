import { expect, test } from 'vitest'
import { changedSettings, TenantSettings, TenantSettingsChange } from './tenant.ts'

const tiled = TenantSettings.parse({ tileUrl: 'https://tiles.example/{z}/{x}/{y}.png', tenantAreaAddress: 'Canal Street' })

test('a setting that is left out stays', () => expect(changedSettings(tiled, TenantSettingsChange.parse({}))).toEqual(tiled))
test('an empty text takes a setting away', () =>
  expect(changedSettings(tiled, TenantSettingsChange.parse({ tileUrl: '', tenantAreaAddress: '' }))).toMatchObject({
    tileUrl: null,
    tenantAreaAddress: '',
  }))
