/**
 * Records of an unencrypted M-Bus application layer (EN 13757-3 and -7), as far as water meters use them.
 * `unit` is the primary value information field without its extension bit, `extensions` those that follow it.
 */
export type MbusRecord = {
  storage: number
  /** The function of the value in its time: the value itself, the highest, the lowest, or the one while in error. */
  kind: 'instantaneous' | 'maximum' | 'minimum' | 'error'
  unit: number
  extensions: number[]
  data: Uint8Array
  coding: 'integer' | 'decimal' | 'real' | 'variable' | 'none'
}

const kinds = ['instantaneous', 'maximum', 'minimum', 'error'] as const
const dataLengths = [0, 1, 2, 3, 4, 4, 6, 8, 0, 1, 2, 3, 4, 0, 6, 0] as const
const filler = 0x2f
const manufacturerDataFollows = new Set([0x0f, 0x1f])

/** The records of a telegram from its first byte on, or the sentence that says why there are none. */
export const mbusRecords = (telegram: Uint8Array): MbusRecord[] | { problem: string } => {
  const start = headerLength(telegram)
  if (typeof start !== 'number') return start
  const records: MbusRecord[] = []
  let offset = start
  while (offset < telegram.length) {
    if (telegram[offset] === filler) {
      offset++
      continue
    }
    if (manufacturerDataFollows.has(telegram[offset]!)) break
    const record = recordAt(telegram, offset)
    if (!record) return { problem: `the M-Bus record at byte ${offset} is cut off` }
    records.push(record)
    offset = record.end
  }
  return records
}

/** No header (0x78), a short one (0x7a) or a long one (0x72); encrypted telegrams are not for us to read. */
const headerLength = (telegram: Uint8Array): number | { problem: string } => {
  const length = { 120: 1, 122: 5, 114: 13 }[telegram[0] ?? 0]
  if (length === undefined || telegram.length < length) return { problem: 'not an M-Bus application layer (no control field 72, 78 or 7A)' }
  const encrypted = length > 1 && (telegram[length - 1]! & 0x1f) !== 0
  return encrypted ? { problem: 'the M-Bus telegram is encrypted' } : length
}

const recordAt = (telegram: Uint8Array, start: number): (MbusRecord & { end: number }) | undefined => {
  let offset = start
  let storageBits = 1
  const information = telegram[offset++]!
  let storage = (information >> 6) & 1
  let more = information
  while ((more & 0x80) !== 0) {
    const next = telegram[offset++]
    if (next === undefined) return undefined
    more = next
    storage += (more & 0x0f) * 2 ** storageBits
    storageBits += 4
  }
  const valueInformation: number[] = []
  do {
    const next = telegram[offset++]
    if (next === undefined) return undefined
    valueInformation.push(next)
  } while ((valueInformation.at(-1)! & 0x80) !== 0)
  const field = information & 0x0f
  const length = field === 0x0d ? telegram[offset++] : dataLengths[field]
  if (length === undefined || offset + length > telegram.length) return undefined
  return {
    storage,
    kind: kinds[(information >> 4) & 3]!,
    unit: valueInformation[0]! === 0xff ? 0xff : valueInformation[0]! & 0x7f,
    extensions: valueInformation.slice(1).map((extension) => extension & 0x7f),
    data: telegram.subarray(offset, offset + length),
    coding: codingOf(field),
    end: offset + length,
  }
}

const codingOf = (field: number): MbusRecord['coding'] => {
  if (field === 0 || field === 8) return 'none'
  if (field === 0x0d) return 'variable'
  if (field === 5) return 'real'
  return field > 8 ? 'decimal' : 'integer'
}

/** The record's number; undefined where the device says that it is invalid (the lowest signed integer, or no decimal digits). */
export const numberOf = ({ coding, data }: MbusRecord): number | undefined => {
  if (coding === 'integer') return signedInteger(data)
  if (coding === 'decimal') return decimalDigits(data)
  if (coding !== 'real') return undefined
  const value = new DataView(data.buffer, data.byteOffset, data.length).getFloat32(0, true)
  return Number.isFinite(value) ? value : undefined
}

/** Little-endian, unsigned. Exact up to six bytes. */
export const unsignedInteger = (data: Uint8Array): number => data.reduceRight((value, byte) => value * 256 + byte, 0)

/** Little-endian, signed; the lowest value means invalid. */
export const signedInteger = (data: Uint8Array): number | undefined => {
  const half = 2 ** (8 * data.length - 1)
  const value = unsignedInteger(data)
  if (value === half) return undefined
  return value > half ? value - 2 * half : value
}

const decimalDigits = (data: Uint8Array): number | undefined => {
  const digits = [...data].reverse().map((byte) => byte.toString(16).padStart(2, '0'))
  const text = digits.join('').replace(/^f/, '-')
  return /^-?\d+$/.test(text) ? Number(text) : undefined
}

/**
 * Wall-clock time of a date record (types F with 4 bytes, I with 6, G with 2), as `YYYY-MM-DDTHH:MM:SS` without a zone, because the
 * meter sends none. Undefined where the device marks it invalid.
 */
export const clockOf = ({ data, unit }: MbusRecord): string | undefined => {
  if (unit === 0x6c && data.length === 2) return clock(data[0]!, data[1]!, 0, 0, 0)
  if (unit === 0x6d && data.length === 4 && (data[0]! & 0x80) === 0) return clock(data[2]!, data[3]!, data[1]! & 0x1f, data[0]! & 0x3f, 0)
  if (unit === 0x6d && data.length === 6 && (data[1]! & 0x80) === 0) {
    return clock(data[3]!, data[4]!, data[2]! & 0x1f, data[1]! & 0x3f, data[0]! & 0x3f)
  }
  return undefined
}

const clock = (dayByte: number, monthByte: number, hour: number, minute: number, second: number): string | undefined => {
  const year = 2000 + (dayByte >> 5) + ((monthByte >> 4) << 3)
  const milliseconds = Date.UTC(year, (monthByte & 0x0f) - 1, dayByte & 0x1f, hour, minute, second)
  const text = new Date(milliseconds).toISOString().slice(0, 19)
  const asSent = `${year}-${pad(monthByte & 0x0f)}-${pad(dayByte & 0x1f)}T${pad(hour)}:${pad(minute)}:${pad(second)}`
  return text === asSent ? text : undefined
}

const pad = (number: number): string => String(number).padStart(2, '0')
