import { afterAll, beforeAll, expect, test } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/business/customer'
const hourMilliseconds = 3_600_000
const days = 4
/** Neighbours and the account itself, which uses ten litres an hour. */
const litresPerHour = { '9000': 10, '9001': 1, '9002': 2, '9003': 3, '9004': 4, '9005': 5 } as const
const numbers = Object.keys(litresPerHour)

let running: RunningApi
beforeAll(async () => {
  running = await startApi('account_use')
  await post('/api/v1/meters', { meters: [...numbers, '9900'].map((number) => ({ number })) })
  await post('/api/v1/partitions', { partitionId: 'mill', name: 'Mill Lane' })
  await post('/api/v1/partitions/mill/summary-meters', { number: '9900', direction: 'in' })
  for (const number of numbers)
    await post(path, {
      accountNo: `U-${number}`,
      customerName: 'Li Na',
      telephone: '13800138000',
      address: '8 Mill Lane',
      meterNo: number,
      openedAt: '2020-01-01T00:00:00Z',
    })
  const from = new Date(Math.floor(Date.now() / hourMilliseconds) * hourMilliseconds - days * 24 * hourMilliseconds).toISOString()
  for (const [number, litres] of Object.entries(litresPerHour))
    await running.report(
      'north',
      number,
      from,
      Array.from({ length: days * 24 + 1 }, (_, hour) => 1000 + hour * litres),
    )
})
afterAll(() => running.stop())

const post = async (url: string, payload: object): Promise<void> => {
  const answer = await running.ask('north', { method: 'POST', url, payload })
  expect([200, 201], answer.body).toContain(answer.statusCode)
}
type Use = {
  days: { day: string; litres: number | null; medianLitres: number | null; yearBeforeLitres: number | null }[]
  months: { month: string; knownDays: number; litres: number | null; medianLitres: number | null }[]
  neighbourhood: { kind: string; name: string; meters: number } | null
}
const useOf = async (accountNo: string): Promise<Use> => (await running.ask('north', { url: `${path}/${accountNo}/use` })).json().data

// requirement of Customers: A median needs five meters, so that no neighbour is shown | /customer/accounts/:accountNo | GET /prod-api/business/customer/:accountNo/use
test('fewer than five comparable meters give no median, so that no neighbour is shown', async () => {
  await post('/api/v1/partitions/mill/sub-meters', { numbers: numbers.slice(0, 5) })
  expect((await useOf('U-9000')).neighbourhood).toBeNull()
})

// requirement of Customers: Use per day and month against the year before and the neighbourhood | /customer/accounts/:accountNo | GET /prod-api/business/customer/:accountNo/use
test('the use per day and month is compared with the median of five meters of the partition, over the days that the account knows', async () => {
  await post('/api/v1/partitions/mill/sub-meters', { numbers: numbers.slice(5) })
  const { days: shown, months, neighbourhood } = await useOf('U-9000')
  expect(neighbourhood).toEqual({ kind: 'partition', name: 'Mill Lane', meters: 5 })
  const known = shown.filter(({ litres }) => litres !== null)
  expect(known.length).toBeGreaterThanOrEqual(days - 1)
  for (const { litres, medianLitres } of known) expect([litres, medianLitres]).toEqual([240, 72])
  for (const { knownDays, litres, medianLitres } of months.filter((month) => month.knownDays > 0))
    expect([litres, medianLitres]).toEqual([240 * knownDays, 72 * knownDays])
  expect(months.reduce((sum, { knownDays }) => sum + knownDays, 0)).toBe(known.length)
})

test('water that the meter counted before it was linked is not of the account', async () => {
  await post(path, { accountNo: 'U-NEW', customerName: 'Li Na', telephone: '13800138000', address: '9 Mill Lane' })
  await running.ask('north', {
    method: 'PUT',
    url: `${path}/U-9005/meter/removal`,
    payload: { closingRegisterCubicMetres: 2, reason: 'moved' },
  })
  await running.ask('north', { method: 'PUT', url: `${path}/U-NEW/meter`, payload: { meterNo: '9005', reason: 'moved' } })
  expect((await useOf('U-NEW')).days.filter(({ litres }) => litres !== null)).toEqual([])
})

test('the use of an account is refused without the right to read readings', async () => {
  const office = backOfficeOf(running)
  const admin = clerkAt(office, await office.logIn('admin'))
  const { newRole, worker } = setUpBy(() => admin, office, running.pool)
  const desk = await worker('desk', await newRole('desk', ['customers:account:query']))
  expect(await desk.refused('GET', 'business/customer/U-9000')).toBeUndefined()
  expect(await desk.refused('GET', 'business/customer/U-9000/use')).toBe('permission-missing')
})
