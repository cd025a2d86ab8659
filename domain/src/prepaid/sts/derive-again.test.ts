import { createCipheriv, createHmac, hash } from 'node:crypto'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveDecoderKey, type EncryptionAlgorithm, type KeyCiphers, type KeyPurpose } from './decoder-key.ts'
import { hexOf } from './token-bits.ts'

/*
 * A second implementation of both derivations, written from the reference for these tests: DES by FIPS 46-3 on texts of zeros and ones, HMAC by
 * RFC 2104 from its definition. It shares no code with the product, nor with the ciphers that the product takes from Node.
 */

const bitsOf = (hex: string): string => [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
const hexOfBits = (bits: string): string =>
  bits
    .match(/.{4}/g)!
    .map((four) => Number.parseInt(four, 2).toString(16))
    .join('')
const differing = (left: string, right: string): string => [...left].map((bit, place) => (bit === right[place] ? '0' : '1')).join('')
/** Numbers of bits from 1, as FIPS 46-3 prints them. */
const chosen = (bits: string, places: string): string =>
  places
    .split(' ')
    .map((place) => bits[Number(place) - 1]!)
    .join('')

const initial =
  '58 50 42 34 26 18 10 2 60 52 44 36 28 20 12 4 62 54 46 38 30 22 14 6 64 56 48 40 32 24 16 8 57 49 41 33 25 17 9 1 59 51 43 35 27 19 11 3 61 53 45 37 29 21 13 5 63 55 47 39 31 23 15 7'
const final =
  '40 8 48 16 56 24 64 32 39 7 47 15 55 23 63 31 38 6 46 14 54 22 62 30 37 5 45 13 53 21 61 29 36 4 44 12 52 20 60 28 35 3 43 11 51 19 59 27 34 2 42 10 50 18 58 26 33 1 41 9 49 17 57 25'
const expansion =
  '32 1 2 3 4 5 4 5 6 7 8 9 8 9 10 11 12 13 12 13 14 15 16 17 16 17 18 19 20 21 20 21 22 23 24 25 24 25 26 27 28 29 28 29 30 31 32 1'
const roundPermutation = '16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25'
const choiceOne =
  '57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36 63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4'
const choiceTwo =
  '14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2 41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32'
/** Four rows of sixteen hexadecimal digits each. */
const boxes = [
  'e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d',
  'f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9',
  'a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c',
  '7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e',
  '2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453',
  'c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d',
  '4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c',
  'd2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b',
].map((rows) => rows.split(' '))
const shifts = '1122222212222221'

const des = (keyHex: string, blockHex: string): string => {
  let key = chosen(bitsOf(keyHex), choiceOne)
  let [left, right] = [chosen(bitsOf(blockHex), initial).slice(0, 32), chosen(bitsOf(blockHex), initial).slice(32)]
  for (const shift of shifts) {
    const by = Number(shift)
    key = [key.slice(0, 28), key.slice(28)].map((half) => half.slice(by) + half.slice(0, by)).join('')
    const mixed = differing(chosen(right, expansion), chosen(key, choiceTwo))
    const substituted = mixed
      .match(/.{6}/g)!
      .map((six, box) => boxes[box]![Number.parseInt(six[0]! + six[5]!, 2)]![Number.parseInt(six.slice(1, 5), 2)]!)
    ;[left, right] = [right, differing(left, chosen(bitsOf(substituted.join('')), roundPermutation))]
  }
  return hexOfBits(chosen(right + left, final))
}

const reversed = (hex: string): string => hex.match(/../g)!.toReversed().join('')
const mixedHex = (left: string, right: string): string => hexOfBits(differing(bitsOf(left), bitsOf(right)))

const deriveByDesAgain = (
  vendingKey: string,
  { keyType, supplyGroupCode, tariffIndex, keyRevisionNumber, meterPan }: KeyPurpose,
): string => {
  const account = meterPan.startsWith('0000') ? meterPan.slice(4, 17) : meterPan.slice(6, 17)
  const issuer = meterPan.startsWith('0000') ? '000' : meterPan.slice(1, 6)
  const pan = issuer + (keyType === 3 ? account.replaceAll(/\d/g, '0') : account)
  const input = mixedHex(pan, `${keyType}${supplyGroupCode}${tariffIndex}${keyRevisionNumber}ffffff`)
  return reversed(mixedHex(mixedHex(des(vendingKey, input), input), vendingKey))
}

const sha256 = (hex: string): string => hash('sha256', Buffer.from(hex, 'hex'), 'hex')
const padded = (keyHex: string, byte: string): string => mixedHex(keyHex.padEnd(128, '0'), byte.repeat(64))
const hmac = (keyHex: string, messageHex: string): string => sha256(padded(keyHex, '5c') + sha256(padded(keyHex, '36') + messageHex))

const deriveByHmacAgain = (vendingKey: string, purpose: KeyPurpose): string => {
  const text = (value: string): string => Buffer.from(value, 'ascii').toString('hex')
  const block = [
    ...['04', '02', text('04'), '02', text(String(purpose.baseDate % 100)), '02', text(purpose.algorithm), '02', text(purpose.tariffIndex)],
    ...['00', '04', '06', text(purpose.supplyGroupCode), '01', text(`${purpose.keyType}`), '01', text(`${purpose.keyRevisionNumber}`)],
    ...['12', text(purpose.meterPan), '000000', purpose.algorithm === '07' ? '40' : '80'],
  ].join('')
  expect(block).toHaveLength(2 * 49)
  const digest = hmac(vendingKey, block)
  return purpose.algorithm === '07' ? reversed(digest.slice(0, 16)) : digest.slice(0, 32)
}

const ciphers: KeyCiphers = {
  encryptDes: (key, block) =>
    createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null)
      .setAutoPadding(false)
      .update(block),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
}

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const purposes = (algorithm: EncryptionAlgorithm, keyTypes: readonly (1 | 2 | 3)[]): fc.Arbitrary<KeyPurpose> =>
  fc.record({
    keyType: fc.constantFrom(...keyTypes),
    supplyGroupCode: digits(6),
    tariffIndex: digits(2),
    keyRevisionNumber: fc.integer({ min: 1, max: 9 }),
    meterPan: fc.oneof(
      digits(12).map((account) => `600727${account}`),
      digits(14).map((account) => `0000${account}`),
    ),
    algorithm: fc.constant(algorithm),
    baseDate: fc.constantFrom(1993, 2014, 2035),
  })
