import { randomUUID } from 'node:crypto'
import { createValveOrders } from '@nightflow/ingest/devices/valve-orders'
import { finishValveOperations } from '@nightflow/policies/devices/finish-valve-operations'
import { retryValveOperations } from '@nightflow/policies/devices/retry-valve-operations'
import { runPolicy } from '@nightflow/policies/shared/run-policy'
import { findReportedOperation, listPendingValveOperations as pendingOperations } from '@nightflow/projections/devices/valve-operations'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { countingClock } from '../../support/counting-clock.ts'
import { type IngestApp, ingestApp, northKey, southKey } from '../../support/data/ingest-app.ts'
import { waitUntil } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

let running: RunningApi
let ingest: IngestApp
beforeAll(async () => {
  running = await startApi('valves')
  const { pool, log } = running
  const valveOrders = createValveOrders({
    log,
    listPendingValveOperations: (tenant, gateway) => pendingOperations(pool, tenant, gateway),
    findReportedOperation: (tenant, operationId) => findReportedOperation(pool, tenant, operationId),
  })
  ingest = await ingestApp(log, { valveOrders })
})
afterAll(async () => {
  await ingest.app.close()
  await running.stop()
})

/** A meter with a valve that this utility's gateway reported last. */
const aMeterWithValve = async (number: string): Promise<void> => {
  const registered = await running.ask('north', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: { meters: [{ number, hasValve: true }] },
  })
  expect(registered.statusCode).toBe(200)
  await report(number, { litres: 10 })
}

const report = async (meter: string, values: object, at = Date.now()): Promise<void> => {
  const answer = await ingest.post({ frameId: randomUUID(), sentAt: new Date().toISOString(), readings: [{ meter, at, ...values }] })
  expect(answer.json()).toMatchObject({ accepted: 1 })
  await waitForViews(running.pool, answer.json().position, 60_000)
}

const askForValve = async (number: string, position: 'open' | 'closed'): Promise<string> => {
  const operationId = randomUUID()
  const payload = { operationId, position, reason: 'works in the street' }
  const asked = await running.ask('north', { method: 'POST', url: `/api/v1/meters/${number}/valve`, payload })
  expect(asked.statusCode).toBe(200)
  return operationId
}

const statusOf = async (number: string, operationId: string): Promise<string | undefined> => {
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const { valveOperations } = (await running.ask('north', { url: `/api/v1/meters/${number}` })).json()
  return valveOperations.find((operation: { operationId: string }) => operation.operationId === operationId)?.status
}

