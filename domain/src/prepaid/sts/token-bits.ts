/** A block of 64 bits as its upper and lower 32 bits, both without sign. */
export type Halves = readonly [upper: number, lower: number]

export const halvesOf = (block: bigint): Halves => [Number((block >> 32n) & 0xffff_ffffn), Number(block & 0xffff_ffffn)]

export const blockOf = ([upper, lower]: Halves): bigint => (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0)

/** A field of a block: its value and its width in bits. */
export type BitField = readonly [value: number, bits: number]

/** Fields one behind the other, the first one in the highest bits. */
export const joinBits = (fields: readonly BitField[]): bigint =>
  fields.reduce((joined, [value, bits]) => (joined << BigInt(bits)) | BigInt(value), 0n)

/** `bits` bits of a block (53 at most), the lowest of which is bit `lowest`. */
export const bitsAt = (block: bigint, lowest: number, bits: number): number =>
  Number((block >> BigInt(lowest)) & ((1n << BigInt(bits)) - 1n))

const hexDigits = (value: number): string => value.toString(16).padStart(2, '0')

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, hexDigits).join('')

/** The bytes of hexadecimal digits; undefined where the text is none, or has an odd number of them. */
export const bytesOfHex = (hex: string): Uint8Array | undefined =>
  /^([0-9a-f]{2})*$/i.test(hex) ? Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : undefined
