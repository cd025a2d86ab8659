import { plainMeterNumber } from './frame-layout.ts'
import { type NumberColumn, numberColumns, type ReadingColumns } from './reading-columns.ts'

/**
 * The same readings in the one order in which they are stored, each once: by meter (plain digits by value, then other texts), then time,
 * then the number columns in the order of `numberColumns` (absent first), valve and flags. The sender's order, repeats, unused meters,
 * empty columns and minus zero leave no trace. The answer shares no memory with the question.
 *
 * @throws RangeError when an index points outside its dictionary or a column is shorter than `count`.
 */
export function canonicalColumns(columns: ReadingColumns): ReadingColumns {
  checkLengths(columns)
  const meters = rankMeters(columns)
  const flags = rankFlagSets(columns)
  const starts = countingStarts(columns, meters.rank, meters.sorted.length)
  const order = orderByMeter(columns, meters.rank, starts)
  const compare = rowComparison(columns, flags?.rank)
  let kept = 0
  for (let meter = 0; meter < meters.sorted.length; meter += 1) {
    kept = keepInTimeOrder(order, starts[meter]!, starts[meter + 1]!, kept, columns.at, compare)
  }
  return gather(columns, order.subarray(0, kept), meters, flags)
}

type Ranking = { sorted: string[]; rank: Uint32Array }

function checkLengths(columns: ReadingColumns): void {
  const { count } = columns
  const short = (length: number | undefined) => length !== undefined && length < count
  if (short(columns.meterIndex.length)) throw new RangeError('column meterIndex is shorter than count')
  if (short(columns.at.length)) throw new RangeError('column at is shorter than count')
  if (short(columns.valve?.length)) throw new RangeError('column valve is shorter than count')
  if (short(columns.flagIndex?.length)) throw new RangeError('column flagIndex is shorter than count')
  for (const name of numberColumns) if (short(columns[name]?.length)) throw new RangeError(`column ${name} is shorter than count`)
}

/** Ranks the texts that are used; texts that are equal share a rank. */
function rankTexts(texts: readonly string[], used: Uint8Array, compare: (left: number, right: number) => number): Ranking {
  const ids: number[] = []
  let isSorted = true
  for (let id = 0; id < texts.length; id += 1) {
    if (used[id] === 0) continue
    if (ids.length > 0 && compare(ids[ids.length - 1]!, id) >= 0) isSorted = false
    ids.push(id)
  }
  if (!isSorted) ids.sort(compare)
  const rank = new Uint32Array(texts.length)
  const sorted: string[] = []
  for (const id of ids) {
    const text = texts[id]!
    if (sorted.length === 0 || sorted[sorted.length - 1] !== text) sorted.push(text)
    rank[id] = sorted.length - 1
  }
  return { sorted, rank }
}

const compareTexts = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

function rankMeters({ count, meters, meterIndex }: ReadingColumns): Ranking {
  const used = new Uint8Array(meters.length)
  for (let row = 0; row < count; row += 1) {
    const id = meterIndex[row]!
    if (id >= meters.length) throw new RangeError(`row ${row} names meter ${id} of ${meters.length}`)
    used[id] = 1
  }
  const values = new Float64Array(meters.length)
  for (let id = 0; id < meters.length; id += 1) values[id] = plainMeterNumber(meters[id]!)
  return rankTexts(meters, used, (left, right) => {
    const leftValue = values[left]!
    const rightValue = values[right]!
    if (!Number.isNaN(leftValue)) return !Number.isNaN(rightValue) ? leftValue - rightValue : -1
    return !Number.isNaN(rightValue) ? 1 : compareTexts(meters[left]!, meters[right]!)
  })
}

function rankFlagSets({ count, flagSets, flagIndex }: ReadingColumns): Ranking | undefined {
  if (!flagSets || !flagIndex) return undefined
  const used = new Uint8Array(flagSets.length)
  for (let row = 0; row < count; row += 1) {
    const id = flagIndex[row]!
    if (id >= flagSets.length) throw new RangeError(`row ${row} names flag set ${id} of ${flagSets.length}`)
    used[id] = 1
  }
  const ranking = rankTexts(flagSets, used, (left, right) => compareTexts(flagSets[left]!, flagSets[right]!))
  return ranking.sorted.length === 0 || (ranking.sorted.length === 1 && ranking.sorted[0] === '') ? undefined : ranking
}

