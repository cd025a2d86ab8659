import { expect, test } from 'vitest'
import type { Gateway } from './accept-frame.ts'
import { GatewayKeys, gatewayKeyLimits } from './gateway-keys.ts'

const authorization = 'Bearer nfk_towertowertowertower'
const tower: Gateway = { tenant: 'north', name: 'tower' }

test('a revoked key does not stay valid for as long as a clock was put back', async () => {
  let found: Gateway | undefined = tower
  const keys = new GatewayKeys(async () => found)
  const noon = Date.UTC(2026, 5, 1, 12)
  expect(await keys.authenticate(authorization, noon)).toEqual(tower)
  expect(keys.remembered(authorization, noon + gatewayKeyLimits.rememberMilliseconds - 1)).toEqual(tower)
  found = undefined
  const hourEarlier = noon - 3_600_000
  expect(keys.remembered(authorization, hourEarlier)).toBeUndefined()
  await expect(keys.authenticate(authorization, hourEarlier)).rejects.toMatchObject({ code: 'gateway-key-unknown' })
})

test('while keys cannot be looked up a gateway is asked to come again, and the next frame asks anew', async () => {
  let isAway = true
  const keys = new GatewayKeys(async () => {
    if (isAway) throw new Error('connect ECONNREFUSED')
    return tower
  })
  const refused = { code: 'unavailable', retryAfterSeconds: 5, cause: { message: 'connect ECONNREFUSED' } }
  await expect(keys.authenticate(authorization, 0)).rejects.toMatchObject(refused)
  isAway = false
  expect(await keys.authenticate(authorization, 1)).toEqual(tower)
})
