import { ByteReader, CorruptFrameError } from './byte-reader.ts'
import {
  exponentMax,
  exponentOffset,
  exponentShift,
  flagsBit,
  formHasAbsent,
  formIsFloat,
  formIsRuns,
  frameLayoutVersion,
  packedIntegerMax,
  packedReadingsMax,
  packedTextBytesMax,
  powersOfTen,
  sourcesBit,
  timeScalesMilliseconds,
  valveBit,
} from './frame-layout.ts'
import { numberColumnsOf, type ReadingColumns } from './reading-columns.ts'

// Exported: callers of unpackFrame catch it.
export { CorruptFrameError }

/** Where the numbers of a frame are put. Arrays may be longer than the frame, and hold anything: who reads them goes by `count`. */
export type FrameMemory = { numbers(count: number): Float64Array; indexes(count: number): Uint32Array }

export const freshMemory: FrameMemory = { numbers: (count) => new Float64Array(count), indexes: (count) => new Uint32Array(count) }

/** Used by every frame and never let go. */
let scratch = new Float64Array(1024)

/**
 * The readings of a packed frame (`docs/frame-layout.md`), in canonical order. Every length is checked before it is believed.
 *
 * @throws CorruptFrameError
 */
export function unpackFrame(bytes: Uint8Array, memory = freshMemory): ReadingColumns {
  const reader = new ByteReader(bytes)
  const version = reader.byte()
  if (version !== frameLayoutVersion) throw reader.corrupt(`layout version ${version}, this reader knows ${frameLayoutVersion}`)
  const count = reader.length(packedReadingsMax, 'readings')
  if (count === 0) {
    reader.expectEnd()
    return { count, meters: [], meterIndex: new Uint32Array(0), at: new Float64Array(0) }
  }
  if (scratch.length < count) scratch = new Float64Array(count)
  const { meters, starts } = readMeters(reader, count, scratch)
  const meterIndex = memory.indexes(count)
  for (let meter = 0; meter < meters.length; meter += 1)
    for (let row = starts[meter]!; row < starts[meter + 1]!; row += 1) meterIndex[row] = meter
  const columns: ReadingColumns = { count, meters, meterIndex, at: readTimes(reader, starts, scratch, memory.numbers(count)) }

  const mask = reader.varint()
  if (mask >= sourcesBit * 2) throw reader.corrupt(`unknown columns in mask ${mask}`)
  for (const name of numberColumnsOf(mask)) columns[name] = readNumbers(reader, starts, scratch, memory.numbers(count))
  if (mask & valveBit) {
    readStream(reader, scratch, count)
    for (let row = 0; row < count; row += 1) if (scratch[row]! > 2) throw reader.corrupt(`valve state ${scratch[row]}`)
    columns.valve = Uint8Array.from(scratch.subarray(0, count))
  }
  if (mask & flagsBit) {
    const { texts, index } = readWords(reader, count, 'flag set')
    columns.flagSets = texts
    columns.flagIndex = index
  }
  if (mask & sourcesBit) {
    const { texts, index } = readWords(reader, count, 'source')
    columns.sources = texts
    columns.sourceIndex = index
  }
  reader.expectEnd()
  return columns
}

/** A meter's day is unpacked by the hundred thousand a second. */
const startsOfOneMeter = new Uint32Array(2)

