import { randomUUID } from 'node:crypto'
import { createValveOrders } from '@nightflow/ingest/devices/valve-orders'
import { finishValveOperations } from '@nightflow/policies/devices/finish-valve-operations'
import { retryValveOperations } from '@nightflow/policies/devices/retry-valve-operations'
import { findReportedOperation, listPendingValveOperations } from '@nightflow/projections/devices/valve-operations'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { countingClock } from '../support/counting-clock.ts'
import { type IngestApp, ingestApp } from '../support/data/ingest-app.ts'
import { type RunningPolicies, runPolicies } from '../support/running-policies.ts'

/** A main bursts. The valves of the street are closed in an emergency while a third of the radios are dead; the fitter closes those by hand. */
let running: RunningApi
let ingest: IngestApp
let finishing: RunningPolicies
let retrying: RunningPolicies
let meterGroupId: number
let ahead = 0
const finishingClock = countingClock(() => Date.now() + ahead)
const retryingClock = countingClock(() => Date.now() + ahead)
const minute = 60_000
const numbers = Array.from({ length: 12 }, (_, house) => `61${String(house + 1).padStart(2, '0')}`)
const isDead = (number: string): boolean => numbers.indexOf(number) % 3 === 0

beforeAll(async () => {
  running = await startApi('street')
  const { pool, log } = running
  const valveOrders = createValveOrders({
    log,
    listPendingValveOperations: (tenant, gateway) => listPendingValveOperations(pool, tenant, gateway),
    findReportedOperation: (tenant, id) => findReportedOperation(pool, tenant, id),
    now: () => Date.now() + ahead,
  })
  ingest = await ingestApp(log, { valveOrders })
  finishing = runPolicies(running, [finishValveOperations], { now: finishingClock.now })
  retrying = runPolicies(running, [retryValveOperations], { now: retryingClock.now })
  await post('/api/v1/meters', { meters: numbers.map((number) => ({ number, hasValve: true })) })
  meterGroupId = (await post('/prod-api/business/meterGroup', { meterGroupName: 'Canal Street' })).data.meterGroupId
  await post('/prod-api/business/meter/group', { number: numbers, meterGroupId })
  const readings = numbers.map((meter) => ({ meter, at: Date.now(), litres: 10 }))
  const answer = await ingest.post({ frameId: randomUUID(), sentAt: new Date().toISOString(), readings })
  await waitForViews(pool, answer.json().position, 60_000)
})
afterAll(async () => {
  await finishing.stop()
  await retrying.stop()
  await ingest.app.close()
  await running.stop()
})

const post = async (url: string, payload: object) => (await running.ask('north', { method: 'POST', url, payload })).json()
const seen = async () => void (await waitForViews(running.pool, await running.log.head(), 60_000))
const batch = async () => {
  await seen()
  const { sending, success, fail } = (await running.ask('north', { url: '/api/v1/valve-batches?limit=1' })).json().rows[0]
  return { sending, success, fail }
}
/** The gateway fetches what is to be done; radios that live carry it out. */
const work = async (): Promise<string[]> => {
  await seen()
  const { commands } = (await ingest.post('', { method: 'GET', url: '/ingest/v1/commands' })).json()
  for (const { operationId, meter } of commands)
    if (!isDead(meter)) await ingest.post({ meter, result: 'confirmed' }, { url: `/ingest/v1/commands/${operationId}` })
  return commands.map(({ meter }: { meter: string }) => meter).toSorted()
}

test('one call closes the street, and the progress shows the radios that answered', async () => {
  const closing = await post(`/prod-api/business/meterGroup/${meterGroupId}/emergencyClosing`, {
    requestId: randomUUID(),
    reason: 'Burst main',
  })
  expect(closing.data).toMatchObject({ requested: 12, refused: [] })
  expect(await work()).toEqual(numbers)
  expect(await batch()).toEqual({ sending: 4, success: 8, fail: 0 })
})

test('silent radios are asked three times, and then have failed', async () => {
  for (const [expiry, retry] of [
    [16, 6],
    [16, 31],
  ] as const) {
    ahead += expiry * minute
    await expect.poll(batch).toEqual({ sending: 0, success: 8, fail: 4 })
    ahead += retry * minute
    await expect.poll(batch).toEqual({ sending: 4, success: 8, fail: 0 })
    expect(await work()).toEqual(numbers.filter(isDead))
  }
  ahead += 16 * minute
  await expect.poll(batch).toEqual({ sending: 0, success: 8, fail: 4 })
  ahead += 120 * minute
  await Promise.all([finishingClock.searched(), retryingClock.searched()])
  expect(await work()).toEqual([])
  expect(await batch()).toEqual({ sending: 0, success: 8, fail: 4 })
})

test('the end of the emergency opens the street again', async () => {
  const ending = await post(`/prod-api/business/meterGroup/${meterGroupId}/emergencyEnd`, {
    requestId: randomUUID(),
    reason: 'Main repaired',
  })
  expect(ending.data).toMatchObject({ requested: 12 })
  expect([...finishing.deadLetters, ...retrying.deadLetters]).toEqual([])
})
