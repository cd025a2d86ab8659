/**
 * The numbers that writer and reader of a packed frame agree on. `docs/frame-layout.md` describes the bytes;
 * a change of anything here is a new layout version, because frames of years ago must stay readable.
 */
export const frameLayoutVersion = 1

/** No frame holds more; a reader refuses a larger count before it allocates anything. */
export const packedReadingsMax = 65_536

/** Longest meter number or flag set, in UTF-8 bytes. */
export const packedTextBytesMax = 1_024

/** Scaled integers stay at or below this, so that differences of differences, doubled for their sign, stay exact in a double. */
export const packedIntegerMax = 2 ** 50

/** Milliseconds of one step of the time column, by their number in the frame. */
export const timeScalesMilliseconds = [1, 1_000, 60_000] as const

/** A number column's form byte: three flags below, and the decimal exponent plus `exponentOffset` in the upper four bits. */
export const formHasAbsent = 1
export const formIsRuns = 2
export const formIsFloat = 4
export const exponentShift = 4
export const exponentOffset = 3
export const exponentMin = -3
export const exponentMax = 6
export const powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const

/** Bits of the column mask above those of the number columns. */
export const valveBit = 1 << 8
export const flagsBit = 1 << 9
/** Only in the rows of `meter_days`; the ingest endpoint rejects a frame that has it. */
export const sourcesBit = 1 << 10

/** The value of a meter number that is plain digits: no leading zero, at most 15 of them. NaN for any other text. */
export function plainMeterNumber(meter: string): number {
  const length = meter.length
  if (length === 0 || length > 15 || (length > 1 && meter.charCodeAt(0) === 48)) return Number.NaN
  let value = 0
  for (let index = 0; index < length; index += 1) {
    const digit = meter.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
