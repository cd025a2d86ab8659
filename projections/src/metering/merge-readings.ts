import { type NumberColumn, numberColumnBits, numberColumnsOf, type ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { ReadingSource } from '@nightflow/domain/metering/reading-source'
import { isLate } from '@nightflow/domain/metering/reading-source'
import { pickRows, usedWords } from '@nightflow/domain/metering/resolve-readings'
import { type FrameMemory, freshMemory } from '@nightflow/domain/metering/unpack-frame'

/** Some successive rows of a frame that belong to one meter and day. `source` is that of all rows, unless the columns state it for each. */
export type Segment = { columns: ReadingColumns; from: number; to: number; source?: ReadingSource }

/** Word that a reading gets when two values for the same meter and instant differed. */
const conflicting = 'conflicting'

/**
 * One meter's readings of several frames as one: sorted by time and source, one per instant and source (`reading-source.ts`).
 *
 * Two readings of the same instant and source are merged field by field: a present value wins over an absent one, of two different values the smaller
 * is kept and the reading is flagged `conflicting`, so that no water is billed that might not have flowed. The smaller of two is the same
 * whichever came first, so arrival order cannot matter; merging twice changes nothing.
 *
 * Readings of different sources stay apart, because an import can be withdrawn: `resolveReadings` picks those that count. Of a gateway's late
 * frames only the latest value of each quantity is kept.
 */
export const mergeReadings = (segments: readonly Segment[], memory = freshMemory): ReadingColumns => {
  let count = 0
  for (const { from, to } of segments) count += to - from
  const rows = concatenate(segments, count, memory)
  return withCanonicalSources(withCanonicalFlags(isStrictlyAscending(rows.at, count) ? rows : sorted(rows)))
}

/**
 * The readings with those of segments behind them, for segments that only follow; undefined where they do not, or bring what the readings
 * have no column for: then `mergeReadings` has to look at each. Live readings are appended in this way, so arrays are created
 * with spare capacity; readers use `count`.
 */
export const appendReadings = (readings: ReadingColumns, segments: readonly Segment[]): ReadingColumns | undefined => {
  const { count } = readings
  if (count === 0 || readings.valve || readings.flagSets || readings.sources) return undefined
  const numberBits = numberColumnBits(readings)
  let added = 0
  let last = readings.at[count - 1]!
  for (const segment of segments) {
    const { columns, from, to } = segment
    if (columns.valve || columns.flagSets || segment.source || hasOtherColumns(segment, numberBits)) return undefined
    for (let row = from; row < to; row++) {
      if (columns.at[row]! <= last) return undefined
      last = columns.at[row]!
    }
    added += to - from
  }
  const names = numberColumnsOf(numberBits)
  const appended = withRoomFor(readings, names, count + added)
  let offset = count
  for (const { columns, from, to } of segments) {
    copyRun(columns.at, from, to, appended.at, offset)
    for (const name of names) {
      const target = appended[name]!
      const source = columns[name]
      if (source) copyRun(source, from, to, target, offset)
      else target.fill(Number.NaN, offset, offset + to - from)
    }
    offset += to - from
  }
  appended.count = count + added
  return appended
}

/** Whether the segment says anything in a number column that is not among those of the bits. */
const hasOtherColumns = ({ columns, from, to }: Segment, bits: number): boolean => {
  const others = numberColumnBits(columns) & ~bits
  return others !== 0 && numberColumnsOf(others).some((name) => !isAbsent(columns[name]!, from, to))
}

const hourlyDay = 24

/** The readings as rows that more can be added to; the arrays are the same where they have the room. */
const withRoomFor = (readings: ReadingColumns, names: readonly NumberColumn[], count: number): ReadingColumns => {
  if (hasRoomFor(readings, names, count)) return { ...readings }
  const roomy = emptyColumns(readings.count, new Float64Array(Math.max(count, readings.at.length * 2, hourlyDay)))
  roomy.at.set(readings.at.subarray(0, readings.count))
  for (const name of names) {
    roomy[name] = new Float64Array(roomy.at.length)
    roomy[name].set(readings[name]!.subarray(0, readings.count))
  }
  return roomy
}

const hasRoomFor = (readings: ReadingColumns, names: readonly NumberColumn[], count: number): boolean =>
  readings.at.length >= count && readings.meterIndex.length >= count && names.every((name) => readings[name]!.length >= count)

/** A few numbers at a time: a view of the source for each run would cost more than the copy. */
const copyRun = (source: Float64Array, from: number, to: number, target: Float64Array, offset: number): void => {
  for (let row = from; row < to; row++) target[offset + row - from] = source[row]!
}

/** The flag sets that are used, in one order: what is stored must not show which frame came first, and a reader refuses idle sets. */
const withCanonicalFlags = (rows: ReadingColumns): ReadingColumns => {
  const { flagSets, flagIndex } = rows
  if (!flagSets || !flagIndex) return rows
  const used = new Set(flagIndex)
  const kept = flagSets.filter((_, place) => used.has(place)).sort()
  const placeOf = new Map(kept.map((words, place) => [words, place]))
  return { ...rows, flagSets: kept, flagIndex: flagIndex.map((place) => placeOf.get(flagSets[place]!)!) }
}

const withCanonicalSources = (rows: ReadingColumns): ReadingColumns => {
  const { sources, sourceIndex } = rows
  if (!sources || !sourceIndex) return rows
  const used = usedWords(sources, sourceIndex)
  return { ...rows, sources: used?.[0], sourceIndex: used?.[1] } as ReadingColumns
}

const isStrictlyAscending = (at: Float64Array, count: number): boolean => {
  for (let row = 1; row < count; row++) if (at[row]! <= at[row - 1]!) return false
  return true
}

const noMeter: string[] = []
const oneMeter = ['0']
/** Every reading of a day is of its one meter. Shared by all days, of which hundreds of thousands are cached. */
let zeros = new Uint32Array(1024)

const emptyColumns = (count: number, at: Float64Array): ReadingColumns => {
  if (zeros.length < at.length) zeros = new Uint32Array(at.length * 2)
  return { count, meters: count === 0 ? noMeter : oneMeter, meterIndex: zeros, at }
}

const concatenate = (segments: readonly Segment[], count: number, memory: FrameMemory): ReadingColumns => {
  const result = emptyColumns(count, memory.numbers(count))
  let offset = 0
  for (const { columns, from, to, source } of segments) {
    copyRun(columns.at, from, to, result.at, offset)
    if (source) setSource(result, source, offset, offset + to - from)
    else if (columns.sources && columns.sourceIndex)
      for (let row = from; row < to; row++) setSource(result, columns.sources[columns.sourceIndex[row]!]!, offset + row - from)
    for (const name of numberColumnsOf(numberColumnBits(columns))) {
      const source = columns[name]!
      if (isAbsent(source, from, to)) continue
      result[name] ??= segments.length === 1 ? memory.numbers(count) : memory.numbers(count).fill(Number.NaN, 0, count)
      copyRun(source, from, to, result[name], offset)
    }
    if (columns.valve?.subarray(from, to).some((state) => state !== 0)) {
      result.valve ??= new Uint8Array(count)
      result.valve.set(columns.valve.subarray(from, to), offset)
    }
    if (columns.flagSets && columns.flagIndex) copyFlags(result, columns.flagSets, columns.flagIndex, from, to, offset)
    offset += to - from
  }
  return result
}

const isAbsent = (column: Float64Array, from: number, to: number): boolean => {
  for (let row = from; row < to; row++) if (!Number.isNaN(column[row])) return false
  return true
}

const copyFlags = (result: ReadingColumns, sets: string[], index: Uint16Array, from: number, to: number, offset: number): void => {
  for (let row = from; row < to; row++) if (sets[index[row]!]) setFlags(result, offset + row - from, sets[index[row]!]!)
}

const setFlags = (result: ReadingColumns, row: number, flags: string): void => {
  result.flagSets ??= ['']
  result.flagIndex ??= new Uint16Array(result.count)
  let place = result.flagSets.indexOf(flags)
  if (place < 0) place = result.flagSets.push(flags) - 1
  result.flagIndex[row] = place
}

const setSource = (result: ReadingColumns, source: ReadingSource, row: number, to = row + 1): void => {
  if (source === '') return
  result.sources ??= ['']
  result.sourceIndex ??= new Uint16Array(result.count)
  let place = result.sources.indexOf(source)
  if (place < 0) place = result.sources.push(source) - 1
  result.sourceIndex.fill(place, row, to)
}

const sourceOf = ({ sources, sourceIndex }: ReadingColumns, row: number): ReadingSource =>
  sources && sourceIndex ? sources[sourceIndex[row]!]! : ''

const compareSources = (rows: ReadingColumns, a: number, b: number): number => {
  const [one, other] = [sourceOf(rows, a), sourceOf(rows, b)]
  return one < other ? -1 : one > other ? 1 : 0
}

const flagsOf = ({ flagSets, flagIndex }: ReadingColumns, row: number): string => (flagSets && flagIndex ? flagSets[flagIndex[row]!]! : '')

const sorted = (rows: ReadingColumns): ReadingColumns => {
  const order = Uint32Array.from({ length: rows.count }, (_, row) => row).sort(
    (a, b) => rows.at[a]! - rows.at[b]! || compareSources(rows, a, b),
  )
  const hasOneEach = order.every((row, place) => place === 0 || rows.at[row] !== rows.at[order[place - 1]!])
  return hasOneEach ? inOrder(rows, order) : dropOutdated(mergeInstants(rows, order))
}

/** Rows of different instants, such as those of two frames of a day: there is nothing to merge. */
const inOrder = (rows: ReadingColumns, order: Uint32Array): ReadingColumns => {
  const at = (column: Float64Array): Float64Array => Float64Array.from(order, (row) => column[row]!)
  const placed = emptyColumns(rows.count, at(rows.at))
  for (const name of numberColumnsOf(numberColumnBits(rows))) placed[name] = at(rows[name]!)
  const { valve, flagSets, flagIndex, sources, sourceIndex } = rows
  if (valve) placed.valve = Uint8Array.from(order, (row) => valve[row]!)
  if (flagSets && flagIndex) {
    placed.flagSets = flagSets
    placed.flagIndex = Uint16Array.from(order, (row) => flagIndex[row]!)
  }
  if (sources && sourceIndex) {
    placed.sources = sources
    placed.sourceIndex = Uint16Array.from(order, (row) => sourceIndex[row]!)
  }
  return placed
}

const mergeInstants = (rows: ReadingColumns, order: Uint32Array): ReadingColumns => {
  const groups: number[][] = []
  for (const row of order) {
    const last = groups.at(-1)
    if (last && rows.at[last[0]!] === rows.at[row] && compareSources(rows, last[0]!, row) === 0) last.push(row)
    else groups.push([row])
  }
  const merged = emptyColumns(groups.length, new Float64Array(groups.length))
  for (const name of numberColumnsOf(numberColumnBits(rows))) merged[name] = new Float64Array(groups.length).fill(Number.NaN)
  if (rows.valve) merged.valve = new Uint8Array(groups.length)
  groups.forEach((group, row) => {
    merged.at[row] = rows.at[group[0]!]!
    setSource(merged, sourceOf(rows, group[0]!), row)
    mergeGroup(rows, group, merged, row)
  })
  return merged
}

const mergeGroup = (rows: ReadingColumns, group: readonly number[], merged: ReadingColumns, row: number): void => {
  let differs = false
  for (const name of numberColumnsOf(numberColumnBits(rows))) {
    if (name === 'deltaMillilitres' || name === 'deltaSeconds') continue
    const source = rows[name]!
    const kept = smallest(group.map((from) => source[from]!))
    merged[name]![row] = kept.value
    differs ||= kept.differs
  }
  // An interval is one thing: its volume and its length stay together, the shorter one first.
  if (rows.deltaMillilitres && rows.deltaSeconds) {
    const { deltaMillilitres, deltaSeconds } = rows
    const intervals = group.filter((from) => !Number.isNaN(deltaMillilitres[from]!))
    intervals.sort((a, b) => deltaSeconds[a]! - deltaSeconds[b]! || deltaMillilitres[a]! - deltaMillilitres[b]!)
    const [first] = intervals
    if (first !== undefined) {
      merged.deltaMillilitres![row] = deltaMillilitres[first]!
      merged.deltaSeconds![row] = deltaSeconds[first]!
      differs ||= intervals.some(
        (other) => deltaSeconds[other] !== deltaSeconds[first] || deltaMillilitres[other] !== deltaMillilitres[first],
      )
    }
  }
  if (rows.valve) {
    const states = new Set(group.map((from) => rows.valve![from]!).filter((state) => state !== 0))
    merged.valve![row] = states.size === 0 ? 0 : Math.max(...states)
    differs ||= states.size > 1
  }
  const words = new Set(group.flatMap((from) => flagsOf(rows, from).split(' ')).filter((word) => word !== ''))
  if (differs) words.add(conflicting)
  if (words.size > 0) setFlags(merged, row, [...words].sort().join(' '))
}

const smallest = (values: readonly number[]): { value: number; differs: boolean } => {
  const present = values.filter((value) => !Number.isNaN(value))
  if (present.length === 0) return { value: Number.NaN, differs: false }
  const value = Math.min(...present)
  return { value, differs: present.some((other) => other !== value) }
}

/** Of a gateway's late frames the highest value of each quantity stays, so that a gateway that repeats itself for days adds no rows. */
const dropOutdated = (rows: ReadingColumns): ReadingColumns => {
  if (!rows.sources?.some((source, place) => place > 0 && isLate(source))) return rows
  const kept: number[] = []
  for (let row = 0; row < rows.count; row++) if (!isOutdated(rows, row)) kept.push(row)
  return kept.length === rows.count ? rows : pickRows(rows, kept)
}

/** Takes the quantities of a late row that a later one of the instant states; answers whether nothing is left. Its words move to the later one. */
const isOutdated = (rows: ReadingColumns, row: number): boolean => {
  if (!isLate(sourceOf(rows, row))) return false
  const later = row + 1
  let top = row
  while (top + 1 < rows.count && rows.at[top + 1] === rows.at[row] && isLate(sourceOf(rows, top + 1))) top++
  if (top === row) return false
  const isStated = (column: Float64Array): boolean => column.subarray(later, top + 1).some((value) => !Number.isNaN(value))
  let left = 0
  for (const name of numberColumnsOf(numberColumnBits(rows))) {
    const column = rows[name]!
    const decisive = name === 'deltaSeconds' ? (rows.deltaMillilitres ?? column) : column
    if (name !== 'deltaMillilitres' && isStated(decisive)) column[row] = Number.NaN
    if (name !== 'deltaMillilitres' && !Number.isNaN(column[row])) left += 1
  }
  if (rows.deltaMillilitres && isStated(rows.deltaMillilitres)) rows.deltaMillilitres[row] = Number.NaN
  if (rows.valve?.[row] && rows.valve.subarray(later, top + 1).some((state) => state !== 0)) rows.valve[row] = 0
  // A conflict among outdated values is none, and may not be seen at all in another order of arrival.
  const outdated = flagsOf(rows, row)
    .split(' ')
    .filter((word) => word !== conflicting)
  const words = new Set([...outdated, ...flagsOf(rows, top).split(' ')].filter((word) => word !== ''))
  if (words.size > 0 || flagsOf(rows, row) !== '') {
    setFlags(rows, row, '')
    setFlags(rows, top, [...words].sort().join(' '))
  }
  return left === 0 && !rows.valve?.[row]
}
