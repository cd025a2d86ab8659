import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DecoderKey, EncryptionAlgorithm } from './decoder-key.ts'
import { decoderKeyBytes, decoderKeyOf } from './decoder-key.ts'
import { keyChangeTokens, keyOfTokens } from './key-change.ts'
import { decodeToken, encodeTestToken, encodeToken } from './token-codec.ts'
import { type CreditSubclass, registerSubclasses, type TokenContent } from './token-content.ts'
import { blockOfDigits, digitsOf, inGroups } from './token-digits.ts'

const seed = 20_260_321
const bits = (count: number) => fc.integer({ min: 0, max: 2 ** count - 1 })
const algorithms = fc.constantFrom<EncryptionAlgorithm>('07', '11')
const keyOf = (algorithm: EncryptionAlgorithm): fc.Arbitrary<DecoderKey> =>
  fc.record({
    algorithm: fc.constant(algorithm),
    bytes: fc.uint8Array({ minLength: decoderKeyBytes[algorithm], maxLength: decoderKeyBytes[algorithm] }),
  })
const keys = algorithms.chain(keyOf)

const stamp = { random: bits(4), tokenIdentifier: bits(24) }
const newKeyPart = bits(32)
const twoDigits = fc.integer({ min: 0, max: 99 }).map((index) => String(index).padStart(2, '0'))
const only = <const Value>(value: Value) => fc.constant(value)
const encrypted: fc.Arbitrary<TokenContent> = fc.oneof(
  fc.record({ tokenClass: only(0), subclass: bits(3) as fc.Arbitrary<CreditSubclass>, ...stamp, amountCode: bits(16) }),
  fc.record({ tokenClass: only(2), subclass: fc.constantFrom(...registerSubclasses), ...stamp, register: bits(16) }),
  fc.record({
    ...{ tokenClass: only(2), subclass: only(3), keyExpiryHigh: bits(4), keyRevisionNumber: bits(4) },
    ...{ isRollover: fc.boolean(), keyType: bits(2), newKeyPart },
  }),
  fc.record({ tokenClass: only(2), subclass: only(4), keyExpiryLow: bits(4), tariffIndex: twoDigits, newKeyPart }),
  fc.record({ tokenClass: only(2), subclass: fc.constantFrom(8 as const, 9 as const), supplyGroupPart: bits(12), newKeyPart }),
  fc.record({ tokenClass: only(2), subclass: fc.integer({ min: 10, max: 15 }), payload: fc.bigInt(0n, 2n ** 44n - 1n) }),
)
const testTokens = fc.oneof(
  fc.record({ tokenClass: only(1), subclass: only(0), control: bits(36), manufacturerCode: bits(8) }),
  fc.record({ tokenClass: only(1), subclass: only(1), control: bits(28), manufacturerCode: bits(16) }),
)

const isIntact = (token: string, key: DecoderKey): boolean | string => {
  const decoded = decodeToken(token, key)
  return isRejection(decoded) ? decoded.rejected : decoded.isIntact
}

describe('decoding is the inverse of encoding', () => {
  test('for 10,000 random tokens of every class, both algorithms', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 6, arbitrary: encrypted }, testTokens), keys, (content, key) => {
        const token = encodeToken(content, key)
        expect(token).toMatch(/^\d{20}$/)
        expect(decodeToken(token, key)).toMatchObject({ isIntact: true, tokenClass: content.tokenClass, content })
        expect(decodeToken(inGroups(token), key)).toEqual(decodeToken(token, key))
      }),
      { numRuns: 10_000, seed },
    )
  })

  test('for the digits of every block', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 2, 3), fc.bigInt(0n, 2n ** 64n - 1n), (tokenClass, block) => {
        expect(blockOfDigits(digitsOf({ tokenClass, block }))).toEqual({ tokenClass, block })
      }),
      { seed },
    )
  })

  test('for the tokens of a key change in any order', () => {
    const changes = algorithms.chain((algorithm) =>
      fc.record({
        ...{ oldKey: keyOf(algorithm), newKey: keyOf(algorithm), keyExpiryNumber: bits(8), keyType: bits(2), isRollover: fc.boolean() },
        ...{ keyRevisionNumber: fc.integer({ min: 1, max: 9 }), tariffIndex: twoDigits },
        supplyGroupCode: fc.constant(algorithm === '11' ? '012345' : undefined),
        order: fc.shuffledSubarray([0, 1, 2, 3].slice(0, algorithm === '11' ? 4 : 2), { minLength: algorithm === '11' ? 4 : 2 }),
      }),
    )
    fc.assert(
      fc.property(changes, ({ order, oldKey, ...received }) => {
        const tokens = keyChangeTokens({ oldKey, ...received }) as string[]
        expect(
          keyOfTokens(
            order.map((place) => tokens[place]!),
            oldKey,
          ),
        ).toEqual(received)
      }),
      { seed },
    )
  })
})

