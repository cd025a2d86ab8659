import { ByteWriter } from './byte-writer.ts'
import { canonicalColumns } from './canonical-columns.ts'
import {
  exponentMax,
  exponentMin,
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
  plainMeterNumber,
  powersOfTen,
  sourcesBit,
  timeScalesMilliseconds,
  valveBit,
} from './frame-layout.ts'
import { numberColumnBits, numberColumnsOf, type ReadingColumns } from './reading-columns.ts'

/**
 * A frame's readings as bytes, layout version 1 (`docs/frame-layout.md`): in canonical order, exact repeats once.
 *
 * @throws RangeError for more than 65,536 readings, a time that is not an integer of milliseconds, or text that is not well-formed.
 */
export const packFrame = (columns: ReadingColumns): Uint8Array => packCanonicalFrame(canonicalColumns(columns))

/** Used by every frame and never let go: packing is one go, and fresh memory for each frame costs more in garbage than the packing. */
const writer = new ByteWriter(64 * 1024)
let scratch = new Float64Array(1024)

/** The same for columns that come from `canonicalColumns`, which saves sorting them again. */
export const packCanonicalFrame = (columns: ReadingColumns): Uint8Array => borrowPackedFrame(columns).slice()

/** The same in memory that the next frame overwrites: for who copies the bytes at once, as one does who writes a hundred thousand days. */
export function borrowPackedFrame(columns: ReadingColumns): Uint8Array {
  const { count, meters, meterIndex } = columns
  if (count > packedReadingsMax) throw new RangeError(`a frame holds at most ${packedReadingsMax} readings, not ${count}`)
  writer.restart()
  writer.byte(frameLayoutVersion)
  writer.varint(count)
  if (count === 0) return writer.written()

  if (scratch.length < count) scratch = new Float64Array(count)
  const starts = startsOfMeters(meterIndex, count, meters.length)
  writeMeters(writer, meters, starts, scratch)
  writeTimes(writer, columns.at, starts, scratch)

  const numberBits = numberColumnBits(columns)
  let mask = numberBits
  if (columns.valve) mask |= valveBit
  if (columns.flagSets && columns.flagIndex) mask |= flagsBit
  if (columns.sources && columns.sourceIndex) mask |= sourcesBit
  writer.varint(mask)
  for (const name of numberColumnsOf(numberBits)) writeNumbers(writer, columns[name]!, starts, scratch)
  if (columns.valve) {
    scratch.set(columns.valve.subarray(0, count))
    writeStream(writer, scratch, count)
  }
  if (columns.flagSets && columns.flagIndex) writeWords(columns.flagSets, columns.flagIndex, count)
  if (columns.sources && columns.sourceIndex) writeWords(columns.sources, columns.sourceIndex, count)
  return writer.written()
}

/** Distinct texts, then each row's place among them. */
const writeWords = (texts: readonly string[], index: Uint16Array, count: number): void => {
  writer.varint(texts.length)
  writeTexts(writer, texts)
  scratch.set(index.subarray(0, count))
  writeStream(writer, scratch, count)
}

/** A meter's day is packed by the hundred thousand a second. */
const startsOfOneMeter = new Uint32Array(2)

const startsOfMeters = (meterIndex: Uint32Array, count: number, meterCount: number): Uint32Array => {
  if (meterCount === 1) {
    startsOfOneMeter[1] = count
    return startsOfOneMeter
  }
  const starts = new Uint32Array(meterCount + 1)
  for (let row = 0; row < count; row += 1) starts[meterIndex[row]! + 1]! += 1
  for (let meter = 0; meter < meterCount; meter += 1) starts[meter + 1]! += starts[meter]!
  return starts
}

function writeMeters(writer: ByteWriter, meters: readonly string[], starts: Uint32Array, steps: Float64Array): void {
  let plainCount = 0
  let previous = 0
  while (plainCount < meters.length) {
    const value = plainMeterNumber(meters[plainCount]!)
    if (Number.isNaN(value)) break
    steps[plainCount] = value - previous
    previous = value
    plainCount += 1
  }
  writer.varint(plainCount)
  writer.varint(meters.length - plainCount)
  if (plainCount > 0) writeStream(writer, steps, plainCount)
  if (plainCount < meters.length) writeTexts(writer, meters.slice(plainCount))
  for (let meter = 0; meter < meters.length; meter += 1) steps[meter] = starts[meter + 1]! - starts[meter]!
  writeStream(writer, steps, meters.length)
}

const encoder = new TextEncoder()
const noBytes = new Uint8Array(0)

/** Sorted texts share beginnings, so each says how many bytes it keeps of the one before. */
function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  let previous: Uint8Array = noBytes
  for (const text of texts) {
    if (!text.isWellFormed()) throw new RangeError(`text with a lone surrogate cannot be stored: ${JSON.stringify(text)}`)
    const bytes = encoder.encode(text)
    if (bytes.length > packedTextBytesMax) throw new RangeError(`text of ${bytes.length} bytes; at most ${packedTextBytesMax} are stored`)
    let shared = 0
    while (shared < bytes.length && shared < previous.length && bytes[shared] === previous[shared]) shared += 1
    writer.varint(shared)
    writer.varint(bytes.length - shared)
    writer.append(bytes.subarray(shared))
    previous = bytes
  }
}

