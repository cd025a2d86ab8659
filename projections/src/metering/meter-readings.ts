import type { NumberColumn, ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { listMeterReadings as listMeterReadingsEndpoint } from '@nightflow/schemas/metering/endpoints'
import type { MeterReadingRow } from '@nightflow/schemas/metering/readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

/** Readings of one meter in local days from..to, oldest first, at most `limit`; undefined when the meter is not registered. */
export const listMeterReadings = async (
  database: PoolClient,
  { number, from, to, limit }: RequestOf<typeof listMeterReadingsEndpoint>,
): Promise<ResponseOf<typeof listMeterReadingsEndpoint> | undefined> => {
  const meter = await database.query<{ id: string; time_zone: string }>('select id, time_zone from views.meters where number = $1', [
    number,
  ])
  if (!meter.rows[0]) return undefined
  const { id, time_zone: timeZone } = meter.rows[0]
  const days = await database.query<{ readings: Buffer }>(
    'select readings from views.meter_days where meter_id = $1 and day between $2 and $3 order by day limit 1100',
    [id, from, to],
  )
  const rows: MeterReadingRow[] = []
  for (const { readings } of days.rows) {
    const columns = resolveReadings(unpackFrame(readings))
    for (let row = 0; row < columns.count && rows.length < limit; row++) rows.push(toReadingRow(columns, row))
    if (rows.length >= limit) break
  }
  return { number, timeZone, rows }
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
