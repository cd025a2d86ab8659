import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { DecoderKey } from './decoder-key.ts'
import { decryptMisty1, encryptMisty1 } from './misty1-cipher.ts'
import { decryptSta, encryptSta } from './sta-cipher.ts'
import { bitsAt } from './token-bits.ts'
import { bodyOf, contentOf, type TestContent, type TokenContent } from './token-content.ts'
import { crcOf } from './token-crc.ts'
import { blockOfDigits, digitsOf } from './token-digits.ts'

const crcBits = 16n
const testClass = 1
const reservedClass = 3

const encrypt = ({ algorithm, bytes }: DecoderKey, block: bigint): bigint =>
  algorithm === '07' ? encryptSta(bytes.toReversed(), block) : encryptMisty1(bytes, block)
const decrypt = ({ algorithm, bytes }: DecoderKey, block: bigint): bigint =>
  algorithm === '07' ? decryptSta(bytes.toReversed(), block) : decryptMisty1(bytes, block)

const clearBlockOf = (content: TokenContent): bigint => {
  const body = bodyOf(content)
  return (body << crcBits) | BigInt(crcOf(content.tokenClass, body))
}

/** The 20 digits of a content under the key of a meter. */
export const encodeToken = (content: TokenContent, key: DecoderKey): string => {
  const block = clearBlockOf(content)
  return digitsOf({ tokenClass: content.tokenClass, block: content.tokenClass === testClass ? block : encrypt(key, block) })
}

/** The 20 digits of a test token. It is the same for every meter and needs no key. */
export const encodeTestToken = (content: TestContent): string => digitsOf({ tokenClass: testClass, block: clearBlockOf(content) })

/** A checksum that is wrong: the token is of another meter or key, or mistyped, and no field of it means anything. */
export type DecodedToken =
  | { isIntact: true; tokenClass: number; crc: number; content: TokenContent }
  | { isIntact: false; tokenClass: number; crc: number }

/** The content of 20 digits under the key of a meter: the inverse of `encodeToken`. Class 3 and subclasses 8 to 15 of class 0 are refused. */
export const decodeToken = (typed: string, key: DecoderKey): DecodedToken | Rejection => {
  const read = blockOfDigits(typed)
  if (isRejection(read)) return read
  const { tokenClass } = read
  if (tokenClass === reservedClass) return rejected('sts-class-reserved')
  const block = tokenClass === testClass ? read.block : decrypt(key, read.block)
  const body = block >> crcBits
  const crc = bitsAt(block, 0, 16)
  if (crcOf(tokenClass, body) !== crc) return { isIntact: false, tokenClass, crc }
  const content = contentOf(tokenClass, body)
  return content ? { isIntact: true, tokenClass, crc, content } : rejected('sts-class-reserved')
}
