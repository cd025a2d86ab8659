import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/system/reportSchedule'
let running: RunningApi
let recipient: number
beforeAll(async () => {
  running = await startApi('report_schedules')
  const { rows } = await running.pool.query<{ id: number }>(
    `update platform.users set email = 'director@north.example' where tenant = 'north' and username = 'admin' returning user_id::int as id`,
  )
  recipient = rows[0]!.id
})
afterAll(() => running.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, tenant = 'north') =>
  (await running.ask(tenant, { method, url: `${path}${url}`, ...(payload && { payload }) })).json()

const schedule = () => ({
  ...{
    scheduleName: 'Daily use',
    report: 'dailyUse',
    recurrence: 'daily',
    hour: 0,
    weekDay: 1,
    monthDay: 1,
    covers: 'week',
    format: 'xlsx',
  },
  ...{ language: 'fr', recipients: [recipient], filters: '' },
})

/** As if the schedule had been saved two days ago: its last occasion has come. */
const backdate = (id: number) =>
  running.pool.query(
    `update platform.report_schedules set create_time = now() - interval '2 days', update_time = null, update_by = null where report_schedule_id = $1`,
    [id],
  )
const mailings = async (id: number) => (await ask('GET', `/mailings/${id}`)).data.rows

// requirement of Reports: A report is sent by mail at the times that people set | /report/schedules | POST /prod-api/system/reportSchedule
test('a report is made at its hour, sent to its recipients once, and recorded', async () => {
  const { reportScheduleId: id } = (await ask('POST', '', schedule())).data
  expect(await mailings(id)).toEqual([])
  await backdate(id)
  await expect
    .poll(() => mailings(id), { timeout: 40_000, interval: 500 })
    .toMatchObject([{ outcome: 'sent', recipients: 1, rows: 7, refusal: null }])
  const { rows } = await running.pool.query<{ recipient: string; subject: string; file: string; bytes: Buffer }>(
    `select recipient, subject, file_name as file, bytes from platform.outbox join platform.outbox_attachments using (message_id) where tenant = 'north'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ recipient: 'director@north.example', file: 'daily-use.xlsx' })
  expect(rows[0]!.subject).toContain('Consommation journalière')
  expect(utils.sheet_to_json(Object.values(read(rows[0]!.bytes).Sheets)[0]!)).toHaveLength(7)
  expect((await ask('GET', `/mailings/${id}`, undefined, 'south')).data.rows).toEqual([])
}, 60_000)

test('a report that cannot be made says why', async () => {
  const wanted = { ...schedule(), scheduleName: 'Interval use', report: 'intervalUse' }
  const { reportScheduleId: id } = (await ask('POST', '', wanted)).data
  await running.pool.query(`update platform.report_schedules set create_by = 'gone' where report_schedule_id = $1`, [id])
  await backdate(id)
  await expect
    .poll(() => mailings(id), { timeout: 40_000, interval: 500 })
    .toMatchObject([{ outcome: 'failed', refusal: 'permission-missing' }])
}, 60_000)

test('recipients are users with an address, and the filter is one of the report', async () => {
  expect((await ask('GET', '/recipients')).data.people).toMatchObject([{ userId: recipient }])
  expect(await ask('POST', '', { ...schedule(), scheduleName: 'A', recipients: [999_999] })).toMatchObject({
    reason: 'report-recipient-unknown',
  })
  expect(await ask('POST', '', { ...schedule(), scheduleName: 'B', filters: 'meterGroup=none' })).toMatchObject({
    reason: 'report-filter-wrong',
  })
})