describe('a token that is not this meter’s', () => {
  test('is not intact under the key of another meter', () => {
    const found = fc.sample(fc.tuple(encrypted, keys), { numRuns: 2_000, seed }).map(([content, key]) => {
      const token = encodeToken(content, key)
      return isIntact(token, { ...key, bytes: key.bytes.with(3, key.bytes[3]! ^ 0x20) })
    })
    // One wrong token in 65,536 has a right checksum by chance.
    expect(found.filter((intact) => intact !== false)).toEqual([])
  })

  test('is not intact where one digit is another one', () => {
    const typed = fc.tuple(encrypted, keys, fc.integer({ min: 0, max: 19 }), fc.integer({ min: 1, max: 9 }))
    const found = fc.sample(typed, { numRuns: 2_000, seed }).map(([content, key, place, by]) => {
      const token = encodeToken(content, key)
      const digit = (Number(token[place]) + by) % 10
      return isIntact(token.slice(0, place) + digit + token.slice(place + 1), key)
    })
    // A digit may leave the range of tokens or name the class that is reserved: both are refused.
    expect([...new Set(found)].toSorted()).toEqual([false, 'sts-class-reserved', 'sts-token-digits'])
  })

  test('is not mistaken under the other algorithm', () => {
    const key = { algorithm: '07', bytes: new Uint8Array(8).fill(7) } as const
    const token = encodeToken({ tokenClass: 0, subclass: 1, random: 5, tokenIdentifier: 9, amountCode: 1 }, key)
    expect(isIntact(token, { algorithm: '11', bytes: new Uint8Array(16).fill(7) })).toBe(false)
  })
})

describe('digits that are no token', () => {
  const key: DecoderKey = { algorithm: '07', bytes: new Uint8Array(8) }
  test.each(['', '1234567890123456789', '123456789012345678901', '1234567890123456789a', '73786976294838206464', '99999999999999999999'])(
    'are refused: %s',
    (typed) => expect(decodeToken(typed, key)).toEqual({ rejected: 'sts-token-digits' }),
  )
  test('of class 3 and of the upper subclasses of credit are refused', () => {
    expect(decodeToken(digitsOf({ tokenClass: 3, block: 0n }), key)).toEqual({ rejected: 'sts-class-reserved' })
    const reserved = { tokenClass: 0, subclass: 9 as CreditSubclass, random: 0, tokenIdentifier: 0, amountCode: 0 } as const
    expect(decodeToken(encodeToken(reserved, key), key)).toEqual({ rejected: 'sts-class-reserved' })
  })
  test('are read with blanks and hyphens', () => {
    const token = encodeTestToken({ tokenClass: 1, subclass: 0, control: 1, manufacturerCode: 0 })
    expect(inGroups(token)).toBe('0000 0000 0001 5099 7584')
    expect(isIntact('0000-0000-0001-5099-7584', key)).toBe(true)
  })
})

describe('a key change that is not complete', () => {
  const oldKey: DecoderKey = { algorithm: '07', bytes: new Uint8Array(8).fill(1) }
  const change = {
    ...{ oldKey, newKey: { ...oldKey, bytes: new Uint8Array(8).fill(2) }, keyExpiryNumber: 255, keyRevisionNumber: 2, keyType: 2 },
    ...{ tariffIndex: '01', isRollover: false },
  }
  const [first, second] = keyChangeTokens(change) as [string, string]

  test('gives no key', () => {
    expect(keyOfTokens([first], oldKey)).toEqual({ rejected: 'sts-key-sections-missing' })
    expect(keyOfTokens([first, first], oldKey)).toEqual({ rejected: 'sts-key-sections-missing' })
    expect(keyOfTokens([first, second], change.newKey)).toEqual({ rejected: 'sts-token-of-another-key' })
    expect(keyOfTokens([first, '1'], oldKey)).toEqual({ rejected: 'sts-token-digits' })
  })
  test('needs keys of one algorithm, and the supply group with algorithm 11', () => {
    const newKey: DecoderKey = { algorithm: '11', bytes: new Uint8Array(16) }
    expect(keyChangeTokens({ ...change, newKey })).toEqual({ rejected: 'sts-key-length', details: { bytes: 8 } })
    expect(keyChangeTokens({ ...change, oldKey: newKey, newKey })).toEqual({ rejected: 'sts-supply-group-missing' })
  })
  test('a key has the length of its algorithm', () => {
    expect(decoderKeyOf('07', new Uint8Array(16))).toEqual({ rejected: 'sts-key-length', details: { bytes: 8 } })
    expect(decoderKeyOf('11', new Uint8Array(8))).toEqual({ rejected: 'sts-key-length', details: { bytes: 16 } })
  })
})
