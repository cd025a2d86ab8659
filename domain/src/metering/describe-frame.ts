import type { Reading } from '@nightflow/schemas/metering/report-readings'
import type { ReadingColumns } from './reading-columns.ts'

/** The first `limit` readings as objects with the names and units of the ingest API: for people, not for the hot path. */
export function describeFrame(columns: ReadingColumns, limit: number): Reading[] {
  const readings: Reading[] = []
  for (let row = 0; row < Math.min(columns.count, limit); row += 1) readings.push(describeReading(columns, row))
  return readings
}

function describeReading(columns: ReadingColumns, row: number): Reading {
  const value = (column: Float64Array | undefined, divisor = 1) => {
    const number = column?.[row]
    return number === undefined || Number.isNaN(number) ? undefined : number / divisor
  }
  const flags = columns.flagIndex === undefined ? '' : (columns.flagSets?.[columns.flagIndex[row]!] ?? '')
  const fields: { [Field in keyof Reading]: Reading[Field] | undefined } = {
    meter: columns.meters[columns.meterIndex[row]!]!,
    at: new Date(columns.at[row]!).toISOString(),
    litres: value(columns.registerMillilitres, 1000),
    deltaLitres: value(columns.deltaMillilitres, 1000),
    seconds: value(columns.deltaSeconds),
    reverseLitres: value(columns.reverseMillilitres, 1000),
    flowLitresPerHour: value(columns.flowLitresPerHour),
    pressureKilopascal: value(columns.pressureKilopascal),
    batteryMillivolt: value(columns.batteryMillivolt),
    temperatureCelsius: value(columns.temperatureCelsius),
    valve: ([undefined, 'open', 'closed'] as const)[columns.valve?.[row] ?? 0],
    flags: flags === '' ? undefined : flags.split(' '),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Reading
}
