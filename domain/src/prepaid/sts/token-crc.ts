import { bitsAt, joinBits } from './token-bits.ts'

const reflectedPolynomial = 0xa001
const bytes = 7

/**
 * The checksum of a token: CRC-16 with the polynomial x^16 + x^15 + x^2 + 1 and the initial value FFFF over the class (2 bits) and the upper
 * 48 bits of the block, six zeros in front; the two bytes of the result change places. Source: IEC 62055-41, 6.3.7.
 */
export const crcOf = (tokenClass: number, body: bigint): number => {
  const covered = (joinBits([[tokenClass, 8]]) << 48n) | body
  let crc = 0xffff
  for (let byte = bytes - 1; byte >= 0; byte--) {
    crc ^= bitsAt(covered, 8 * byte, 8)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ reflectedPolynomial : crc >>> 1
  }
  return ((crc & 0xff) << 8) | (crc >>> 8)
}
