import { randomUUID } from 'node:crypto'
import { calendarOf, dateOfDay, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import { conditionsInReadModels } from '@nightflow/policies/alarms/conditions-in-read-models'
import { recordDetections } from '@nightflow/policies/leakage/record-detections'
import { openCases } from '@nightflow/policies/work-orders/open-cases'
import { verifyRepairs } from '@nightflow/policies/work-orders/verify-repairs'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { defaultHealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { leakCases } from '@nightflow/schemas/work-orders/leak-case'
import { buildCity } from '@nightflow/simulator/city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { waitFor } from '../support/process/server-process.ts'
import { runPolicies } from '../support/running-policies.ts'

/** A main of the simulated city bursts. Night flow shows it, a case is opened, an order is done offline, three nights prove the repair. */

type Case = RowOf<typeof leakCases>
const city = buildCity({ seed: 11, timeZone: 'Europe/Rome', meters: 400 })
const calendar = calendarOf('Europe/Rome')
const dayMilliseconds = 86_400_000
const zone = city.zones.find(({ id }) => id === 'lower-terrace')!
const burst = city.truth
  .burstsBetween(Date.UTC(2025, 6, 20), Date.UTC(2025, 6, 31))
  .find((each) => each.zone === zone.index && each.growsOverHours === 0)!
const dayOfRepair = calendar.dayOf(burst.repairedAt)
const firstDay = calendar.dayOf(burst.startsAt) - 70
const lastDay = dayOfRepair + 6
const pricePerCubicMetre = 2

let running: RunningApi
beforeAll(async () => {
  running = await startApi('night-flow-to-repair')
  await ask('POST', '/api/v1/meters', { meters: [{ number: 'inlet', caliberMillimetres: 100 }] })
  await ask('POST', '/api/v1/partitions', { partitionId: zone.id, name: 'Lower Terrace' })
  await ask('POST', `/api/v1/partitions/${zone.id}/summary-meters`, { number: 'inlet', direction: 'in' })
  await ask('PUT', '/api/v1/health-settings', { ...defaultHealthSettings, pricePerCubicMetre, reason: 'marginal cost of water' })
  const usual = city.truth.trueNightMinimumFlowLitresPerHour(zone.id, dateOfDay(calendar.dayOf(burst.startsAt) - 3))!
  const thresholds = { nightMinimumFlowLitresPerHour: Math.round(usual + burst.litresPerHour / 2) }
  await ask('PUT', `/api/v1/partitions/${zone.id}/thresholds`, thresholds)
  await report(firstDay, dayOfRepair)
}, 120_000)
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const body = answer.json()
  expect(body.code ?? 200, answer.body).toBe(200)
  return body
}
/** The register of the inlet at every hour from the start of a day to the start of another. */
const report = async (from: number, until: number): Promise<void> => {
  const registers: number[] = []
  for (let at = calendar.startOf(from); at <= calendar.startOf(until); at += hourMilliseconds)
    registers.push(Math.round(city.water.suppliedMillilitres(zone.index, at) / 1000))
  await running.report('north', 'inlet', new Date(calendar.startOf(from)).toISOString(), registers)
}
const cases = async (): Promise<Case[]> => (await ask('GET', '/prod-api/business/leakCase/list')).rows
const work = async (policies: Parameters<typeof runPolicies>[1], now: number, isDone: () => Promise<boolean>): Promise<void> => {
  const working = runPolicies(running, policies, { now: () => now })
  await waitFor(isDone)
  await working.stop()
  expect(working.deadLetters).toEqual([])
  await waitForViews(running.pool, await running.log.head(), 60_000)
}
const near = (computed: number | null, real: number, share: number): void =>
  expect(Math.abs((computed ?? 0) / real - 1), `${computed} beside ${real}`).toBeLessThan(share)

// requirement of Scenarios: From night flow to repair: a burst is detected, one case and one alarm, an order done offline, proof by three nights, volume and money | /workOrder/cases | GET /prod-api/business/leakCase/list
test('a burst of the city is detected, repaired and proven, and its volume and money are those of the city', async () => {
  const now = calendar.startOf(dayOfRepair) + 6 * hourMilliseconds
  await work([recordDetections(100), openCases(100), conditionsInReadModels(100)], now, async () => (await cases()).length > 0)
  const [leak, ...others] = await cases()
  expect(others).toEqual([])
  expect(leak).toMatchObject({ partitionId: zone.id, partitionName: 'Lower Terrace', stage: '0', source: '0', outcome: null })
  near(leak!.flowLitresPerHour, burst.litresPerHour, 0.3)
  expect(Math.abs(Date.parse(leak!.startedAt) - burst.startsAt)).toBeLessThan(dayMilliseconds)
  const { rows: alarms } = await ask('GET', '/prod-api/report/alarm/processed/list?eventType=partition-night-flow')
  expect(alarms).toHaveLength(1)

  const { caseNo, caseId } = leak!
  const order = { orderId: randomUUID(), orderTitle: 'Find and repair the leak', caseId, partitionId: zone.id }
  const { workOrderNo } = (await ask('POST', '/prod-api/business/workOrder', order)).data
  const operation = (place: number, action: string, basedOn: string) => ({
    ...{
      operationId: `019500a0-0000-7000-8000-00000000000${place}`,
      action,
      basedOn,
      occurredAt: new Date(burst.repairedAt).toISOString(),
    },
  })
  await ask('PUT', `/prod-api/business/leakCase/localise/${caseNo}`, {})
  await ask('PUT', `/prod-api/business/workOrder/operation/${workOrderNo}`, operation(1, 'start', '0'))
  await ask('PUT', `/prod-api/business/leakCase/locate/${caseNo}`, { place: 'Terrace Road 12' })
  await ask('PUT', `/prod-api/business/workOrder/operation/${workOrderNo}`, operation(2, 'complete', '1'))
  const repair = { repairedAt: new Date(burst.repairedAt).toISOString(), leakPart: '0', leakCause: '0' }
  await ask('PUT', `/prod-api/business/leakCase/repair/${caseNo}`, repair)
  const links = (await ask('GET', `/api/v1/leak-cases/${caseNo}/links`)) as { orders: object[]; alarms: object[] }
  expect(links).toMatchObject({ orders: [{ workOrderNo, status: '2' }], alarms: [{ eventType: 'partition-night-flow' }] })

  await report(dayOfRepair, lastDay)
  await work([verifyRepairs(100)], calendar.startOf(lastDay), async () => (await cases())[0]!.stage === '4')
  const [closed] = await cases()
  expect(closed).toMatchObject({ stage: '4', outcome: '0', verdict: '0' })
  near(closed!.dropLitresPerHour, burst.litresPerHour, 0.3)
  const lost = (burst.litresPerHour * (burst.repairedAt - burst.startsAt)) / hourMilliseconds
  near(closed!.lostLitres, lost, 0.3)
  expect(closed!.lostMinor).toBe(Math.round((closed!.lostLitres! / 1000) * pricePerCubicMetre * 100))
  expect(closed!.savedLitres).toBeGreaterThan(0)

  const figures = await ask('GET', `/api/v1/leak-cases/figures?from=${dateOfDay(firstDay)}&to=${dateOfDay(lastDay)}`)
  expect(figures).toMatchObject({
    cases: 1,
    open: 0,
    proven: 1,
    falsePositives: 0,
    lostLitres: closed!.lostLitres,
    lostMinor: closed!.lostMinor,
  })
  const { rows: steps } = await ask('GET', `/api/v1/leak-cases/${caseNo}/history`)
  expect(steps.map(({ step }: { step: string }) => step)).toEqual(['verified', 'repaired', 'located', 'localising', 'opened'])
}, 120_000)
