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

export type DecodedToken = {
  content: TokenContent
  /** The block without encryption: 64 bits. */
  block: bigint
  /** Whether the checksum is right. Otherwise the token is of another meter or key, or mistyped, and its content means nothing. */
  isIntact: boolean
}

/** The content of 20 digits under the key of a meter: the inverse of `encodeToken`. Class 3 and subclasses 8 to 15 of class 0 are refused. */
export const decodeToken = (typed: string, key: DecoderKey): DecodedToken | Rejection => {
  const read = blockOfDigits(typed)
  if (isRejection(read)) return read
  const { tokenClass } = read
  const block = tokenClass === testClass ? read.block : decrypt(key, read.block)
  const body = block >> crcBits
  const isIntact = crcOf(tokenClass, body) === bitsAt(block, 0, 16)
  const content = contentOf(tokenClass, body)
  if (content) return { content, block, isIntact }
  return rejected(isIntact || tokenClass === 3 ? 'sts-class-reserved' : 'sts-token-of-another-key')
}
