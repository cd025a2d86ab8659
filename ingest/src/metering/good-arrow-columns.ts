import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import { checkTogether } from '../shared/check-readings.ts'
import { isMeterNumber, type NumberRule, numberRules, takeNumber } from '../shared/field-rules.ts'
import { ReadingFaults } from '../shared/reading-faults.ts'
import type { ArrowColumn } from './arrow-column.ts'

/**
 * The readings of an Arrow stream in which all are good, straight from its arrays: meters as a dictionary, times and numbers as numbers,
 * nothing absent. For all other streams undefined, and the careful way finds out what they are; where this answers, both store the same.
 */
export function goodArrowColumns(
  sent: Readonly<Record<string, ArrowColumn>>,
  count: number,
  receivedAt: number,
): ReadingColumns | undefined {
  const { meter, at, ...others } = sent
  if (!meter || !('words' in meter) || !at || !('numbers' in at)) return undefined
  const meterIndex = takeIndex(meter.index, meter.words)
  const times = takeTimes(at.numbers, receivedAt + frameLimits.futureSecondsMax * 1000)
  if (!meterIndex || !times || !meter.words.every((word) => typeof word === 'string' && isMeterNumber(word))) return undefined
  const columns: ReadingColumns = { count, meters: meter.words as string[], meterIndex, at: times }
  for (const [field, column] of Object.entries(others)) {
    const rule = numberRules.get(field)
    const values = rule && 'numbers' in column ? takeNumbers(column.numbers, rule) : undefined
    if (!rule || !values) return undefined
    columns[rule.column] = values
  }
  const faults = new ReadingFaults()
  if (columns.deltaMillilitres || columns.deltaSeconds || Object.keys(others).length === 0) checkTogether(columns, faults)
  return faults.count === 0 ? columns : undefined
}

function takeIndex(index: ArrayLike<number>, words: readonly unknown[]): Uint32Array | undefined {
  const taken = new Uint32Array(index.length)
  for (let row = 0; row < index.length; row += 1) {
    const place = index[row]!
    if (!(place >= 0 && place < words.length)) return undefined
    taken[row] = place
  }
  return taken
}

function takeTimes(times: ArrayLike<number>, latest: number): Float64Array | undefined {
  const taken = new Float64Array(times.length)
  for (let row = 0; row < times.length; row += 1) {
    const time = times[row]!
    if (!(Math.floor(time) === time && time >= frameLimits.earliest && time <= latest)) return undefined
    taken[row] = time
  }
  return taken
}

function takeNumbers(numbers: ArrayLike<number>, rule: NumberRule): Float64Array | undefined {
  if (numbers.length === 0) return undefined
  const taken = new Float64Array(numbers.length)
  for (let row = 0; row < numbers.length; row += 1) {
    const value = takeNumber(numbers[row]!, rule)
    if (Number.isNaN(value)) return undefined
    taken[row] = value
  }
  return taken
}
