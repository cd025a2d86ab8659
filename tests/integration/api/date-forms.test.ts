import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let token: string
let admin: Clerk
beforeAll(async () => {
  running = await startApi('date_forms')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  admin = clerkAt(office, token)
})
afterAll(() => running.stop())

const exportedTimes = async (): Promise<string[]> => {
  const heads = { userName: 'User name', createTime: 'Created' }
  const answer = await running.api.inject({
    method: 'POST',
    url: '/prod-api/system/user/export',
    payload: new URLSearchParams({ heads: JSON.stringify(heads) }).toString(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  const rows = utils.sheet_to_json<string[]>(Object.values(read(answer.rawPayload).Sheets)[0]!, { header: 1 })
  return rows.slice(1).map((row) => row[1]!)
}
const formOfSession = async () => (await admin.done<{ tenant: { dateForm: string } }>('GET', 'system/user/getInfo')).tenant.dateForm

test('a spreadsheet writes instants in the tenant’s zone, and in the form that the tenant chose', async () => {
  expect(await formOfSession()).toBe('language')
  for (const written of await exportedTimes()) expect(written).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  await admin.done('PUT', 'system/tenant/settings', { dateForm: 'DD/MM/YYYY' })
  expect(await formOfSession()).toBe('DD/MM/YYYY')
  // Rows that were made before midnight are of the day before.
  const dayAt = (instant: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(instant).slice(0, 6)
  const days = [dayAt(Date.now()), dayAt(Date.now() - 86_400_000)].join('|')
  const times = await exportedTimes()
  expect(times.length).toBeGreaterThan(0)
  for (const written of times) expect(written).toMatch(new RegExp(`^(${days})\\d{4} \\d{2}:\\d{2}:\\d{2}$`))
})

test('a form that is none of those is refused by name', async () => {
  const refused = await admin.call('PUT', 'system/tenant/settings', { dateForm: 'DD/MM' })
  expect(refused).toMatchObject({ reason: 'request-invalid' })
  expect(JSON.stringify(refused.errors)).toContain('dateForm')
})
