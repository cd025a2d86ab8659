import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
type Alarm = { id: number; event: string; status: string; raised: string; answered?: string; cleared?: string }

/** Rows of the read model as its events would have written them, so that the times are those of the example. */
const addAlarm = ({ id, event, status, raised, answered, cleared }: Alarm) =>
  running.pool.query(
    `insert into views.alarms (tenant, event_type, subject, occurrence, alarm_id, status, occurred_at, raised_at, answered_by, answered_at, severity, causes, cleared_at)
     values ('north', $2, 's-' || $1::int, 1, $1, $3, $4, $4, case when $5::timestamptz is not null then 'user:1' end, $5, 'warning', '[]', $6)`,
    [id, event, status, raised, answered ?? null, cleared ?? null],
  )

beforeAll(async () => {
  running = await startApi('alarm_report')
  await addAlarm({ id: 901, event: 'burst', status: '2', raised: '2026-03-01T08:00:00Z', answered: '2026-03-01T10:00:00Z' })
  await addAlarm({ id: 902, event: 'burst', status: '1', raised: '2026-03-01T09:00:00Z', answered: '2026-03-01T15:00:00Z' })
  await addAlarm({ id: 903, event: 'burst', status: '0', raised: '2026-03-03T08:00:00Z' })
  await addAlarm({ id: 904, event: 'burst', status: '3', raised: '2026-03-03T08:00:00Z' })
  await addAlarm({ id: 905, event: 'partition-leakage', status: '2', raised: '2026-03-03T08:00:00Z', cleared: '2026-03-03T09:00:00Z' })
  await addAlarm({ id: 906, event: 'burst', status: '0', raised: '2026-04-03T08:00:00Z' })
})
afterAll(() => running.stop())

const ask = async (query: string) => (await running.ask('north', { url: `/prod-api/report/alarm/figures/${query}` })).json()
const march = 'beginTime=2026-03-01&endTime=2026-03-31'

// requirement of Reports: Alarms by event, and the time to the answer | /alarm/figures | GET /prod-api/report/alarm/figures/list
it('alarm figures count the alarms of the period by event, and the time until a person answered', async () => {
  const { rows } = await ask(`list?${march}`)
  expect(rows).toEqual([
    {
      ...{ eventType: 'burst', raised: 4, open: 2, answered: 2, ignored: 1, cleared: 0, escalated: 0 },
      // 2 h and 6 h.
      ...{ answerMedianHours: 4, answerP90Hours: 5.6 },
    },
    {
      ...{ eventType: 'partition-leakage', raised: 1, open: 0, answered: 0, ignored: 0, cleared: 1, escalated: 0 },
      ...{ answerMedianHours: null, answerP90Hours: null },
    },
  ])
})

it('alarm figures follow the type of the alarm, and belong to one utility', async () => {
  expect((await ask(`list?${march}&alarmType=1`)).rows.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
    'partition-leakage',
  ])
  expect((await running.ask('south', { url: `/prod-api/report/alarm/figures/list?${march}` })).json().rows).toEqual([])
})

it('the chart has every day of the period', async () => {
  const { points } = (await ask(`chart?${march}`)).data
  expect(points).toHaveLength(31)
  expect(points.slice(0, 3)).toEqual([
    { at: '2026-03-01', values: [2, 2] },
    { at: '2026-03-02', values: [0, 0] },
    { at: '2026-03-03', values: [3, 0] },
  ])
})
