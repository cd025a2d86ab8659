/**
 * Readings as equally long columns: the one form between the way in, the log and the views.
 * A row is a reading; rows are in the order given. NaN in a number column and 0 in `valve` mean absent.
 * A column that no row has is left out. Volumes are integer millilitres, so that sums are exact.
 */
export type ReadingColumns = {
  count: number
  /** Distinct meter numbers; `meterIndex` points into it. */
  meters: string[]
  meterIndex: Uint32Array
  /** Epoch milliseconds. */
  at: Float64Array
  registerMillilitres?: Float64Array
  deltaMillilitres?: Float64Array
  deltaSeconds?: Float64Array
  reverseMillilitres?: Float64Array
  flowLitresPerHour?: Float64Array
  pressureKilopascal?: Float64Array
  batteryMillivolt?: Float64Array
  temperatureCelsius?: Float64Array
  /** 0 unknown, 1 open, 2 closed. */
  valve?: Uint8Array
  /** Distinct flag sets, each its words sorted and joined by spaces; `''` is the empty set. `flagIndex` points into it. */
  flagSets?: string[]
  flagIndex?: Uint16Array
}

/** The number columns in the order in which they are packed. */
export const numberColumns = [
  'registerMillilitres',
  'deltaMillilitres',
  'deltaSeconds',
  'reverseMillilitres',
  'flowLitresPerHour',
  'pressureKilopascal',
  'batteryMillivolt',
  'temperatureCelsius',
] as const
export type NumberColumn = (typeof numberColumns)[number]
