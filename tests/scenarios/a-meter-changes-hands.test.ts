import { closeValvesOfAccounts } from '@nightflow/policies/customers/close-valves-of-accounts'
import { followReplacedMeters } from '@nightflow/policies/customers/follow-replaced-meters'
import { unlinkMovedMeters } from '@nightflow/policies/customers/unlink-moved-meters'
import { finishMeterMoves } from '@nightflow/policies/devices/finish-meter-moves'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { type RunningPolicies, runPolicies } from '../support/running-policies.ts'

/** A household's meter is replaced in the middle of a month; later the street goes to the neighbouring utility, and the old gateway reports on. */
let running: RunningApi
let policies: RunningPolicies
const hour = 3_600_000
const day = 24 * hour
/** Three weeks ago, at midnight. */
const begin = Math.floor(Date.now() / day) * day - 21 * day
const at = (hours: number): string => new Date(begin + hours * hour).toISOString()
const dayOf = (days: number): string => at(days * 24).slice(0, 10)

beforeAll(async () => {
  running = await startApi('changes_hands')
  policies = runPolicies(running, [
    followReplacedMeters(running.pool),
    closeValvesOfAccounts(running.pool),
    finishMeterMoves,
    unlinkMovedMeters(running.pool),
  ])
  await call('POST', '/api/v1/meters', { meters: [{ number: '6201', timeZone: 'UTC', installedAt: at(0) }] })
  await call('POST', '/prod-api/business/customer', {
    accountNo: 'S-1',
    customerName: 'Wu Jie',
    telephone: '13800138000',
    address: '8 Mill Lane',
    meterNo: '6201',
  })
})
afterAll(async () => {
  await policies.stop()
  await running.stop()
})

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north') => {
  const headers = tenant === 'platform' ? { authorization: `Bearer ${running.tokenOf('platform', 'operator')}` } : {}
  const answer = await running.ask(tenant, { method, url, ...(payload && { payload }), headers })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json()
}
const account = async () => (await call('GET', '/prod-api/business/customer/S-1')).data
/** Ten litres an hour from an hour on. */
const hours = (from: number, count: number, register: number): Promise<number> =>
  running.report(
    'north',
    from < 10 * 24 + 14 ? '6201' : '6202',
    at(from),
    Array.from({ length: count }, (_, index) => register + 10 * index),
  )

// requirement of Meters: A month with a replacement in its middle is whole | /device/meters | GET /api/v1/meters/:number/volumes
test('a meter is replaced in the middle of a month, and the month has no gap and counts nothing twice', async () => {
  await hours(0, 10 * 24 + 14, 5000)
  const replacement = {
    number: '6201',
    replacedBy: '6202',
    replacedAt: at(10 * 24 + 13.5),
    finalLitres: 5000 + 2535,
    initialLitres: 0,
    reason: 'stuck',
  }
  expect(await call('POST', '/prod-api/business/meterReplacement', replacement)).toMatchObject({ code: 200 })
  await hours(10 * 24 + 14, 7 * 24, 5)
  const { rows } = await call('GET', `/api/v1/meters/6202/volumes?from=${dayOf(0)}&to=${dayOf(16)}&resolution=day`)
  expect(rows.map(({ volumeLitres }: { volumeLitres: number | null }) => volumeLitres)).toEqual(Array.from({ length: 17 }, () => 240))
  await expect.poll(async () => (await account()).meterNo).toBe('6202')
})

test('the register of any day has its meter', async () => {
  const counted = async (hoursIn: number) => (await call('GET', `/api/v1/meters/6202/places?at=${at(hoursIn)}`)).counted
  expect(await counted(3 * 24)).toMatchObject({ number: '6201', registerLitres: 5720 })
  expect(await counted(12 * 24)).toMatchObject({ number: '6202', registerLitres: 5 + 10 * 34 })
})

// requirement of Meters: The account of a meter that moved to another tenant is unlinked with its closing register | /customer/accounts | GET /prod-api/business/customer/:accountNo/history
test('a meter that goes to another utility leaves its account with its last register', async () => {
  const types = await call('POST', '/prod-api/business/customerType', { customerTypeName: 'Household' })
  const move = { moveId: crypto.randomUUID(), sourceTenant: 'north', targetTenant: 'south', number: ['6202'], reason: 'new boundary' }
  expect(
    await call('POST', '/prod-api/business/meterMove', { ...move, customerTypeId: types.data.customerTypeId }, 'platform'),
  ).toMatchObject({ code: 200 })
  await expect.poll(async () => (await account()).meterNo).toBeNull()
  const { data } = await call('GET', '/prod-api/business/customer/S-1/history')
  expect(data.rows[0]).toMatchObject({
    step: 'meterUnlinked',
    note: 'new boundary',
    facts: { meterNo: '6202', closingLitres: 5 + 10 * (7 * 24 - 1) },
  })
  expect(await call('GET', '/api/v1/meters/6202', undefined, 'south')).toMatchObject({ state: 'installed', lastRegisterLitres: null })
})

// requirement of Meters: Late readings of a moved meter's old gateway change no figure of either tenant | /tenant/meterMove | GET /api/v1/unclaimed-meters
test('late readings of the old gateway belong to no utility, and change no figure', async () => {
  const before = await call('GET', `/api/v1/meters/6202/volumes?from=${dayOf(0)}&to=${dayOf(18)}&resolution=day`)
  await running.report('north', '6202', at(18 * 24), [9000, 9010])
  const unclaimed = await call('GET', '/api/v1/unclaimed-meters')
  expect(unclaimed.rows.map(({ number }: { number: string }) => number)).toEqual(['6202'])
  expect(await call('GET', `/api/v1/meters/6202/volumes?from=${dayOf(0)}&to=${dayOf(18)}&resolution=day`)).toEqual(before)
  expect((await call('GET', '/api/v1/meters/6202', undefined, 'south')).lastRegisterLitres).toBeNull()
  expect(policies.deadLetters).toEqual([])
})