function countingStarts({ count, meterIndex }: ReadingColumns, rank: Uint32Array, meterCount: number): Uint32Array {
  const starts = new Uint32Array(meterCount + 1)
  for (let row = 0; row < count; row += 1) starts[rank[meterIndex[row]!]! + 1]! += 1
  for (let meter = 0; meter < meterCount; meter += 1) starts[meter + 1]! += starts[meter]!
  return starts
}

function orderByMeter({ count, meterIndex }: ReadingColumns, rank: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice()
  const order = new Uint32Array(count)
  for (let row = 0; row < count; row += 1) {
    const meter = rank[meterIndex[row]!]!
    order[next[meter]!] = row
    next[meter]! += 1
  }
  return order
}

/** Compares two rows of one meter by everything but the meter. Zero means that they are the same reading. */
function rowComparison(columns: ReadingColumns, flagRank: Uint32Array | undefined): (left: number, right: number) => number {
  const { at, valve, flagIndex } = columns
  const others = numberColumns.flatMap((name) => columns[name] ?? [])
  return (left, right) => {
    if (at[left] !== at[right]) return at[left]! - at[right]!
    for (const column of others) {
      const leftValue = column[left]!
      const rightValue = column[right]!
      if (leftValue < rightValue) return -1
      if (leftValue > rightValue) return 1
      const absence = (!Number.isNaN(leftValue) ? 1 : 0) - (!Number.isNaN(rightValue) ? 1 : 0)
      if (absence !== 0) return absence
    }
    if (valve && valve[left] !== valve[right]) return valve[left]! - valve[right]!
    return flagRank && flagIndex ? flagRank[flagIndex[left]!]! - flagRank[flagIndex[right]!]! : 0
  }
}

/** Sorts `order[start..end)` by time unless it is so already, drops repeats, and moves what stays to `kept`. */
function keepInTimeOrder(
  order: Uint32Array,
  start: number,
  end: number,
  kept: number,
  at: Float64Array,
  compare: (left: number, right: number) => number,
): number {
  let isAscending = true
  for (let place = start + 1; place < end && isAscending; place += 1) isAscending = at[order[place - 1]!]! < at[order[place]!]!
  if (isAscending && kept === start) return end
  if (!isAscending) order.subarray(start, end).sort(compare)
  let next = kept
  for (let place = start; place < end; place += 1) {
    const row = order[place]!
    if (!isAscending && place > start && compare(order[next - 1]!, row) === 0) continue
    order[next] = row
    next += 1
  }
  return next
}

function gather(columns: ReadingColumns, order: Uint32Array, meters: Ranking, flags: Ranking | undefined): ReadingColumns {
  const count = order.length
  const meterIndex = new Uint32Array(count)
  const at = new Float64Array(count)
  for (let row = 0; row < count; row += 1) {
    const from = order[row]!
    meterIndex[row] = meters.rank[columns.meterIndex[from]!]!
    at[row] = columns.at[from]! + 0
  }
  const gathered: ReadingColumns = { count, meters: meters.sorted, meterIndex, at }
  for (const name of numberColumns) gatherNumbers(columns, name, order, gathered)
  gatherValve(columns.valve, order, gathered)
  if (flags && columns.flagIndex) {
    gathered.flagSets = flags.sorted
    gathered.flagIndex = new Uint16Array(count)
    for (let row = 0; row < count; row += 1) gathered.flagIndex[row] = flags.rank[columns.flagIndex[order[row]!]!]!
  }
  return gathered
}

function gatherNumbers(columns: ReadingColumns, name: NumberColumn, order: Uint32Array, gathered: ReadingColumns): void {
  const source = columns[name]
  if (!source) return
  const target = new Float64Array(order.length)
  let present = 0
  for (let row = 0; row < order.length; row += 1) {
    // Adding zero turns minus zero into zero and leaves every other value as it is.
    const value = source[order[row]!]! + 0
    target[row] = value
    if (!Number.isNaN(value)) present += 1
  }
  if (present > 0) gathered[name] = target
}

function gatherValve(source: Uint8Array | undefined, order: Uint32Array, gathered: ReadingColumns): void {
  if (!source) return
  const target = new Uint8Array(order.length)
  let present = 0
  for (let row = 0; row < order.length; row += 1) {
    target[row] = source[order[row]!]!
    present |= target[row]!
  }
  if (present > 0) gathered.valve = target
}
