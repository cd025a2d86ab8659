import { plainMeterNumber } from './frame-layout.ts'
import { numberColumns, type ReadingColumns } from './reading-columns.ts'

/**
 * Whether columns are already what `canonicalColumns` would make of them, so that a frame of a well-behaved sender need not be sorted.
 * May answer false where it would not differ: columns with flags are always looked at again.
 */
export function isCanonical(columns: ReadingColumns): boolean {
  const { count, meters, meterIndex, at, valve, flagSets, flagIndex } = columns
  if (meterIndex.length !== count || at.length !== count || flagSets || flagIndex) return false
  if (!areRowsInOrder(meterIndex, at, count, meters.length) || !areMetersInOrder(meters)) return false
  if (valve && (valve.length !== count || !valve.some((state) => state !== 0))) return false
  for (const name of numberColumns) {
    const values = columns[name]
    if (values && !(values.length === count && isKeptAsIs(values))) return false
  }
  return true
}

/** By meter, every meter in use, and by time within a meter, no time twice. */
function areRowsInOrder(meterIndex: Uint32Array, at: Float64Array, count: number, meterCount: number): boolean {
  let meter = -1
  let last = 0
  for (let row = 0; row < count; row += 1) {
    const time = at[row]!
    if (meterIndex[row] === meter) {
      if (!(time > last)) return false
    } else {
      meter += 1
      if (meterIndex[row] !== meter) return false
    }
    // Minus zero is stored as zero.
    if (time === 0) return false
    last = time
  }
  return meter === meterCount - 1
}

/** Plain numbers only, ascending; other texts are compared where sorting is done. */
function areMetersInOrder(meters: readonly string[]): boolean {
  let previous = -1
  for (const meter of meters) {
    const value = plainMeterNumber(meter)
    if (!(value > previous)) return false
    previous = value
  }
  return true
}

function isKeptAsIs(values: Float64Array): boolean {
  let isPresent = false
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!
    if (value === 0 && 1 / value < 0) return false
    if (!Number.isNaN(value)) isPresent = true
  }
  return isPresent
}