function readMeters(reader: ByteReader, count: number, steps: Float64Array): { meters: string[]; starts: Uint32Array } {
  const plainCount = reader.length(count, 'plain meter numbers')
  const textCount = reader.length(count - plainCount, 'other meter numbers')
  const meterCount = plainCount + textCount
  if (meterCount === 0) throw reader.corrupt('readings without a meter')
  const meters = new Array<string>(meterCount)
  if (plainCount > 0) readStream(reader, steps, plainCount)
  let value = 0
  for (let meter = 0; meter < plainCount; meter += 1) {
    value += steps[meter]!
    if (value > 999_999_999_999_999 || (meter > 0 && steps[meter] === 0)) throw reader.corrupt(`meter number ${value}`)
    meters[meter] = String(value)
  }
  readTexts(reader, meters, plainCount, textCount)
  readStream(reader, steps, meterCount)
  const starts = meterCount === 1 ? startsOfOneMeter : new Uint32Array(meterCount + 1)
  let total = 0
  for (let meter = 0; meter < meterCount; meter += 1) {
    total += steps[meter]!
    if (steps[meter] === 0 || total > count) throw reader.corrupt(`the meters' readings do not add up to ${count}`)
    starts[meter + 1] = total
  }
  if (total !== count) throw reader.corrupt(`the meters' readings add up to ${total}, not ${count}`)
  return { meters, starts }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readTexts(reader: ByteReader, target: string[], offset: number, count: number): void {
  if (count === 0) return
  const buffer = new Uint8Array(packedTextBytesMax)
  let previousLength = 0
  for (let place = 0; place < count; place += 1) {
    const shared = reader.length(previousLength, 'shared bytes')
    const added = reader.length(packedTextBytesMax - shared, 'bytes of text')
    buffer.set(reader.take(added), shared)
    previousLength = shared + added
    try {
      target[offset + place] = decoder.decode(buffer.subarray(0, previousLength))
    } catch {
      throw reader.corrupt('text that is not UTF-8')
    }
  }
}

function readTimes(reader: ByteReader, starts: Uint32Array, scratch: Float64Array, at: Float64Array): Float64Array {
  const count = starts[starts.length - 1]!
  const step = timeScalesMilliseconds[reader.byte()]
  if (step === undefined) throw reader.corrupt('unknown time scale')
  readStream(reader, scratch, count)
  let previousFirst = 0
  let gap = 0
  for (let meter = 0; meter + 1 < starts.length; meter += 1) {
    const start = starts[meter]!
    const end = starts[meter + 1]!
    let time = previousFirst + signed(scratch[start]!)
    previousFirst = time
    at[start] = time * step
    for (let row = start + 1; row < end; row += 1) {
      gap += signed(scratch[row]!)
      time += gap
      at[row] = time * step
    }
  }
  for (let row = 0; row < count; row += 1) if (Math.abs(at[row]!) > packedIntegerMax) throw reader.corrupt(`time ${at[row]}`)
  return at
}

function readNumbers(reader: ByteReader, starts: Uint32Array, scratch: Float64Array, values: Float64Array): Float64Array {
  const count = starts[starts.length - 1]!
  const form = reader.byte()
  const exponent = (form >> exponentShift) - exponentOffset
  if (form & 8 || exponent > exponentMax) throw reader.corrupt(`unknown column form ${form}`)
  const bitmap = form & formHasAbsent ? reader.take((count + 7) >> 3) : undefined
  const present = bitmap ? bitsSet(bitmap, count) : count
  if (form & formIsFloat) {
    for (let row = 0; row < count; row += 1) values[row] = isPresent(bitmap, row) ? reader.float64() : Number.NaN
    return values
  }
  if (form & formIsRuns) readRuns(reader, scratch, present)
  else reader.varints(scratch, present)
  const factor = powersOfTen[Math.abs(exponent)]!
  let next = 0
  let previousFirst = 0
  for (let meter = 0; meter + 1 < starts.length; meter += 1) {
    const end = starts[meter + 1]!
    let integer = previousFirst
    let isFirst = true
    for (let row = starts[meter]!; row < end; row += 1) {
      if (bitmap !== undefined && !isPresent(bitmap, row)) {
        values[row] = Number.NaN
        continue
      }
      integer += signed(scratch[next]!)
      next += 1
      values[row] = exponent < 0 ? integer / factor : integer * factor
      if (isFirst) previousFirst = integer
      isFirst = false
    }
  }
  return values
}

const isPresent = (bitmap: Uint8Array | undefined, row: number) => bitmap === undefined || (bitmap[row >> 3]! & (1 << (row & 7))) !== 0

function bitsSet(bitmap: Uint8Array, count: number): number {
  let set = 0
  for (let row = 0; row < count; row += 1) if (isPresent(bitmap, row)) set += 1
  return set
}

function readWords(reader: ByteReader, count: number, what: string): { texts: string[]; index: Uint16Array } {
  const textCount = reader.length(count, `${what}s`)
  const texts = new Array<string>(textCount)
  readTexts(reader, texts, 0, textCount)
  readStream(reader, scratch, count)
  for (let row = 0; row < count; row += 1) if (scratch[row]! >= textCount) throw reader.corrupt(`${what} ${scratch[row]} of ${textCount}`)
  return { texts, index: Uint16Array.from(scratch.subarray(0, count)) }
}

/** Undoes zigzag: 0, 1, 2, 3, 4 become 0, -1, 1, -2, 2. */
const signed = (value: number) => {
  if (value <= 0x7fff_ffff) return (value >>> 1) ^ -(value & 1)
  return value % 2 === 0 ? value / 2 : (value + 1) / -2
}

function readStream(reader: ByteReader, target: Float64Array, count: number): void {
  const mode = reader.byte()
  if (mode === 0) reader.varints(target, count)
  else if (mode === 1) readRuns(reader, target, count)
  else throw reader.corrupt(`unknown stream mode ${mode}`)
}

function readRuns(reader: ByteReader, target: Float64Array, count: number): void {
  let place = 0
  while (place < count) {
    const value = reader.varint()
    const length = reader.varint()
    if (length === 0 || length > count - place) throw reader.corrupt(`a run of ${length} where ${count - place} are left`)
    for (const end = place + length; place < end; place += 1) target[place] = value
  }
}
