import type { EventLog } from '@nightflow/event-log/event-log'
import { type FrameAcknowledged, frameLimits } from '@nightflow/schemas/metering/report-readings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appendFrame, type Gateway, type KeepFrame } from '../shared/accept-frame.ts'
import { ProblemError } from '../shared/problem.ts'
import { readBody } from '../shared/read-body.ts'
import { TwoWayMeters } from '../shared/two-way-meters.ts'
import { acceptMappedReadings } from './accept-mapped-readings.ts'
import type { MappedReading } from './apply-mapping.ts'
import { decodeChirpstack } from './decode-chirpstack.ts'
import { decodeTheThingsStack } from './decode-the-things-stack.ts'
import { decodeWmbusmeters } from './decode-wmbusmeters.ts'
import { type FindMapping, findMappingOf, rememberMappings } from './find-mapping.ts'
import { type DownlinkReport, frameIdOfBody, type NetworkMessage } from './network-message.ts'
import { readTelegram } from './read-telegram.ts'
import { readUplink } from './read-uplink.ts'
import { type Signals, withSignal } from './signal-strength.ts'

export type NetworkServerDependencies = {
  log: Pick<EventLog, 'append' | 'findEvent' | 'readStream'>
  /** Where frames become durable; without it in the log. */
  keepFrame?: KeepFrame
  /** A tenant's own mappings; those that ship with the service need no dependency. */
  findMapping?: FindMapping
  /** Carries what a network server says of a downlink on to the valve operation it belongs to; answers the log's position, 0 for none. */
  settleDownlink?: (gateway: Gateway, report: DownlinkReport) => Promise<number>
  /** Epoch milliseconds. */
  now?: () => number
}

/** Routes for messages of network servers and collectors, inside an ingest scope: `/ingest/v1/chirpstack`, `/the-things-stack`, `/wmbusmeters`. */
export function registerNetworkServerRoutes(scope: FastifyInstance, dependencies: NetworkServerDependencies): void {
  const now = dependencies.now ?? Date.now
  const find = rememberMappings(dependencies.findMapping ?? (async () => undefined))
  const keepFrame: KeepFrame = dependencies.keepFrame ?? ((gateway, written) => appendFrame(dependencies.log, gateway, written))
  const twoWayMeters = new TwoWayMeters(dependencies.log, now)
  const take = { ...dependencies, keepFrame, now, findMapping: unavailableWhenBroken(find), twoWayMeters }

  scope.post('/ingest/v1/chirpstack', async (request, reply) => {
    const { event } = request.query as { event?: unknown }
    const { body, raw } = await jsonBody(request)
    const message = decodeChirpstack(typeof event === 'string' && event !== '' ? event : undefined, body, frameIdOfBody(raw))
    return answer(reply, await acceptMessage(take, request, 'chirpstack', message, raw))
  })
  scope.post('/ingest/v1/the-things-stack', async (request, reply) => {
    const { body, raw } = await jsonBody(request)
    return answer(reply, await acceptMessage(take, request, 'the-things-stack', decodeTheThingsStack(body, frameIdOfBody(raw)), raw))
  })
  scope.post('/ingest/v1/wmbusmeters', async (request, reply) => {
    const { body, raw } = await jsonBody(request)
    return answer(reply, await acceptTelegrams(take, request.gateway, body, raw))
  })
}

type Take = NetworkServerDependencies & { keepFrame: KeepFrame; now: () => number; findMapping: FindMapping; twoWayMeters: TwoWayMeters }

const answer = (reply: FastifyReply, acknowledged: FrameAcknowledged): FastifyReply =>
  reply.code(202).type('application/json; charset=utf-8').send(JSON.stringify(acknowledged))

const jsonBody = async (request: FastifyRequest): Promise<{ body: unknown; raw: string }> => {
  const raw = (await readBody(request)).toString('utf8')
  try {
    return { body: JSON.parse(raw) as unknown, raw }
  } catch (error) {
    throw new ProblemError('request-invalid', `the body is not JSON: ${(error as Error).message.slice(0, 200).toWellFormed()}`)
  }
}

/** Without its mapping a message would be set aside for good; the sender gets a 503 and retries instead. */
const unavailableWhenBroken =
  (find: FindMapping): FindMapping =>
  (tenant, profile) =>
    find(tenant, profile).catch(() => {
      throw new ProblemError('unavailable', 'the mappings of device profiles cannot be read now; send this again', { retryAfterSeconds: 5 })
    })

const acceptMessage = async (
  { keepFrame, findMapping, settleDownlink, now, twoWayMeters }: Take,
  request: FastifyRequest,
  source: 'chirpstack' | 'the-things-stack',
  message: NetworkMessage,
  raw: string,
): Promise<FrameAcknowledged> => {
  const receivedAt = now()
  const { gateway } = request
  const nothingStored = { frameId: message.frameId, accepted: 0, duplicates: 0, rejected: [], position: 0 }
  if (message.kind === 'notice') {
    request.log.info({ gateway, source, event: message.event, detail: message.detail }, 'a network server reported an event')
    return nothingStored
  }
  if (message.kind === 'downlink') {
    return { ...nothingStored, position: (await settleDownlink?.(gateway, message)) ?? 0 }
  }
  const rows: MappedReading[] =
    message.kind === 'unreadable'
      ? [{ refusal: { reason: 'undecodable-payload', field: message.field, value: message.value } }]
      : readUplink(message, await findMappingOf(findMapping, gateway.tenant, message.profiles), receivedAt)
  const sentAt = (message.kind === 'uplink' ? message.receivedAt : undefined) ?? receivedAt
  const signals = withSignal(new Map(), rows, message.kind === 'uplink' ? message.signalDecibelMilliwatt : undefined)
  const frame = { gateway, frameId: message.frameId, source, rows, duplicates: 0, signals, sentAt, receivedAt, raw }
  return acceptMappedReadings(keepFrame, frame, twoWayMeters)
}

const acceptTelegrams = async (
  { keepFrame, findMapping, now, twoWayMeters }: Take,
  gateway: Gateway,
  body: unknown,
  raw: string,
): Promise<FrameAcknowledged> => {
  const receivedAt = now()
  if (Array.isArray(body) && body.length > frameLimits.readingsMax)
    throw new ProblemError('too-large', `send at most ${frameLimits.readingsMax} telegrams at once`)
  const { frameId, telegrams, duplicates } = decodeWmbusmeters(body, receivedAt, frameIdOfBody(raw))
  const rows: MappedReading[] = []
  let signals: Signals = new Map()
  for (const telegram of telegrams) {
    if ('unreadable' in telegram) {
      rows.push({ refusal: { reason: 'undecodable-payload', field: telegram.field, value: telegram.unreadable } })
      continue
    }
    const read = readTelegram(telegram, await findMappingOf(findMapping, gateway.tenant, [telegram.profile]))
    for (const row of read) rows.push(row)
    signals = withSignal(signals, read, telegram.signalDecibelMilliwatt)
  }
  const heardAt = telegrams.flatMap((telegram) => ('unreadable' in telegram ? [] : [telegram.receivedAt]))
  const sentAt = heardAt.reduce((latest, at) => Math.max(latest, at), 0) || receivedAt
  const frame = { gateway, frameId, source: 'wmbusmeters' as const, rows, duplicates, signals, sentAt, receivedAt, raw }
  return acceptMappedReadings(keepFrame, frame, twoWayMeters)
}
