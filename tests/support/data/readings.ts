import { randomUUID } from 'node:crypto'
import { packFrame } from '@nightflow/domain/metering/pack-frame'
import { numberColumns, type ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { EventLog, JsonObject, NewEvent } from '@nightflow/event-log/event-log'
import type { EventType } from '@nightflow/schemas/events'

/** One reading in the units of the log: millilitres and epoch milliseconds. */
export type PlainReading = {
  meter: string
  at: number
  registerMillilitres?: number
  deltaMillilitres?: number
  deltaSeconds?: number
  reverseMillilitres?: number
  pressureKilopascal?: number
  valve?: number
  /** Words, sorted and joined by spaces. */
  flags?: string
}

export const toColumns = (readings: readonly PlainReading[]): ReadingColumns => {
  const meters = [...new Set(readings.map(({ meter }) => meter))]
  const columns: ReadingColumns = {
    count: readings.length,
    meters,
    meterIndex: Uint32Array.from(readings, ({ meter }) => meters.indexOf(meter)),
    at: Float64Array.from(readings, ({ at }) => at),
  }
  for (const name of numberColumns) {
    const values = readings.map((reading) => (reading as Record<string, unknown>)[name] as number | undefined)
    if (values.some((value) => value !== undefined)) columns[name] = Float64Array.from(values, (value) => value ?? Number.NaN)
  }
  if (readings.some(({ valve }) => valve)) columns.valve = Uint8Array.from(readings, ({ valve }) => valve ?? 0)
  if (readings.some(({ flags }) => flags)) {
    const flagSets = [...new Set(readings.map(({ flags }) => flags ?? ''))]
    columns.flagSets = flagSets
    columns.flagIndex = Uint16Array.from(readings, ({ flags }) => flagSets.indexOf(flags ?? ''))
  }
  return columns
}

/** A `metering.ReadingsReported` event as ingest writes it. */
export const frameEvent = (tenant: string, gateway: string, readings: readonly PlainReading[]): NewEvent => {
  const times = readings.map(({ at }) => at)
  return {
    id: randomUUID(),
    type: 'metering.ReadingsReported',
    schemaVersion: 1,
    data: {
      frameId: randomUUID(),
      gateway,
      source: 'frames',
      sentAt: '2026-01-01T00:00:00Z',
      receivedAt: '2026-01-01T00:00:00Z',
      accepted: readings.length,
      duplicates: 0,
      rejected: [],
      meterCount: new Set(readings.map(({ meter }) => meter)).size,
      firstAt: readings.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
      lastAt: readings.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
    },
    packed: packFrame(toColumns(readings)),
    metadata: { tenant, actor: `gateway:${gateway}` },
  }
}

export const appendFrame = (log: EventLog, tenant: string, gateway: string, readings: readonly PlainReading[]) =>
  log.append(`${tenant}/metering-gateway-${gateway}`, 'any', [frameEvent(tenant, gateway, readings)])

/** Appends one event of a decision without deciding it: tests of read models start from facts. */
export const appendFact = (log: EventLog, tenant: string, stream: string, type: EventType, data: JsonObject) =>
  log.append(`${tenant}/${stream}`, 'any', [{ id: randomUUID(), type, schemaVersion: 1, data, metadata: { tenant, actor: 'user:test' } }])
