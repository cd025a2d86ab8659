import { createHmac } from 'node:crypto'
import type { DownlinkOfMeter } from '@nightflow/platform/gateways/gateway-downlinks'
import { AddressRefused, type Guard, type GuardedRequest, guardedRequest } from '../shared/guarded-request.ts'

export type ValveOrder = { operationId: string; number: string; position: 'open' | 'closed'; expiresAt: string }

/** `later`: another attempt may succeed. `failed` is one of `valveFailureCodes`. */
export type PushOutcome = { outcome: 'taken'; downlinkId?: string } | { outcome: 'failed'; reason: string } | { outcome: 'later' }

type Answer = { status: number; body: string }
type Push = (
  downlink: DownlinkOfMeter,
  order: ValveOrder,
  send: (request: GuardedRequest) => Promise<Answer>,
  now: Date,
) => Promise<PushOutcome>

/** Pushes one valve command. A repeated push reaches the device once where the network server lets us see its queue. */
export const pushDownlink = async (downlink: DownlinkOfMeter, order: ValveOrder, guard: Guard, now: Date): Promise<PushOutcome> => {
  try {
    return await ways[downlink.kind](downlink, order, (request) => guardedRequest(request, guard), now)
  } catch (error) {
    if (guard.signal.aborted) throw error
    return error instanceof AddressRefused ? { outcome: 'failed', reason: 'network-server-failed' } : { outcome: 'later' }
  }
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const addressOf = ({ url }: DownlinkOfMeter, path: string): string => `${url.replace(/\/+$/, '')}${path}`
const deviceOf = ({ device }: DownlinkOfMeter, { number }: ValveOrder): string => device.replaceAll('{number}', number)
const payloadOf = ({ openPayload, closePayload }: DownlinkOfMeter, { position }: ValveOrder): string =>
  Buffer.from((position === 'open' ? openPayload : closePayload) ?? '', 'hex').toString('base64')

/** ChirpStack v4, REST API: `/api/devices/{devEui}/queue`. The queue names its items itself, so it is looked through before a second push. */
const toChirpstack: Push = async (downlink, order, send) => {
  const url = addressOf(downlink, `/api/devices/${encodeURIComponent(deviceOf(downlink, order))}/queue`)
  const headers = { ...json, 'grpc-metadata-authorization': `Bearer ${downlink.secret}` }
  const data = payloadOf(downlink, order)
  const queue = await send({ method: 'GET', url, headers })
  if (queue.status !== 200) return outcomeOf(queue)
  const waiting = itemsIn(queue.body).find((item) => item.fPort === downlink.port && item.data === data)
  if (waiting?.id !== undefined) return { outcome: 'taken', downlinkId: waiting.id }
  const queueItem = { confirmed: true, fPort: downlink.port, data }
  const answer = await send({ method: 'POST', url, headers, body: JSON.stringify({ queueItem }) })
  const { id } = objectIn(answer.body)
  return typeof id === 'string' ? { ...outcomeOf(answer), downlinkId: id.slice(0, 100) } : outcomeOf(answer)
}

type Item = { id?: string; fPort?: number; data?: string }
const itemsIn = (body: string): Item[] => {
  const { result } = objectIn(body)
  return Array.isArray(result) ? result.filter((item): item is Item => typeof item === 'object' && item !== null) : []
}

/** The Things Stack v3: `down/push` of the application's webhook. Its reports about the downlink carry our correlation identifier. */
const toTheThingsStack: Push = async (downlink, order, send) => {
  const { application, webhook, port, secret } = downlink
  const device = encodeURIComponent(deviceOf(downlink, order))
  const url = addressOf(downlink, `/api/v3/as/applications/${application}/webhooks/${webhook}/devices/${device}/down/push`)
  const one = { f_port: port, frm_payload: payloadOf(downlink, order), confirmed: true, priority: 'HIGH' }
  const body = JSON.stringify({ downlinks: [{ ...one, correlation_ids: [`nightflow:${order.operationId}`] }] })
  return outcomeOf(await send({ method: 'POST', url, headers: { ...json, authorization: `Bearer ${secret}` }, body }))
}

/** Signed by HMAC-SHA256 over `<timestamp>.<body>`; the operation's id makes a repeat recognisable. */
const toWebhook: Push = async ({ url, secret }, { operationId, number, position, expiresAt }, send, now) => {
  const body = JSON.stringify({ operationId, meter: number, position, expiresAt })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = { ...json, 'idempotency-key': operationId, 'nightflow-timestamp': timestamp, 'nightflow-signature': `v1=${signature}` }
  return outcomeOf(await send({ method: 'POST', url, headers, body }))
}

const ways: Record<DownlinkOfMeter['kind'], Push> = {
  chirpstack: toChirpstack,
  'the-things-stack': toTheThingsStack,
  webhook: toWebhook,
}

const outcomeOf = ({ status }: Answer): PushOutcome => {
  if (status >= 200 && status < 300) return { outcome: 'taken' }
  if (status === 404) return { outcome: 'failed', reason: 'no-such-valve' }
  return status === 408 || status === 425 || status === 429 || status >= 500
    ? { outcome: 'later' }
    : { outcome: 'failed', reason: 'network-server-failed' }
}

const objectIn = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
