import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { listMeterHistory } from '@nightflow/schemas/devices/endpoints'
import { type MeterHistoryRow, MeterHistoryType } from '@nightflow/schemas/devices/meter-history'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'

const pageEvents = 1000

/**
 * What people did to a meter, newest first: its own stream and that of its manual corrections. Both are read to their ends; they have an
 * event for each command that people gave.
 */
export const meterHistory = async (
  log: EventLog,
  tenant: string,
  { number, before = Number.MAX_SAFE_INTEGER, limit }: RequestOf<typeof listMeterHistory>,
): Promise<ResponseOf<typeof listMeterHistory>> => {
  const streams = [`${tenant}/devices-meter-${number}`, `${tenant}/metering-corrections-${number}`]
  const events = (await Promise.all(streams.map((stream) => eventsOf(log, stream)))).flat()
  const isWithdrawn = withdrawals(events)
  const rows = events
    .filter(({ position }) => position < before)
    .flatMap((event) => rowOf(event, isWithdrawn))
    .toSorted((one, other) => other.position - one.position)
  return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.position : null }
}

const eventsOf = async (log: EventLog, stream: string): Promise<RecordedEvent[]> => {
  const all: RecordedEvent[] = []
  for (let after = 0; ; ) {
    const events = await log.readStream(stream, { afterVersion: after, limit: pageEvents })
    all.push(...events)
    if (events.length < pageEvents) return all
    after = events.at(-1)!.version
  }
}

/** Whether a correction or a reset was withdrawn after it; a reset may be recorded again for the same instant. */
const withdrawals = (events: readonly RecordedEvent[]): ((event: RecordedEvent) => boolean) => {
  const withdrawn = new Map<unknown, number>()
  for (const { type, data, position } of events) {
    if (type === 'metering.ReadingCorrectionWithdrawn') withdrawn.set(data.correctionId, position)
    if (type === 'devices.RegisterResetWithdrawn') withdrawn.set(data.resetAt, position)
  }
  return ({ type, data, position }) => {
    if (type === 'metering.ReadingCorrected') return withdrawn.has(data.correctionId)
    return type === 'devices.RegisterResetRecorded' && (withdrawn.get(data.resetAt) ?? 0) > position
  }
}

const rowOf = (event: RecordedEvent, isWithdrawn: (event: RecordedEvent) => boolean): MeterHistoryRow[] => {
  const { type, data, position, recordedAt, metadata } = event
  const known = MeterHistoryType.safeParse(type)
  if (!known.success) return []
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  return [
    {
      position,
      recordedAt: new Date(recordedAt).toISOString(),
      recordedBy: metadata.actor,
      type: known.data,
      reason: text(data.reason),
      at: text(data.at ?? data.resetAt ?? data.replacedAt),
      registerLitres: number(data.litres ?? data.finalLitres),
      initialLitres: number(data.initialLitres),
      replacedBy: text(data.replacedBy),
      correctionId: text(data.correctionId),
      isWithdrawn: isWithdrawn(event),
    },
  ]
}
