import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { recordDetections } from '@nightflow/policies/leakage/record-detections'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { DetectionLimits, DetectionRow } from '@nightflow/schemas/leakage/detection'
import type { MovedMeter } from '@nightflow/schemas/leakage/moved-meters'
import { defaultHealthSettings } from '@nightflow/schemas/metering/health-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

/** From the readings of an inlet to the recorded detections of its metering point. */

const calendar = calendarOf('Europe/Rome')
const firstDay = calendar.dayOf(Date.UTC(2025, 0, 2))
/** The clocks change within these days: people live by them. */
const days = 90
/** A burst that is repaired, and one that still flows. */
const bursts = [
  { from: 40, until: 60, litres: 900 },
  { from: 75, until: days, litres: 1200 },
]

let running: RunningApi
beforeAll(async () => {
  running = await startApi('detections')
  await ask('POST', '/api/v1/meters', { meters: ['in1', 'in2'].map((number) => ({ number, caliberMillimetres: 100 })) })
  await ask('POST', '/api/v1/partitions', { partitionId: 'zone', name: 'Zone' })
  await ask('POST', '/api/v1/partitions/zone/summary-meters', { number: 'in1', direction: 'in' })
  await report('in1', (day, hour) => 4000 + 1500 * Math.sin((hour - 6) / 4) + ((day * 7 + hour * 13) % 97) + litresOfBursts(day))
  const settings = { ...defaultHealthSettings, pricePerCubicMetre: 2, reason: 'marginal cost of water' }
  await ask('PUT', '/api/v1/health-settings', settings)
}, 60_000)
afterAll(() => running?.stop())

const litresOfBursts = (day: number) =>
  bursts.reduce((sum, { from, until, litres }) => (day >= from && day < until ? sum + litres : sum), 0)
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const report = async (meter: string, litresOf: (day: number, hour: number) => number) => {
  const registers = [1000]
  for (let day = 0; day < days; day += 1)
    for (const hour of calendar.wallHoursOf(firstDay + day)) registers.push(registers.at(-1)! + Math.round(litresOf(day, hour)))
  await running.report('north', meter, new Date(calendar.startOf(firstDay)).toISOString(), registers)
}
const url = (from: number, to: number, more = '') =>
  `/api/v1/leakage/detections?from=${dateOfDay(firstDay + from)}&to=${dateOfDay(firstDay + to)}${more}`
const all = (): Promise<DetectionRow[]> => ask('GET', url(0, days))
const recorded = async (): Promise<number> => {
  const { rows } = await running.pool.query<{ count: number }>('select count(*)::int from views.detections where not is_withdrawn')
  return rows[0]!.count
}
/** The policy at work until something is recorded. */
const judging = async (isSo: () => Promise<boolean>) => {
  const policies = runPolicies(running, [recordDetections(100)], { now: () => Date.now() })
  await waitFor(isSo)
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
  await waitForViews(running.pool, await running.log.head(), 30_000)
}

test('imported history has the detections that its days would have given, before and after they are recorded', async () => {
  const found = await all()
  expect(found.map(({ partitionId, kind }) => [partitionId, kind])).toEqual([
    ['zone', 'step'],
    ['zone', 'step'],
  ])
  const [repaired, open] = found
  expect(repaired!.startedAt).toBe(new Date(calendar.startOf(firstDay + 40)).toISOString())
  expect(repaired!.endedAt).toBe(new Date(calendar.startOf(firstDay + 60)).toISOString())
  expect(Math.abs(repaired!.flowLitresPerHour - 900)).toBeLessThan(30)
  expect(repaired!.flowLow).toBeLessThan(repaired!.flowHigh)
  expect(Math.abs(repaired!.lostLitres! / (900 * 24 * 20) - 1)).toBeLessThan(0.05)
  expect(repaired!.lostCostMinor).toBe(Math.round((repaired!.lostLitres! / 1000) * 200))
  expect(repaired!.costPerDayMinor).toBe(Math.round(((repaired!.flowLitresPerHour * 24) / 1000) * 200))
  expect(open!.endedAt).toBeNull()

  await judging(async () => (await recorded()) === 2)
  expect(await all()).toEqual(found)
})

test('a range has the detections of its local days, of one metering point or all', async () => {
  const [, open] = await all()
  const day = Math.round((Date.parse(open!.detectedAt) - calendar.startOf(firstDay)) / 86_400_000) - 1
  expect(await ask('GET', url(day, day))).toEqual([open])
  expect(await ask('GET', url(0, day - 1))).toHaveLength(1)
  expect(await ask('GET', url(0, days, '&partition=zone'))).toHaveLength(2)
  expect(await ask('GET', url(0, days, '&partition=elsewhere'))).toEqual([])
  expect((await running.ask('north', { method: 'GET', url: url(9, 1) })).statusCode).toBe(400)
  const others = await running.ask('south', { method: 'GET', url: url(0, days) })
  expect(others.json()).toEqual([])
})

test('the metering point has the smallest leak that its flow shows', async () => {
  const limits: DetectionLimits = await ask('GET', '/api/v1/partitions/zone/detection-limits')
  expect(limits.until).toBe(dateOfDay(firstDay + days - 1))
  const flows = limits.smallest.map(({ flowLitresPerHour }) => flowLitresPerHour)
  expect(flows).toEqual([...flows].sort((one, other) => other - one))
})

test("a detection has the customers' meters that moved with it, and those of others are not among them", async () => {
  const customers = ['leaking', 'steady']
  await ask('POST', '/api/v1/meters', { meters: customers.map((number) => ({ number, caliberMillimetres: 15 })) })
  await ask('POST', '/api/v1/partitions/zone/sub-meters', { numbers: customers })
  await report('leaking', (day, hour) => 20 + ((day * 3 + hour) % 7) + (day >= 75 ? 300 : 0))
  await report('steady', (day, hour) => 20 + ((day * 5 + hour) % 7))
  await waitForViews(running.pool, await running.log.head(), 30_000)
  const moved = (from: number, to: number, flow: number): Promise<{ known: number; rows: MovedMeter[] }> =>
    ask(
      'GET',
      `/api/v1/partitions/zone/moved-meters?from=${dateOfDay(firstDay + from)}&to=${dateOfDay(firstDay + to)}&flowLitresPerHour=${flow}`,
    )
  const { known, rows } = await moved(75, 76, 1200)
  expect(known).toBe(2)
  expect(rows.map(({ number }) => number)).toEqual(['leaking'])
  expect(rows[0]!.share).toBeCloseTo(300 / 1200, 1)
  expect((await moved(40, 41, 900)).rows).toEqual([])
})

test('another inlet withdraws the history, which is judged anew once its days are known', async () => {
  await ask('POST', '/api/v1/partitions/zone/summary-meters', { number: 'in2', direction: 'in' })
  await report('in2', (day, hour) => 1000 + ((day * 5 + hour * 11) % 89))
  expect(await all()).toHaveLength(2)
  const before = await running.log.head()
  await judging(async () => (await running.log.head()) > before && (await recorded()) === 2)
  expect(await all()).toHaveLength(2)
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
