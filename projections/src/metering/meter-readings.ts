import type { NumberColumn, ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import type { listMeterReadings as listMeterReadingsEndpoint } from '@nightflow/schemas/metering/endpoints'
import type { MeterReadingRow } from '@nightflow/schemas/metering/readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

/** So many packed days are read at once, until the answer is full. */
const daysAtOnce = 100

/**
 * Readings of one meter in local days from..to, oldest first, at most `limit`; undefined when the meter is not registered. `next` is the
 * instant of the last one where more follow, and null where none does: a meter has one reading of an instant.
 */
export const listMeterReadings = async (
  database: PoolClient,
  { number, from, to, limit, after }: RequestOf<typeof listMeterReadingsEndpoint>,
): Promise<ResponseOf<typeof listMeterReadingsEndpoint> | undefined> => {
  const meter = await database.query<{ id: string; time_zone: string }>('select id, time_zone from views.meters where number = $1', [
    number,
  ])
  if (!meter.rows[0]) return undefined
  const { id, time_zone: timeZone } = meter.rows[0]
  const earliest = after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(after)
  const dayAfter = after === undefined ? from : dateOfDay(calendarOf(timeZone).dayOf(earliest))
  const rows: MeterReadingRow[] = []
  for await (const columns of daysOf(database, id, dayAfter > from ? dayAfter : from, to)) {
    for (let row = 0; row < columns.count; row++) {
      if (columns.at[row]! <= earliest) continue
      if (rows.length === limit) return { number, timeZone, rows, next: rows.at(-1)!.at }
      rows.push(toReadingRow(columns, row))
    }
  }
  return { number, timeZone, rows, next: null }
}

async function* daysOf(database: PoolClient, id: string, from: string, to: string): AsyncGenerator<ReadingColumns> {
  let first = from
  for (;;) {
    const days = await database.query<{ day: string; readings: Buffer }>(
      `select (meter_days.day + 1)::text as day, readings from views.meter_days
       where meter_id = $1 and meter_days.day between $2 and $3 order by meter_days.day limit ${daysAtOnce}`,
      [id, first, to],
    )
    for (const { readings } of days.rows) yield resolveReadings(unpackFrame(readings))
    if (days.rows.length < daysAtOnce) return
    first = days.rows.at(-1)!.day
  }
}

const toReadingRow = (columns: ReadingColumns, row: number): MeterReadingRow => {
  const value = (name: NumberColumn, scale = 1) => {
    const stored = columns[name]?.[row]
    return stored === undefined || Number.isNaN(stored) ? null : stored / scale
  }
  const valve = columns.valve?.[row] ?? 0
  return {
    at: new Date(columns.at[row]!).toISOString(),
    litres: value('registerMillilitres', 1000),
    deltaLitres: value('deltaMillilitres', 1000),
    seconds: value('deltaSeconds'),
    reverseLitres: value('reverseMillilitres', 1000),
    flowLitresPerHour: value('flowLitresPerHour'),
    pressureKilopascal: value('pressureKilopascal'),
    batteryMillivolt: value('batteryMillivolt'),
    temperatureCelsius: value('temperatureCelsius'),
    valve: valve === 0 ? null : valve === 1 ? 'open' : 'closed',
    flags: columns.flagSets && columns.flagIndex ? columns.flagSets[columns.flagIndex[row]!]! : '',
  }
}
