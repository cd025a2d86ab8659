import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { frameLimits, Reading } from '@nightflow/schemas/metering/report-readings'
import { z } from 'zod'
import { parseInstant } from './instant.ts'
import type { ReadingFaults } from './reading-faults.ts'

/**
 * Checks one column of a frame, row by row, and writes what is good into `columns`; what is not becomes a fault of its row.
 * `null` and `undefined` mean absent. Answers how many rows have the field (meter and time: how many were looked at).
 */
export type ColumnCheck = (values: readonly unknown[], columns: ReadingColumns, faults: ReadingFaults, receivedAt: number) => number

type NumberField = Exclude<keyof ReadingColumns, 'count' | 'meters' | 'meterIndex' | 'at' | 'valve' | 'flagSets' | 'flagIndex'>

/** Where a number field goes, and what it is multiplied by on the way: volumes are kept in whole millilitres. */
const numberTargets: { [field: string]: { column: NumberField; isVolume?: true } } = {
  litres: { column: 'registerMillilitres', isVolume: true },
  deltaLitres: { column: 'deltaMillilitres', isVolume: true },
  seconds: { column: 'deltaSeconds' },
  reverseLitres: { column: 'reverseMillilitres', isVolume: true },
  flowLitresPerHour: { column: 'flowLitresPerHour' },
  pressureKilopascal: { column: 'pressureKilopascal' },
  batteryMillivolt: { column: 'batteryMillivolt' },
  temperatureCelsius: { column: 'temperatureCelsius' },
}

type FieldSchema = {
  type?: string
  minimum?: number
  maximum?: number
  pattern?: string
  enum?: string[]
  maxItems?: number
  items?: FieldSchema
}

function compileCheck(field: string, schema: FieldSchema): ColumnCheck {
  if (field === 'meter' && schema.pattern !== undefined) return meterCheck(new RegExp(schema.pattern))
  if (field === 'at') return timeCheck
  if (field === 'valve' && schema.enum !== undefined) return valveCheck(schema.enum)
  if (field === 'flags' && schema.items?.pattern !== undefined) return flagsCheck(new RegExp(schema.items.pattern), schema.maxItems ?? 16)
  if (numberTargets[field] && (schema.type === 'number' || schema.type === 'integer')) return numberCheck(field, schema)
  throw new Error(`the way in has no check for field "${field}" of a reading: add it to column-checks.ts`)
}

function numberCheck(field: string, { type, minimum, maximum }: FieldSchema): ColumnCheck {
  if (minimum === undefined || maximum === undefined) throw new Error(`field "${field}" of a reading needs a minimum and a maximum`)
  const { column, isVolume } = numberTargets[field]!
  const factor = isVolume ? 1000 : 1
  const mustRound = isVolume || type === 'integer'
  return (values, columns, faults) => {
    const target = new Float64Array(columns.count)
    let present = 0
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row]
      if (typeof value === 'number' && value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value))) {
        target[row] = mustRound ? Math.round(value * factor) : value
        present += 1
        continue
      }
      target[row] = Number.NaN
      if (value === null || value === undefined) continue
      if (typeof value !== 'number' || Number.isNaN(value)) faults.add(row, 'not-a-number', field, value)
      else faults.add(row, value < 0 && minimum >= 0 ? 'negative' : 'out-of-range', field, value)
    }
    if (present > 0) columns[column] = target
    return present
  }
}

function meterCheck(pattern: RegExp): ColumnCheck {
  return (values, columns, faults) => {
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
          if (!pattern.test(value)) {
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

function valveCheck(words: readonly string[]): ColumnCheck {
  const states = new Map<unknown, number>(words.map((word) => [word, word === 'open' ? 1 : word === 'closed' ? 2 : Number.NaN]))
  for (const [word, state] of states)
    if (Number.isNaN(state)) throw new Error(`the packed layout has no number for the valve state "${word}"`)
  return (values, columns, faults) => {
    const target = new Uint8Array(columns.count)
    let present = 0
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row]
      if (value === null || value === undefined) continue
      const state = states.get(value)
      if (state === undefined) faults.add(row, 'unknown-valve-state', 'valve', value)
      else {
        target[row] = state
        present += 1
      }
    }
    if (present > 0) columns.valve = target
    return present
  }
}

function flagsCheck(word: RegExp, wordsMax: number): ColumnCheck {
  const isFlagSet = (value: unknown): value is string[] =>
    Array.isArray(value) && value.length <= wordsMax && value.every((flag) => typeof flag === 'string' && word.test(flag))
  return (values, columns, faults) => {
    const index = new Uint16Array(columns.count)
    const known = new Map<string, number>([['', 0]])
    let present = 0
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row]
      if (value === null || value === undefined) continue
      if (!isFlagSet(value)) {
        faults.add(row, 'malformed-flags', 'flags', value)
        continue
      }
      if (value.length === 0) continue
      const key = value.length === 1 ? value[0]! : [...new Set(value)].sort().join(' ')
      let place = known.get(key)
      if (place === undefined) {
        place = known.size
        known.set(key, place)
      }
      index[row] = place
      present += 1
    }
    if (known.size > 1) {
      columns.flagSets = [...known.keys()]
      columns.flagIndex = index
    }
    return present
  }
}

/**
 * The checks of all fields, made once when the process starts, from the schema `Reading`: its types, bounds, patterns and words.
 * A field that the schema gains and this list does not know stops the start, rather than passing unchecked.
 */
export const columnChecks: ReadonlyMap<string, ColumnCheck> = new Map(
  Object.entries(z.toJSONSchema(Reading).properties ?? {}).map(([field, schema]) => [field, compileCheck(field, schema as FieldSchema)]),
)
