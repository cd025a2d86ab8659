import { base64Bytes, frameIdOf, type NetworkMessage, numberIn, recordIn, textIn } from './network-message.ts'
import { isRecord, type JsonRecord } from './object-path.ts'
import { strongestSignal } from './signal-strength.ts'
import { sourceInstant } from './source-instant.ts'

const downlinkOutcomes = {
  downlink_sent: 'sent',
  downlink_ack: 'confirmed',
  downlink_nack: 'failed',
  downlink_failed: 'failed',
  downlink_queue_invalidated: 'failed',
} as const

/**
 * One message of The Things Stack's webhook, version 3. Fields that are empty, zero or false are left out by the sender, so that
 * no `f_cnt` is frame 0; `contentId` is the key of messages that have none. Simulated uplinks come from the console and not from a meter: they are acknowledged and not kept.
 *
 * Source: The Things Stack documentation, data formats and webhooks.
 */
export const decodeTheThingsStack = (body: unknown, contentId: string): NetworkMessage => {
  if (!isRecord(body)) return { kind: 'unreadable', frameId: contentId, field: 'body', value: body }
  const identifiers = recordIn(body, 'end_device_ids')
  const device = textIn(identifiers, 'dev_eui', 'device_id')
  const uplink = recordIn(body, 'uplink_message')
  if (uplink) return decodeUplink(body, uplink, identifiers, device, contentId)
  for (const [field, outcome] of Object.entries(downlinkOutcomes)) {
    const report = recordIn(body, field)
    if (report) return decodeDownlink(body, report, field, outcome, device, contentId)
  }
  const event = Object.keys(body).find((field) => !['end_device_ids', 'correlation_ids', 'received_at', 'simulated'].includes(field))
  return { kind: 'notice', frameId: contentId, event: event ?? 'empty' }
}

const decodeUplink = (
  body: JsonRecord,
  uplink: JsonRecord,
  identifiers: JsonRecord | undefined,
  device: string | undefined,
  contentId: string,
): NetworkMessage => {
  if (device === undefined) {
    return { kind: 'unreadable', frameId: contentId, field: 'end_device_ids.dev_eui', value: identifiers ?? body }
  }
  const receivedText = textIn(uplink, 'received_at') ?? textIn(body, 'received_at')
  // After a new join the counter starts again: without the session's key the time keeps two such frames apart.
  const session = textIn(uplink, 'session_key_id') ?? receivedText ?? ''
  const frameId = frameIdOf(`${device}:${session}:${numberIn(uplink, 'f_cnt')}`)
  if (body.simulated === true || uplink.simulated === true) return { kind: 'notice', frameId, event: 'simulated' }
  const bytes = base64Bytes(textIn(uplink, 'frm_payload'))
  const decoded = recordIn(uplink, 'decoded_payload')
  const port = numberIn(uplink, 'f_port')
  return {
    kind: 'uplink',
    frameId,
    device,
    profiles: profilesOf(body, uplink),
    receivedAt: sourceInstant(receivedText, 'UTC'),
    ...(decoded && Object.keys(decoded).length > 0 && { decoded }),
    ...(bytes && { payload: { bytes, port: port === 0 ? undefined : port } }),
    signalDecibelMilliwatt: strongestSignal(uplink.rx_metadata),
    message: body,
  }
}

/** A device's attribute `profile`, its place in the device repository, then the application, whose devices are often of one kind. */
const profilesOf = (body: JsonRecord, uplink: JsonRecord): string[] => {
  const version = recordIn(uplink, 'version_ids') ?? recordIn(body, 'version_ids')
  const brand = textIn(version, 'brand_id')
  const model = textIn(version, 'model_id')
  const attributes = recordIn(uplink, 'attributes') ?? recordIn(recordIn(body, 'end_device'), 'attributes') ?? recordIn(body, 'attributes')
  const application = textIn(recordIn(recordIn(body, 'end_device_ids'), 'application_ids'), 'application_id')
  const profiles = [textIn(attributes, 'profile'), brand && model ? `${brand} ${model}` : (model ?? brand), application]
  return profiles.filter((profile) => profile !== undefined)
}

const decodeDownlink = (
  body: JsonRecord,
  report: JsonRecord,
  field: string,
  outcome: 'sent' | 'confirmed' | 'failed',
  device: string | undefined,
  contentId: string,
): NetworkMessage => ({
  kind: 'downlink',
  outcome,
  frameId: contentId,
  device,
  candidates: [body, report, recordIn(report, 'downlink'), recordIn(report, 'message')].flatMap(correlationsOf),
  reason: textIn(recordIn(report, 'error'), 'message_format', 'name') ?? `the network server reported ${field}`,
})

const correlationsOf = (part: JsonRecord | undefined): string[] => {
  const identifiers = part?.correlation_ids
  return Array.isArray(identifiers) ? identifiers.filter((identifier) => typeof identifier === 'string').slice(0, 100) : []
}
