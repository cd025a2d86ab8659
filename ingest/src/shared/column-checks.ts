import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import { fieldSchemas, flagSetOf, isMeterNumber, type NumberRule, numberRules, takeNumber, valveStates } from './field-rules.ts'
import { parseInstant } from './instant.ts'
import type { ReadingFaults } from './reading-faults.ts'

/**
 * Checks one column of a frame, row by row, and writes what is good into `columns`; what is not becomes a fault of its row.
 * `null` and `undefined` mean absent. Answers how many rows have the field (meter and time: how many were looked at).
 */
export type ColumnCheck = (
  values: readonly unknown[],
  columns: ReadingColumns,
  faults: ReadingFaults,
  receivedAt: number,
  /** Meters whose intervals may be negative. */
  twoWay?: ReadonlySet<string>,
) => number

function checkOf(field: string): ColumnCheck {
  if (field === 'meter') return meterCheck
  if (field === 'at') return timeCheck
  if (field === 'valve') return valveCheck
  if (field === 'flags') return flagsCheck
  const rule = numberRules.get(field)
  if (rule) return numberCheck(field, rule)
  throw new Error(`ingest has no check for field "${field}" of a reading: add it to column-checks.ts`)
}

function numberCheck(field: string, rule: NumberRule): ColumnCheck {
  return (values, columns, faults, _, twoWay) => {
    const target = new Float64Array(columns.count)
    let present = 0
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row]
      const mayBeNegative = twoWay !== undefined && field === 'deltaLitres' && twoWay.has(columns.meters[columns.meterIndex[row]!]!)
      const taken =
        typeof value === 'number' ? (value < 0 && mayBeNegative ? -takeNumber(-value, rule) : takeNumber(value, rule)) : Number.NaN
      target[row] = taken
      if (!Number.isNaN(taken)) present += 1
      else if (typeof value === 'number' && !Number.isNaN(value))
        faults.add(row, value < 0 && rule.minimum >= 0 ? 'negative' : 'out-of-range', field, value)
      else if (value !== null && value !== undefined) faults.add(row, 'not-a-number', field, value)
    }
    if (present > 0) columns[rule.column] = target
    return present
  }
}

const meterCheck: ColumnCheck = (values, columns, faults) => {
  const known = new Map<string, number>()
  const { meters, meterIndex } = columns
  let previous: string | undefined
  let previousIndex = 0
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]
    if (typeof value !== 'string') {
      if (value === null || value === undefined) faults.add(row, 'meter-missing', 'meter')
      else faults.add(row, 'meter-malformed', 'meter', value)
      continue
    }
    if (value !== previous) {
      let index = known.get(value)
      if (index === undefined) {
        if (!isMeterNumber(value)) {
          faults.add(row, 'meter-malformed', 'meter', value)
          continue
        }
        index = meters.length
        meters.push(value)
        known.set(value, index)
      }
      previous = value
      previousIndex = index
    }
    meterIndex[row] = previousIndex
  }
  return values.length
}

const timeCheck: ColumnCheck = (values, columns, faults, receivedAt) => {
  const latest = receivedAt + frameLimits.futureSecondsMax * 1000
  let previousText = ''
  let previousTime = Number.NaN
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]
    let time: number
    if (typeof value === 'number') time = Number.isSafeInteger(value) ? value : Number.NaN
    else if (typeof value === 'string') {
      if (value !== previousText) {
        previousText = value
        previousTime = parseInstant(value)
      }
      time = previousTime
    } else if (value === null || value === undefined) {
      faults.add(row, 'time-missing', 'at')
      continue
    } else time = Number.NaN
    if (time >= frameLimits.earliest && time <= latest) columns.at[row] = time
    else faults.add(row, Number.isNaN(time) ? 'time-malformed' : time > latest ? 'time-in-future' : 'time-too-old', 'at', value)
  }
  return values.length
}

const valveCheck: ColumnCheck = (values, columns, faults) => {
  const target = new Uint8Array(columns.count)
  let present = 0
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]
    if (value === null || value === undefined) continue
    const state = valveStates.get(value)
    if (state === undefined) faults.add(row, 'unknown-valve-state', 'valve', value)
    else {
      target[row] = state
      present += 1
    }
  }
  if (present > 0) columns.valve = target
  return present
}

const flagsCheck: ColumnCheck = (values, columns, faults) => {
  const index = new Uint16Array(columns.count)
  const known = new Map<string, number>([['', 0]])
  let present = 0
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]
    if (value === null || value === undefined) continue
    const key = flagSetOf(value)
    if (key === undefined) faults.add(row, 'malformed-flags', 'flags', value)
    else if (key !== '') {
      let place = known.get(key)
      if (place === undefined) {
        place = known.size
        known.set(key, place)
      }
      index[row] = place
      present += 1
    }
  }
  if (known.size > 1) {
    columns.flagSets = [...known.keys()]
    columns.flagIndex = index
  }
  return present
}

/**
 * The checks of all fields, made once when the process starts, from the schema `Reading`: its types, bounds, patterns and words.
 * A field that the schema gains and this list does not know stops the start, rather than passing unchecked.
 */
export const columnChecks: ReadonlyMap<string, ColumnCheck> = new Map([...fieldSchemas.keys()].map((field) => [field, checkOf(field)]))