const keys = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes })

const derived = (...parameters: Parameters<typeof deriveDecoderKey>): string => {
  const key = deriveDecoderKey(...parameters)
  return isRejection(key) ? key.rejected : hexOf(key.bytes)
}

describe('decoder keys, derived twice', () => {
  test('DES of the second implementation has the vector of FIPS', () => {
    expect(des('133457799bbcdff1', '0123456789abcdef')).toBe('85e813540f0ab405')
  })
  test('DKGA02 agrees for every meter, group and revision', () => {
    fc.assert(
      fc.property(keys(8), purposes('07', [1, 2, 3]), (key, purpose) => {
        expect(derived(key, '02', purpose, ciphers)).toBe(deriveByDesAgain(hexOf(key), purpose))
      }),
      { numRuns: 200 },
    )
  })
  test.each(['07', '11'] as const)('DKGA04 agrees for algorithm %s', (algorithm) => {
    fc.assert(
      fc.property(keys(20), purposes(algorithm, [1, 2]), (key, purpose) => {
        expect(derived(key, '04', purpose, ciphers)).toBe(deriveByHmacAgain(hexOf(key), purpose))
      }),
      { numRuns: 200 },
    )
  })
  test('a common key is the same for all meters of a group', () => {
    const common = (meterPan: string) =>
      derived(new Uint8Array(8), '02', { ...fc.sample(purposes('07', [3]), { numRuns: 1, seed: 1 })[0]!, meterPan }, ciphers)
    expect(common('600727000000000009')).toBe(common('600727123456789012'))
  })
})

describe('a key that no vending key gives', () => {
  const [purpose] = fc.sample(purposes('07', [2]), { numRuns: 1, seed: 1 }) as [KeyPurpose]
  test('is refused, in this order', () => {
    expect(derived(new Uint8Array(1), '02', { ...purpose, algorithm: '11' }, ciphers)).toBe('sts-derivation-algorithm')
    expect(derived(new Uint8Array(1), '04', { ...purpose, keyType: 3 }, ciphers)).toBe('sts-derivation-key-type')
    expect(deriveDecoderKey(new Uint8Array(20), '02', purpose, ciphers)).toEqual({ rejected: 'sts-key-length', details: { bytes: 8 } })
    expect(deriveDecoderKey(new Uint8Array(8), '04', purpose, ciphers)).toEqual({ rejected: 'sts-key-length', details: { bytes: 20 } })
  })
})