const poll = async (query = '') => {
  const answer = await ingest.post('', { method: 'GET', url: `/ingest/v1/commands${query}` })
  return { status: answer.statusCode, body: answer.json() }
}
const tell = async (operationId: string, body: object, headers = {}) => {
  const answer = await ingest.post(body, { url: `/ingest/v1/commands/${operationId}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

describe('a valve operation', () => {
  it('is requested, fetched by the gateway, sent and confirmed', async () => {
    await aMeterWithValve('v1')
    const operationId = await askForValve('v1', 'closed')
    expect(await statusOf('v1', operationId)).toBe('requested')
    const { body } = await poll()
    expect(body.commands).toEqual([{ operationId, meter: 'v1', position: 'closed', expiresAt: expect.any(String), repeated: false }])
    expect(await statusOf('v1', operationId)).toBe('sent')
    expect((await poll()).body.commands).toMatchObject([{ operationId, repeated: true }])
    expect(await tell(operationId, { meter: 'v1', result: 'confirmed' })).toMatchObject({ status: 200, body: { result: 'confirmed' } })
    expect(await tell(operationId, { meter: 'v1', result: 'confirmed' })).toMatchObject({ status: 200 })
    expect(await statusOf('v1', operationId)).toBe('confirmed')
    expect((await poll()).body.commands).toEqual([])
  })

  it('fails with the reason that the gateway gives, and is over then', async () => {
    await aMeterWithValve('v2')
    const operationId = await askForValve('v2', 'open')
    await poll()
    expect((await tell(operationId, { meter: 'v2', result: 'failed', reason: 'jammed' })).status).toBe(200)
    expect(await statusOf('v2', operationId)).toBe('failed')
    expect(await tell(operationId, { meter: 'v2', result: 'confirmed' })).toMatchObject({
      status: 409,
      body: { code: 'valve-operation-over' },
    })
  })

  it('is closed to another utility’s gateway, and reports about it are checked', async () => {
    await aMeterWithValve('v3')
    const operationId = await askForValve('v3', 'open')
    const south = { authorization: `Bearer ${southKey}` }
    expect(await tell(operationId, { meter: 'v3', result: 'confirmed' }, south)).toMatchObject({
      body: { code: 'valve-operation-unknown' },
    })
    expect(await tell(operationId, { meter: 'v3', result: 'maybe' })).toMatchObject({ status: 400, body: { code: 'request-invalid' } })
    expect((await tell('not-an-id', { meter: 'v3', result: 'confirmed' })).status).toBe(400)
    expect((await poll('?wait=600')).status).toBe(400)
    await tell(operationId, { meter: 'v3', result: 'confirmed' })
  })

  it('reaches a gateway that waits for it', async () => {
    await aMeterWithValve('v4')
    await waitForViews(running.pool, await running.log.head(), 60_000)
    const waiting = poll('?wait=20')
    const operationId = await askForValve('v4', 'closed')
    expect((await waiting).body.commands).toMatchObject([{ operationId, meter: 'v4' }])
    await tell(operationId, { meter: 'v4', result: 'confirmed' })
  })

  it('is not sent to a gateway that disconnected while it waited, so that the next request gets it at once', async () => {
    await aMeterWithValve('v5')
    const operationId = await askForValve('v5', 'closed')
    await statusOf('v5', operationId)
    const { log, pool } = running
    const left = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const findReportedOperation = async () => undefined
    const listPendingValveOperations = async (tenant: string, gateway: string) => {
      asked.resolve()
      await left.promise
      return await pendingOperations(pool, tenant, gateway)
    }
    const { app } = await ingestApp(log, { valveOrders: createValveOrders({ log, listPendingValveOperations, findReportedOperation }) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${northKey}` }
    const waiting = fetch(`http://127.0.0.1:${port}/ingest/v1/commands?wait=20`, { headers, signal: leaving.signal })
    const broken = expect(waiting).rejects.toThrow()
    await asked.promise
    leaving.abort()
    await broken
    await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0)
    left.resolve()
    await app.close()
    expect(await statusOf('v5', operationId)).toBe('requested')
    expect((await poll()).body.commands).toMatchObject([{ operationId, repeated: false }])
    await tell(operationId, { meter: 'v5', result: 'confirmed' })
  })

  it.each([
    ['ChirpStack', 'chirpstack?event=txack', 'chirpstack?event=ack'],
    ['The Things Stack', 'the-things-stack', 'the-things-stack'],
  ])('follows the downlink that carries its id through %s', async (name, sentPath, confirmedPath) => {
    const number = `meter-of-${name.length}`
    await aMeterWithValve(number)
    const operationId = await askForValve(number, 'closed')
    const isChirpstack = name === 'ChirpStack'
    const report = (path: string, body: object) => ingest.post(body, { url: `/ingest/v1/${path}` })
    const chirpstack = { deviceInfo: { devEui: '0101010101010101' }, queueItemId: operationId }
    const correlated = { correlation_ids: ['as:downlink:01', `nightflow:${operationId}`] }
    const device = { end_device_ids: { dev_eui: '0101010101010101' } }
    await statusOf(number, operationId)
    const sent = await report(sentPath, isChirpstack ? chirpstack : { ...device, downlink_sent: correlated })
    expect(sent.statusCode).toBe(202)
    expect(await statusOf(number, operationId)).toBe('sent')
    await report(confirmedPath, isChirpstack ? { ...chirpstack, acknowledged: true } : { ...device, downlink_ack: correlated })
    expect(await statusOf(number, operationId)).toBe('confirmed')
  })
})

