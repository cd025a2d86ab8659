import { numberColumns, type ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { columnChecks } from './column-checks.ts'
import { isMeterNumber } from './field-rules.ts'
import { ReadingFaults } from './reading-faults.ts'

export type CheckedReadings = { columns: ReadingColumns; rejected: RejectedReading[] }

/**
 * Checks readings that came as objects. Unknown fields, wrong types and values out of range set the whole reading aside;
 * a field that is null is absent. `index` of a rejected reading is its place in `readings`.
 */
export function checkReadingObjects(readings: readonly unknown[], receivedAt: number, twoWay?: ReadonlySet<string>): CheckedReadings {
  const count = readings.length
  const faults = new ReadingFaults()
  const fields = new Map<string, unknown[]>()
  const unknownFields: UnknownField[] = []
  let keys: readonly string[] = []
  let targets: (unknown[] | undefined)[] = []
  for (let row = 0; row < count; row += 1) {
    const reading = readings[row]
    if (typeof reading !== 'object' || reading === null || Array.isArray(reading)) {
      faults.add(row, 'not-an-object', undefined, reading)
      continue
    }
    const ownKeys = Object.keys(reading)
    // Readings of one frame mostly have the same fields in the same order, so the targets are looked up once for all of them.
    if (!areEqual(ownKeys, keys)) {
      keys = ownKeys
      targets = ownKeys.map((key) => targetOf(fields, key, count))
    }
    for (let place = 0; place < keys.length; place += 1) {
      const field = keys[place]!
      const value = (reading as Record<string, unknown>)[field]
      const target = targets[place]
      if (target) target[row] = value
      else if (value !== null && value !== undefined && unknownFields.at(-1)?.row !== row) unknownFields.push({ row, field, value })
    }
  }
  return checkFields(fields, unknownFields, faults, count, receivedAt, twoWay)
}

/** Checks readings that came as columns of `count` values each; the other rules are those of `checkReadingObjects`. */
export function checkReadingColumns(
  values: Readonly<Record<string, readonly unknown[]>>,
  count: number,
  receivedAt: number,
  twoWay?: ReadonlySet<string>,
): CheckedReadings {
  const fields = new Map<string, readonly unknown[]>()
  const unknownFields: UnknownField[] = []
  for (const field of Object.keys(values)) {
    const column = values[field]!
    if (columnChecks.has(field)) fields.set(field, column)
    else
      for (let row = 0; row < count; row += 1)
        if (column[row] !== null && column[row] !== undefined) unknownFields.push({ row, field, value: column[row] })
  }
  return checkFields(fields, unknownFields, new ReadingFaults(), count, receivedAt, twoWay)
}

type UnknownField = { row: number; field: string; value: unknown }

const areEqual = (left: readonly string[], right: readonly string[]) => {
  if (left.length !== right.length) return false
  for (let place = 0; place < left.length; place += 1) if (left[place] !== right[place]) return false
  return true
}

function targetOf(fields: Map<string, unknown[]>, key: string, count: number): unknown[] | undefined {
  if (!columnChecks.has(key)) return undefined
  let target = fields.get(key)
  if (!target) {
    target = new Array(count).fill(undefined)
    fields.set(key, target)
  }
  return target
}

function checkFields(
  fields: ReadonlyMap<string, readonly unknown[]>,
  unknownFields: readonly UnknownField[],
  faults: ReadingFaults,
  count: number,
  receivedAt: number,
  twoWay: ReadonlySet<string> | undefined,
): CheckedReadings {
  const columns: ReadingColumns = { count, meters: [], meterIndex: new Uint32Array(count), at: new Float64Array(count) }
  let isValuePresent = false
  let isInterval = false
  for (const [field, check] of columnChecks) {
    const values = fields.get(field)
    if (!values && field !== 'meter' && field !== 'at') continue
    const present = check(values ?? new Array(count).fill(undefined), columns, faults, receivedAt, twoWay)
    if (field === 'seconds' || field === 'deltaLitres') isInterval ||= present > 0
    else if (field !== 'meter' && field !== 'at') isValuePresent ||= present === count
  }
  for (const { row, field, value } of unknownFields) faults.add(row, 'unknown-field', field, value)
  if (isInterval || !isValuePresent) checkTogether(columns, faults)
  if (faults.count === 0) return { columns, rejected: [] }
  const meters = fields.get('meter')
  return { columns: withoutFaults(columns, faults), rejected: faults.list().map((fault) => withMeter(fault, meters?.[fault.index])) }
}

const withMeter = (fault: RejectedReading, meter: unknown): RejectedReading =>
  typeof meter === 'string' && isMeterNumber(meter) ? { ...fault, meter } : fault

/** Rules that need more than one field: a reading says something, and a volume of an interval says of how long an interval. */
export function checkTogether(columns: ReadingColumns, faults: ReadingFaults): void {
  const { deltaMillilitres, deltaSeconds, valve, flagIndex } = columns
  const values = numberColumns.filter((name) => name !== 'deltaSeconds').flatMap((name) => columns[name] ?? [])
  const isAt = (column: Float64Array | undefined, row: number) => column !== undefined && !Number.isNaN(column[row])
  for (let row = 0; row < columns.count; row += 1) {
    const hasDelta = isAt(deltaMillilitres, row)
    if (hasDelta !== isAt(deltaSeconds, row)) {
      if (hasDelta) faults.add(row, 'interval-length-missing', 'seconds')
      else faults.add(row, 'value-missing', 'deltaLitres')
    } else if (!(valve?.[row] || flagIndex?.[row] || values.some((column) => isAt(column, row)))) faults.add(row, 'value-missing')
  }
}

function withoutFaults(columns: ReadingColumns, faults: ReadingFaults): ReadingColumns {
  const rows: number[] = []
  for (let row = 0; row < columns.count; row += 1) if (!faults.has(row)) rows.push(row)
  const kept: ReadingColumns = {
    ...columns,
    count: rows.length,
    meterIndex: Uint32Array.from(rows, (row) => columns.meterIndex[row]!),
    at: Float64Array.from(rows, (row) => columns.at[row]!),
  }
  for (const name of numberColumns) {
    const column = columns[name]
    if (column) kept[name] = Float64Array.from(rows, (row) => column[row]!)
  }
  const { valve, flagIndex } = columns
  if (valve) kept.valve = Uint8Array.from(rows, (row) => valve[row]!)
  if (flagIndex) kept.flagIndex = Uint16Array.from(rows, (row) => flagIndex[row]!)
  return kept
}
