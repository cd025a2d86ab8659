/**
 * Readings as equally long columns: the one form between ingest, log and read models.
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
  /**
   * Only in a meter's day: distinct sources that outrank an ordinary gateway frame (`reading-source.ts`), `''` for that one. A day keeps a row
   * for each instant and source; the columns of a frame have none.
   */
  sources?: string[]
  sourceIndex?: Uint16Array
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

/** Which number columns there are, as a bit each in the order of `numberColumns`. By name, because eight names looked up in turn cost more than the work at a day. */
export const numberColumnBits = (columns: ReadingColumns): number => {
  let bits = 0
  if (columns.registerMillilitres) bits |= 1
  if (columns.deltaMillilitres) bits |= 2
  if (columns.deltaSeconds) bits |= 4
  if (columns.reverseMillilitres) bits |= 8
  if (columns.flowLitresPerHour) bits |= 16
  if (columns.pressureKilopascal) bits |= 32
  if (columns.batteryMillivolt) bits |= 64
  if (columns.temperatureCelsius) bits |= 128
  return bits
}

const columnsByBits: readonly (readonly NumberColumn[])[] = Array.from({ length: 1 << numberColumns.length }, (_, bits) =>
  numberColumns.filter((_, place) => bits & (1 << place)),
)

/** The names of the lowest eight bits, in the order of `numberColumns`. */
export const numberColumnsOf = (bits: number): readonly NumberColumn[] => columnsByBits[bits & (columnsByBits.length - 1)]!