describe('the policies of valves', () => {
  const { now, searched } = countingClock()
  const whilePoliciesRun = async (work: () => Promise<void>): Promise<void> => {
    const policies = runPolicies(running, [finishValveOperations, retryValveOperations])
    try {
      await work()
    } finally {
      await policies.stop()
    }
  }

  /** Waits until the policies have processed every event up to now: they process events in the order of the log. */
  const allIsProcessed = async (marker: string): Promise<void> => {
    await aMeterWithValve(marker)
    const operationId = await askForValve(marker, 'closed')
    await poll()
    await report(marker, { valve: 'closed' })
    await expect.poll(() => statusOf(marker, operationId)).toBe('confirmed')
  }

  it('a later reading in the requested position confirms, an earlier one does not, also after a restart', async () => {
    await aMeterWithValve('p1')
    const operationId = await askForValve('p1', 'closed')
    await poll()
    await whilePoliciesRun(async () => {
      await report('p1', { valve: 'closed' }, Date.now() - 3_600_000)
      await report('p1', { valve: 'open' })
      await report('p1', { litres: 11 })
      await allIsProcessed('after-p1')
      expect(await statusOf('p1', operationId)).toBe('sent')
    })
    // Requested while no policy runs; the next one processes it, although its checkpoint was saved after the request.
    await report('p1', { valve: 'closed' })
    await whilePoliciesRun(async () => {
      expect(await waitUntil(async () => (await statusOf('p1', operationId)) === 'confirmed')).toBe(true)
    })
    await whilePoliciesRun(() => allIsProcessed('again-after-p1'))
    const events = await running.log.readStream('north/devices-valve-p1')
    expect(events.map(({ type }) => type)).toEqual(['devices.ValveClosingRequested', 'devices.ValveOperationSent', 'devices.ValveClosed'])
    expect(events.at(-1)?.metadata).toMatchObject({ actor: 'policy:valve', cause: expect.any(String) })
  })

  it('an unanswered operation expires at its deadline', async () => {
    await aMeterWithValve('p2')
    const operationId = await askForValve('p2', 'closed')
    await poll()
    const beforeTheDeadline = runPolicies(running, [finishValveOperations], { now })
    await allIsProcessed('after-p2')
    await searched()
    expect(await statusOf('p2', operationId)).toBe('sent')
    await beforeTheDeadline.stop()
    const sixteenMinutesLater = runPolicies(running, [finishValveOperations], { now: () => Date.now() + 16 * 60_000 })
    expect(await waitUntil(async () => (await statusOf('p2', operationId)) === 'expired')).toBe(true)
    await sixteenMinutesLater.stop()
  })

  it('an operation without an answer is given again after five minutes', async () => {
    await aMeterWithValve('p3')
    const operationId = await askForValve('p3', 'closed')
    await poll()
    await tell(operationId, { meter: 'p3', result: 'failed', reason: 'no-answer' })
    const events = async () => (await running.log.readStream('north/devices-valve-p3')).map(({ type, data }) => [type, data.attempt])
    const later = runPolicies(running, [retryValveOperations], { now: () => Date.now() + 6 * 60_000 })
    expect(await waitUntil(async () => (await events()).length === 4)).toBe(true)
    await later.stop()
    expect((await events()).at(-1)).toEqual(['devices.ValveClosingRequested', 2])
    expect((await poll()).body.commands).toMatchObject([{ meter: 'p3', position: 'closed', repeated: false }])
  })

  it('a log that fails ends the policy, so that its role starts it again', async () => {
    const broken = {
      ...running.log,
      subscribe: () => {
        throw new Error('log is gone')
      },
    }
    const failing = runPolicy(finishValveOperations, { log: broken, pool: running.pool, signal: AbortSignal.timeout(10_000) })
    await expect(failing).rejects.toThrow('log is gone')
  })
})
