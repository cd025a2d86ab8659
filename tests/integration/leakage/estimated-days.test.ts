import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { JsonObject } from '@nightflow/event-log/event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { readTenantDays, usedAltogether } from '@nightflow/projections/dashboard/dashboard-queries'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { EventType } from '@nightflow/schemas/events'
import type { DayComparison } from '@nightflow/schemas/leakage/day-comparison'
import type { BalanceRow, FlowRow, NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { appendFact, appendFrame } from '../../support/data/readings.ts'

/*
 * `lane` has an inlet of 100 l/h and four customers of 10 l/h each; one of them is silent since yesterday began, and a person estimates
 * yesterday with 240 l. `hamlet` is read once a day, at midnight, by meters that allow a gap of 30 hours. Days are of UTC.
 */
let running: RunningApi
const dayMilliseconds = 86_400_000
const today = Math.floor(Date.now() / dayMilliseconds)
const daysAgo = (days: number): string => dateOfDay(today - days)
const yesterday = daysAgo(1)
const customers = ['anna', 'berta', 'carla', 'silent']

const get = async (url: string, headers: Record<string, string> = {}) => running.ask('south', { url: `/api/v1${url}`, headers })
const rowsOf = async <Row>(url: string): Promise<Row[]> => (await get(url)).json().rows
const post = async (url: string, payload: object) => {
  const answer = await running.ask('south', { method: 'POST', url: `/api/v1${url}`, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
const report = (meter: string, litresPerHour: number, hours = 72) =>
  running.report(
    'south',
    meter,
    `${daysAgo(3)}T00:00:00Z`,
    Array.from({ length: hours + 1 }, (_, hour) => hour * litresPerHour),
  )
const judged = async (type: EventType, more: JsonObject, number = 'silent') => {
  const data = { number, day: yesterday, at: new Date().toISOString(), ...more }
  await appendFact(running.log, 'south', `metering-meter-${number}`, type, data)
  await waitForViews(running.pool, await running.log.head(), 30_000)
}
const range = `from=${yesterday}&to=${yesterday}`
const night = async (id = 'lane', asOf = ''): Promise<NightFlowRow> =>
  (await rowsOf<NightFlowRow>(`/partitions/${id}/night-flow?${range}${asOf}`))[0]!

beforeAll(async () => {
  running = await startApi('estimated_days')
  await running.pool.query(`update platform.tenants set time_zone = 'UTC' where code = 'south'`)
  const daily = ['once-a-day', 'house'].map((number) => ({ number, maximumGapSeconds: 30 * 3600 }))
  await post('/meters', { meters: [...['inlet', ...customers].map((number) => ({ number })), ...daily] })
  await post('/partitions', { partitionId: 'lane', name: 'Lane' })
  await post('/partitions/lane/summary-meters', { number: 'inlet' })
  await post('/partitions/lane/sub-meters', { numbers: customers })
  await report('inlet', 100)
  for (const customer of customers) await report(customer, 10, customer === 'silent' ? 48 : 72)
})
afterAll(() => running?.stop())

test('a day that a person estimated counts in leakage, and marks every figure that it is part of', async () => {
  expect(await night()).toMatchObject({ consumptionLitres: null, unknownBecause: 'consumption-incomplete', estimated: false })
  const missing = { findings: [{ rule: 'missing', value: 1, limit: 0 }], measuredLitres: null, expectedLitres: 240 }
  await judged('metering.FindingsRecorded', missing)
  const stated = { litres: 240, hourLitres: Array(24).fill(10) }
  await judged('metering.ConsumptionEstimated', { ...stated, method: 'profile', reason: 'radio fault', beforeLitres: null })

  const marked = { consumptionLitres: 960, leakageLitres: 1440, estimated: true, consumptionEstimatedLitres: 240, supplyEstimatedLitres: 0 }
  const row = await night()
  expect(row).toMatchObject({ ...marked, consumptionCompleteness: 0.75, completeness: 0.75, supplyCompleteness: 1 })
  expect((await rowsOf<NightFlowRow>(`/partitions/lane/night-flow?from=${daysAgo(2)}&to=${daysAgo(2)}`))[0]).toMatchObject({
    ...{ consumptionLitres: 960, estimated: false, consumptionEstimatedLitres: 0, completeness: 1 },
  })
  const [balance] = await rowsOf<BalanceRow>(`/partitions/lane/balance?from=${daysAgo(3)}&to=${yesterday}`)
  expect(balance).toMatchObject({ daysKnown: 3, daysEstimated: 1, consumptionLitres: 2880, consumptionEstimatedLitres: 240 })
  for (const resolution of ['hour', 'day']) {
    const flow = await rowsOf<FlowRow>(`/partitions/lane/flow?from=${daysAgo(2)}&to=${yesterday}&resolution=${resolution}`)
    const [before, after] = [flow[0]!, flow.at(-1)!]
    expect([before.consumptionEstimated, after.consumptionEstimated, after.supplyEstimated]).toEqual([false, true, false])
  }
  const { comparison } = (await get(`/partitions/lane/day-comparison?${range}`)).json() as DayComparison
  expect(comparison?.row).toMatchObject(marked)
  expect((await rowsOf<PartitionRow>('/partitions'))[0]!.latest).toMatchObject(marked)
  const csv = (await get(`/partitions/lane/night-flow?${range}`, { accept: 'text/csv' })).body.split(/\r?\n/)
  const column = csv[0]!.split(',').indexOf('consumptionEstimatedLitres')
  expect(csv[1]!.split(',')[column]).toBe('240')
})

test('the marks are in the figures as of a moment, and a rebuild comes to the same', async () => {
  const head = await running.log.head()
  expect(await night('lane', `&asOf=${head}`)).toEqual(await night())
  expect(await night('lane', `&asOf=${head - 1}`)).toMatchObject({ estimated: false, consumptionLitres: null })
  expect(await rowsOf<BalanceRow>(`/partitions/lane/balance?${range}&asOf=${head}`)).toEqual(
    await rowsOf<BalanceRow>(`/partitions/lane/balance?${range}`),
  )
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})

test('marks follow a meter that leaves the metering point and comes back', async () => {
  const numbers = ['silent']
  await post('/partitions/lane/dissociations', { numbers })
  expect(await night()).toMatchObject({ consumptionLitres: 720, estimated: false, consumptionEstimatedLitres: 0, completeness: 1 })
  await post('/partitions/lane/sub-meters', { numbers })
  expect(await night()).toMatchObject({ consumptionLitres: 960, estimated: true, consumptionEstimatedLitres: 240 })
})

test('a day of an inlet that a person edited marks the night, and is no use of customers', async () => {
  const used = () =>
    withTenant(running.pool, 'south', async (database) => [
      await readTenantDays(database, yesterday, yesterday),
      await usedAltogether(database),
    ])
  const before = await used()
  await judged('metering.FindingsRecorded', { findings: [], measuredLitres: 2400, expectedLitres: 2400 }, 'inlet')
  const stated = { litres: 4800, hourLitres: Array(24).fill(200) }
  await judged('metering.ConsumptionEdited', { ...stated, reason: 'read on site', beforeLitres: 2400 }, 'inlet')
  expect(await night()).toMatchObject({
    ...{ supplyLitres: 4800, supplyEstimatedLitres: 4800, nightMinimumFlowLitresPerHour: 200, estimated: true, supplyCompleteness: 0 },
  })
  expect(await used()).toEqual(before)
  await judged('metering.ReadingAccepted', { reason: 'mistake', beforeLitres: 4800 }, 'inlet')
  expect(await night()).toMatchObject({ supplyLitres: 2400, supplyEstimatedLitres: 0, supplyCompleteness: 1 })
})

test('a withdrawn estimate leaves no mark', async () => {
  await judged('metering.ConsumptionDecisionWithdrawn', { reason: 'wrong meter', beforeLitres: 240, status: '0', findings: [] })
  expect(await night()).toMatchObject({ consumptionLitres: null, estimated: false, consumptionEstimatedLitres: null })
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})

test('registers of once a day give no night flow, however long a gap their meter allows', async () => {
  await post('/partitions', { partitionId: 'hamlet', name: 'Hamlet' })
  await post('/partitions/hamlet/summary-meters', { number: 'once-a-day' })
  await post('/partitions/hamlet/sub-meters', { numbers: ['house'] })
  const readings = [4, 3, 2, 1, 0].flatMap((days) => {
    const at = (today - days) * dayMilliseconds
    return [
      { meter: 'once-a-day', at, registerMillilitres: (10 - days) * 2_400_000 },
      { meter: 'house', at, registerMillilitres: (10 - days) * 1_200_000 },
    ]
  })
  await appendFrame(running.log, 'south', 'gw-1', readings)
  await waitForViews(running.pool, await running.log.head(), 30_000)
  const row = await night('hamlet')
  expect(row).toMatchObject({
    ...{ supplyLitres: 2400, consumptionLitres: 1200, leakageLitres: 1200, completeness: 1, estimated: false },
    ...{ nightMinimumFlowLitresPerHour: null, klRatio: null, netNightFlowLitresPerHour: null, nightUnknownBecause: 'no-hours' },
  })
  expect(await night('hamlet', `&asOf=${await running.log.head()}`)).toEqual(row)
  const hamlet = (await rowsOf<PartitionRow>('/partitions')).find(({ id }) => id === 'hamlet')
  expect(hamlet?.latest).toMatchObject({ date: yesterday, leakageRate: 0.5, klRatio: null })
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  // One reading an hour from the evening on, and the night is measured.
  const evening = (today - 1) * dayMilliseconds - 3_600_000
  await appendFrame(
    running.log,
    'south',
    'gw-1',
    Array.from({ length: 10 }, (_, hour) => ({
      ...{ meter: 'once-a-day', at: evening + hour * 3_600_000, registerMillilitres: 9 * 2_400_000 - 100_000 + hour * 100_000 },
    })),
  )
  await waitForViews(running.pool, await running.log.head(), 30_000)
  expect(await night('hamlet')).toMatchObject({ nightMinimumFlowLitresPerHour: 100, nightUnknownBecause: null })
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