function writeTimes(writer: ByteWriter, at: Float64Array, starts: Uint32Array, scratch: Float64Array): void {
  const count = starts[starts.length - 1]!
  let scale: number = timeScalesMilliseconds.length - 1
  for (let row = 0; row < count; row += 1) {
    const time = at[row]!
    if (!(Math.floor(time) === time && time <= packedIntegerMax && time >= -packedIntegerMax))
      throw new RangeError(`row ${row}: ${time} is no time in milliseconds`)
    while (!isMultiple(time, timeScalesMilliseconds[scale]!)) scale -= 1
  }
  writer.byte(scale)
  const step = timeScalesMilliseconds[scale]!
  let previousFirst = 0
  let previousGap = 0
  for (let meter = 0; meter + 1 < starts.length; meter += 1) {
    const start = starts[meter]!
    const end = starts[meter + 1]!
    let previous = at[start]! / step
    scratch[start] = zigzag(previous - previousFirst)
    previousFirst = previous
    for (let row = start + 1; row < end; row += 1) {
      const time = at[row]! / step
      const gap = time - previous
      scratch[row] = zigzag(gap - previousGap)
      previousGap = gap
      previous = time
    }
  }
  writeStream(writer, scratch, count)
}

function writeNumbers(writer: ByteWriter, values: Float64Array, starts: Uint32Array, scratch: Float64Array): void {
  const count = starts[starts.length - 1]!
  let present = 0
  for (let row = 0; row < count; row += 1) if (!Number.isNaN(values[row])) present += 1
  const absence = present < count ? formHasAbsent : 0
  const exponent = commonExponent(values, count)
  if (exponent === undefined) {
    writer.byte(formIsFloat | absence)
    if (absence) writeBitmap(writer, values, count)
    for (let row = 0; row < count; row += 1) if (!Number.isNaN(values[row])) writer.float64(values[row]!)
    return
  }
  fillDifferences(values, starts, exponent, scratch)
  const isRuns = runsOf(scratch, present) * 2 <= present
  writer.byte(absence | (isRuns ? formIsRuns : 0) | ((exponent + exponentOffset) << exponentShift))
  if (absence) writeBitmap(writer, values, count)
  if (isRuns) writeRuns(writer, scratch, present)
  else writer.varints(scratch, present)
}

function writeBitmap(writer: ByteWriter, values: Float64Array, count: number): void {
  for (let start = 0; start < count; start += 8) {
    let bits = 0
    for (let bit = 0; bit < 8 && start + bit < count; bit += 1) if (!Number.isNaN(values[start + bit])) bits |= 1 << bit
    writer.byte(bits)
  }
}

/** Differences to the value before of the same meter; a meter's first value is a difference to the first of the previous meter. */
function fillDifferences(values: Float64Array, starts: Uint32Array, exponent: number, scratch: Float64Array): void {
  const factor = powersOfTen[Math.abs(exponent)]!
  let next = 0
  let previousFirst = 0
  for (let meter = 0; meter + 1 < starts.length; meter += 1) {
    const end = starts[meter + 1]!
    let previous = previousFirst
    let isFirst = true
    for (let row = starts[meter]!; row < end; row += 1) {
      const value = values[row]!
      if (Number.isNaN(value)) continue
      const integer = exponent < 0 ? Math.round(value * factor) : value / factor
      scratch[next] = zigzag(integer - previous)
      next += 1
      previous = integer
      if (isFirst) previousFirst = integer
      isFirst = false
    }
  }
}

/**
 * The largest exponent such that every value is an integer times ten to it, exactly; undefined when there is none from -3 to 6
 * or the integers grow too large. Exactness is checked by doing what the reader will do.
 */
function commonExponent(values: Float64Array, count: number): number | undefined {
  let exponent = exponentMax
  let largest = 0
  for (let row = 0; row < count; row += 1) {
    const value = values[row]!
    if (Number.isNaN(value)) continue
    const size = value < 0 ? -value : value
    if (size > largest) largest = size
    while (!isExact(value, exponent)) {
      exponent -= 1
      if (exponent < exponentMin) return undefined
    }
  }
  if (exponent >= 0) return largest <= packedIntegerMax ? exponent : undefined
  // A later value lowered the exponent below zero: that the earlier ones hold there too is not a matter of whole numbers any more.
  for (let row = 0; row < count; row += 1) if (!Number.isNaN(values[row]) && !isExact(values[row]!, exponent)) return undefined
  return exponent
}

function isExact(value: number, exponent: number): boolean {
  if (exponent >= 0) return isMultiple(value, powersOfTen[exponent]!)
  const factor = powersOfTen[-exponent]!
  const integer = Math.round(value * factor)
  return integer / factor === value && integer <= packedIntegerMax && integer >= -packedIntegerMax
}

/** Whether a number is a whole multiple; by division, because the remainder of doubles is ten times slower. */
function isMultiple(value: number, unit: number): boolean {
  const quotient = Math.floor(value / unit)
  return quotient * unit === value && quotient <= packedIntegerMax && quotient >= -packedIntegerMax
}

const zigzag = (value: number) => (value >= 0 ? value * 2 : value * -2 - 1)

function runsOf(values: Float64Array, count: number): number {
  let runs = count > 0 ? 1 : 0
  for (let place = 1; place < count; place += 1) if (values[place] !== values[place - 1]) runs += 1
  return runs
}

/** A stream is one byte (0 plain, 1 runs) and its integers; runs are used where they halve the number of integers or better. */
function writeStream(writer: ByteWriter, values: Float64Array, count: number): void {
  const isRuns = runsOf(values, count) * 2 <= count
  writer.byte(isRuns ? 1 : 0)
  if (isRuns) writeRuns(writer, values, count)
  else writer.varints(values, count)
}

function writeRuns(writer: ByteWriter, values: Float64Array, count: number): void {
  let place = 0
  while (place < count) {
    const value = values[place]!
    let length = 1
    while (place + length < count && values[place + length] === value) length += 1
    writer.varint(value)
    writer.varint(length)
    place += length
  }
}
