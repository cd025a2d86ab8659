import type { Pool } from 'pg'
import { emptyHash } from '../chain.ts'
import { encodeAppend } from '../encode-append.ts'
import type { EventLog, RecordedEvent } from '../event-log.ts'
import { createMemoryEventLog } from '../memory/memory-event-log.ts'
import { formGroup, parametersOf, parameterTypes } from './append-group.ts'

const page = { limit: 1_000 } as const
const types = [...parameterTypes, 'timestamptz[]']
const statement = `select log.append_past(${types.map((type, index) => `$${index + 1}::${type}`).join(', ')})`

/**
 * Stores a past in an empty log: the events of `told` in their order, each with the time that it has there. All or nothing, and refused by the database
 * where the log has an event already, or where a time is later than now. `sealed` wraps a log as that of the service is wrapped, so that personal
 * data are encrypted.
 */
export const appendPast = async (pool: Pool, told: EventLog, sealed: (log: EventLog) => EventLog): Promise<number> => {
  let instant = 0
  const kept = createMemoryEventLog({ now: () => instant })
  const sealing = sealed(kept)
  for await (const { stream, version, recordedAt, id, type, schemaVersion, data, metadata } of everyEvent(told)) {
    instant = recordedAt
    await sealing.append(stream, version - 1, [{ id, type, schemaVersion, data, metadata }])
  }
  const events: RecordedEvent[] = []
  for await (const event of everyEvent(kept)) events.push(event)
  const { group } = formGroup(
    events.map((event) => ({
      ...encodeAppend(event.stream, event.version - 1, [event]),
      resolve: () => undefined,
      reject: () => undefined,
    })),
    () => ({ version: 0, hash: emptyHash }),
  )
  const recorded = events.map(({ recordedAt }) => new Date(recordedAt).toISOString())
  await pool.query(statement, [...parametersOf(group), recorded])
  return events.length
}

async function* everyEvent(log: EventLog): AsyncGenerator<RecordedEvent> {
  for (let after = 0; ; ) {
    const events = await log.readAll(after, page)
    if (events.length === 0) return
    yield* events
    after = events.at(-1)!.position
  }
}
