import { numberColumnBits, numberColumnsOf, type ReadingColumns } from './reading-columns.ts'
import type { ReadingSource } from './reading-source.ts'

/** Word of a reading of which a higher source changed a value. */
const corrected = 'corrected'
const conflicting = 'conflicting'

/**
 * The readings that count: one per instant, each quantity from the highest source that states it. Rows are one meter's, ordered by time and
 * then by source. Columns without sources are the answer themselves, so the usual day costs nothing.
 *
 * A reading of which a value was changed by a higher source is flagged `corrected`, and loses the `conflicting` of what was outranked.
 */
export const resolveReadings = (rows: ReadingColumns): ReadingColumns => {
  if (!rows.sources) return rows
  const { at, count } = rows
  // A meter that delivers its day in one late frame has a source on each row and an instant for each.
  if (isAscending(at, count)) return withoutSources(rows)
  const starts: number[] = []
  for (let row = 0; row < count; row++) if (row === 0 || at[row] !== at[row - 1]) starts.push(row)
  const resolved: ReadingColumns = {
    count: starts.length,
    meters: rows.meters,
    meterIndex: new Uint32Array(starts.length),
    at: Float64Array.from(starts, (row) => at[row]!),
  }
  const wasCorrected = new Uint8Array(starts.length)
  const endOf = (place: number): number => starts[place + 1] ?? count
  resolveNumbers(rows, resolved, starts, endOf, wasCorrected)
  resolveValve(rows, resolved, starts, endOf, wasCorrected)
  resolveWords(rows, resolved, starts, endOf, wasCorrected)
  return resolved
}

/** Whether each instant has one row. */
const isAscending = (at: Float64Array, count: number): boolean => {
  for (let row = 1; row < count; row++) if (at[row]! <= at[row - 1]!) return false
  return true
}

const withoutSources = ({ sources: _, sourceIndex: __, ...readings }: ReadingColumns): ReadingColumns => readings

type Ends = (place: number) => number

const resolveNumbers = (rows: ReadingColumns, resolved: ReadingColumns, starts: readonly number[], endOf: Ends, changed: Uint8Array) => {
  for (const name of numberColumnsOf(numberColumnBits(rows))) {
    // The length of an interval comes with its volume.
    const decisive = name === 'deltaSeconds' ? (rows.deltaMillilitres ?? rows.deltaSeconds)! : rows[name]!
    const source = rows[name]!
    const target = new Float64Array(starts.length).fill(Number.NaN)
    starts.forEach((start, place) => {
      for (let row = start; row < endOf(place); row++) {
        if (Number.isNaN(decisive[row])) continue
        if (!Number.isNaN(target[place]) && target[place] !== source[row]) changed[place] = 1
        target[place] = source[row]!
      }
    })
    resolved[name] = target
  }
}

const resolveValve = ({ valve }: ReadingColumns, resolved: ReadingColumns, starts: readonly number[], endOf: Ends, changed: Uint8Array) => {
  if (!valve) return
  const target = new Uint8Array(starts.length)
  starts.forEach((start, place) => {
    for (let row = start; row < endOf(place); row++) {
      if (valve[row] === 0) continue
      if (target[place] !== 0 && target[place] !== valve[row]) changed[place] = 1
      target[place] = valve[row]!
    }
  })
  resolved.valve = target
}

const resolveWords = (
  { flagSets, flagIndex }: ReadingColumns,
  resolved: ReadingColumns,
  starts: readonly number[],
  endOf: Ends,
  changed: Uint8Array,
) => {
  const sets = starts.map((start, place) => {
    const words = new Set<string>()
    if (flagSets && flagIndex)
      for (let row = start; row < endOf(place); row++) {
        if (changed[place]) words.delete(conflicting)
        for (const word of flagSets[flagIndex[row]!]!.split(' ')) if (word !== '') words.add(word)
      }
    if (changed[place]) words.add(corrected)
    return [...words].sort().join(' ')
  })
  const distinct = [...new Set(sets)].sort()
  if (distinct.length === 0 || (distinct.length === 1 && distinct[0] === '')) return
  resolved.flagSets = distinct
  resolved.flagIndex = Uint16Array.from(sets, (words) => distinct.indexOf(words))
}

/** The rows without those of one source; the same object when it has none. */
export const withoutSource = (rows: ReadingColumns, source: ReadingSource): ReadingColumns => {
  const gone = rows.sources?.indexOf(source) ?? -1
  if (gone < 0) return rows
  const kept: number[] = []
  for (let row = 0; row < rows.count; row++) if (rows.sourceIndex![row] !== gone) kept.push(row)
  return pickRows(rows, kept)
}

/** Some of the rows of one meter, as columns of their own without idle columns, flag sets or sources. */
export const pickRows = (rows: ReadingColumns, kept: readonly number[]): ReadingColumns => {
  const picked: ReadingColumns = {
    count: kept.length,
    meters: kept.length === 0 ? [] : rows.meters,
    meterIndex: new Uint32Array(kept.length),
    at: Float64Array.from(kept, (row) => rows.at[row]!),
  }
  for (const name of numberColumnsOf(numberColumnBits(rows))) {
    const values = Float64Array.from(kept, (row) => rows[name]![row]!)
    if (values.some((value) => !Number.isNaN(value))) picked[name] = values
  }
  const { valve, flagSets, flagIndex, sources, sourceIndex } = rows
  if (valve && kept.some((row) => valve[row] !== 0)) picked.valve = Uint8Array.from(kept, (row) => valve[row]!)
  if (flagSets && flagIndex) {
    const words = usedWords(
      flagSets,
      kept.map((row) => flagIndex[row]!),
    )
    if (words) [picked.flagSets, picked.flagIndex] = words
  }
  if (sources && sourceIndex) {
    const words = usedWords(
      sources,
      kept.map((row) => sourceIndex[row]!),
    )
    if (words) [picked.sources, picked.sourceIndex] = words
  }
  return picked
}

/** The texts that are used, in order, and each row's place among them; undefined when only the empty text is used. */
export const usedWords = (texts: readonly string[], index: ArrayLike<number>): [string[], Uint16Array] | undefined => {
  const used = new Set(Array.from(index))
  const kept = texts.filter((_, place) => used.has(place)).sort()
  if (kept.length === 0 || (kept.length === 1 && kept[0] === '')) return undefined
  const placeOf = new Map(kept.map((text, place) => [text, place]))
  return [kept, Uint16Array.from(index, (place) => placeOf.get(texts[place]!)!)]
}
