import { base64Bytes, frameIdOf, type NetworkMessage, numberIn, recordIn, textIn } from './network-message.ts'
import { isRecord, type JsonRecord } from './object-path.ts'
import { strongestSignal } from './signal-strength.ts'
import { sourceInstant } from './source-instant.ts'

/**
 * One event of ChirpStack's HTTP integration, version 4 or 3, whose kind the query parameter `event` names; where that is missing, the
 * body's own fields decide. Fields that are zero or false are left out by the sender: no `fCnt` is frame 0, no
 * `acknowledged` is a downlink that the device did not acknowledge. `contentId` is the key where the event has none.
 *
 * Source: chirpstack-docs, integrations/events; version 3: chirpstack-application-server, JSON and protobuf-JSON marshalers.
 */
export const decodeChirpstack = (event: string | undefined, body: unknown, contentId: string): NetworkMessage => {
  if (!isRecord(body)) return { kind: 'unreadable', frameId: contentId, field: 'body', value: body }
  const kind = event ?? kindOf(body)
  const device = deviceOf(body)
  const frameId = frameIdOfEvent(kind, body, device) ?? contentId
  if (kind === 'up') return decodeUplink(body, device, frameId)
  if (kind === 'ack' || kind === 'txack') return decodeDownlink(kind, body, device, frameId)
  return { kind: 'notice', frameId, event: kind, ...detailOf(body) }
}

/** The kind of an event by its fields, for senders that leave the query parameter out. */
const kindOf = (body: JsonRecord): string => {
  if ('data' in body || 'object' in body || 'objectJSON' in body || 'rxInfo' in body) return 'up'
  if ('queueItemId' in body) return 'gatewayId' in body || 'downlinkId' in body ? 'txack' : 'ack'
  if ('acknowledged' in body) return 'ack'
  if ('margin' in body || 'batteryLevel' in body) return 'status'
  if ('level' in body || 'code' in body) return 'log'
  if ('location' in body) return 'location'
  return 'devAddr' in body ? 'join' : 'unknown'
}

/** Hexadecimal as sent; version 3 sends the eight bytes in base64 with one of its marshalers. */
const deviceOf = (body: JsonRecord): string | undefined => {
  const identifier = textIn(recordIn(body, 'deviceInfo'), 'devEui') ?? textIn(body, 'devEUI', 'devEui')
  if (identifier === undefined || /^[0-9a-f]{16}$/i.test(identifier)) return identifier
  const bytes = base64Bytes(identifier)
  return bytes?.length === 8 ? Buffer.from(bytes).toString('hex') : identifier
}

const receivedTextOf = (body: JsonRecord): string | undefined => {
  const receptions = body.rxInfo
  return textIn(body, 'time', 'publishedAt') ?? (Array.isArray(receptions) ? textIn(receptions[0], 'time', 'gwTime') : undefined)
}

const frameIdOfEvent = (kind: string, body: JsonRecord, device: string | undefined): string | undefined => {
  const deduplication = textIn(body, 'deduplicationId')
  // A downlink's events carry the id of the uplink that they follow, which must stay the key of that uplink alone.
  if (deduplication !== undefined) return kind === 'up' ? frameIdOf(deduplication) : frameIdOf(`${kind}:${deduplication}`)
  const time = receivedTextOf(body)
  if (device === undefined || time === undefined) return undefined
  return frameIdOf(`${kind === 'up' ? '' : `${kind}:`}${device}:${numberIn(body, 'fCnt')}:${time}`)
}

const decodeUplink = (body: JsonRecord, device: string | undefined, frameId: string): NetworkMessage => {
  if (device === undefined) return { kind: 'unreadable', frameId, field: 'deviceInfo.devEui', value: body.deviceInfo ?? body }
  const info = recordIn(body, 'deviceInfo')
  const bytes = base64Bytes(textIn(body, 'data'))
  const decoded = recordIn(body, 'object') ?? parsedObject(body.objectJSON)
  const profiles = [
    textIn(recordIn(info, 'tags') ?? recordIn(body, 'tags'), 'profile'),
    textIn(info, 'deviceProfileName') ?? textIn(body, 'deviceProfileName'),
    textIn(info, 'deviceProfileId') ?? textIn(body, 'deviceProfileID', 'deviceProfileId'),
  ]
  return {
    kind: 'uplink',
    frameId,
    device,
    profiles: profiles.filter((profile) => profile !== undefined),
    receivedAt: sourceInstant(receivedTextOf(body), 'UTC'),
    ...(decoded && Object.keys(decoded).length > 0 && { decoded }),
    ...(bytes && { payload: { bytes, port: portOf(body) } }),
    signalDecibelMilliwatt: strongestSignal(body.rxInfo),
    message: body,
  }
}

const portOf = (body: JsonRecord): number | undefined => {
  const port = numberIn(body, 'fPort')
  return port === 0 ? undefined : port
}

/** Version 3 sends the codec's output as an object or as JSON in a text. */
const parsedObject = (value: unknown): JsonRecord | undefined => {
  if (isRecord(value)) return value
  if (typeof value !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

const decodeDownlink = (kind: 'ack' | 'txack', body: JsonRecord, device: string | undefined, frameId: string): NetworkMessage => ({
  kind: 'downlink',
  outcome: kind === 'txack' ? 'sent' : body.acknowledged === true ? 'confirmed' : 'failed',
  frameId,
  device,
  candidates: [textIn(body, 'queueItemId') ?? '', textIn(recordIn(recordIn(body, 'deviceInfo'), 'tags'), 'valveOperation') ?? ''],
  reason: 'downlink-not-acknowledged',
})

const detailOf = (body: JsonRecord): { detail?: string } => {
  const detail = textIn(body, 'description', 'error', 'code')
  return detail === undefined ? {} : { detail }
}
