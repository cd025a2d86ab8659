import { hash } from 'node:crypto'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { appendFrame, type KeepFrame } from '../shared/accept-frame.ts'
import { TwoWayMeters } from '../shared/two-way-meters.ts'
import { acceptMappedReadings } from './accept-mapped-readings.ts'
import type { MappedReading } from './apply-mapping.ts'
import { decodeChirpstack } from './decode-chirpstack.ts'
import { decodeTheThingsStack } from './decode-the-things-stack.ts'
import { decodeWmbusmeters } from './decode-wmbusmeters.ts'
import { type FindMapping, findMappingOf } from './find-mapping.ts'
import { frameIdOf } from './network-message.ts'
import { readTelegram } from './read-telegram.ts'
import { readUplink } from './read-uplink.ts'

export type RetryDependencies = { log: Pick<EventLog, 'append' | 'findEvent' | 'readAll' | 'readStream'>; findMapping: FindMapping }

/**
 * Reads quarantined messages of network servers again, with the mappings as they are now. A message that gives readings becomes a frame of its
 * own, which takes the place of its rows in the quarantine; one that gives none stays. Messages of which only the beginning was kept, and
 * frames of gateways, are left alone. Answers how many frames were appended; doing it again appends nothing.
 */
export const retryQuarantined = async (
  { log, findMapping }: RetryDependencies,
  tenant: string,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<number> => {
  const keepFrame: KeepFrame = (gateway, written) => appendFrame(log, gateway, written)
  const twoWayMeters = new TwoWayMeters(log)
  let appended = 0
  for (const position of positions) {
    signal.throwIfAborted()
    const [event] = await log.readAll(position - 1, { untilPosition: position, limit: 1 })
    if (event?.type !== 'metering.ReadingsReported' || event.metadata.tenant !== tenant) continue
    const rows = await rowsOf(event, tenant, findMapping)
    if (!rows.some((row) => 'reading' in row)) continue
    const { frameId, gateway, source, sentAt, receivedAt, raw = '' } = event.data as ReadingsReported
    const frame = {
      gateway: { tenant, name: gateway },
      frameId: frameIdOf(`retry ${frameId} ${hash('sha256', JSON.stringify(rows))}`),
      source,
      rows,
      duplicates: 0,
      sentAt: Date.parse(sentAt),
      receivedAt: Date.parse(receivedAt),
      raw,
      retryOf: position,
    }
    await acceptMappedReadings(keepFrame, frame, twoWayMeters)
    appended += 1
  }
  return appended
}

const rowsOf = async ({ data }: RecordedEvent, tenant: string, findMapping: FindMapping): Promise<MappedReading[]> => {
  const { source, raw, receivedAt, frameId } = data as ReadingsReported
  const body = raw === undefined ? undefined : parsed(raw)
  if (body === undefined) return []
  const received = Date.parse(receivedAt)
  if (source === 'wmbusmeters') {
    const rows: MappedReading[] = []
    for (const telegram of decodeWmbusmeters(body, received, frameId).telegrams)
      if (!('unreadable' in telegram)) rows.push(...readTelegram(telegram, await findMappingOf(findMapping, tenant, [telegram.profile])))
    return rows
  }
  if (source !== 'chirpstack' && source !== 'the-things-stack') return []
  const message = source === 'chirpstack' ? decodeChirpstack('up', body, frameId) : decodeTheThingsStack(body, frameId)
  return message.kind === 'uplink' ? readUplink(message, await findMappingOf(findMapping, tenant, message.profiles), received) : []
}

/** The sent message; undefined where only its beginning was kept. */
const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(raw) as unknown
  } catch {
    return undefined
  }
}
