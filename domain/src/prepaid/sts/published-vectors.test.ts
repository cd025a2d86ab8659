import { createCipheriv, createHmac } from 'node:crypto'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { type DecoderKey, type DerivationAlgorithm, deriveDecoderKey, type KeyCiphers, type KeyPurpose } from './decoder-key.ts'
import { keyChangeTokens, keyOfTokens } from './key-change.ts'
import { decryptMisty1, encryptMisty1 } from './misty1-cipher.ts'
import { bytesOfHex, hexOf } from './token-bits.ts'
import { decodeToken, encodeTestToken, encodeToken } from './token-codec.ts'
import { bodyOf, type CreditSubclass, type RegisterSubclass, type TokenContent } from './token-content.ts'
import { crcOf } from './token-crc.ts'
import { instantOfToken, nextTokenIdentifier } from './token-identifier.ts'
import { transferAmount, unitsOfCode, unitsOfDecimal } from './transfer-amount.ts'

/** Vectors of the suites STS 531-1 of classes 0, 1 and 2, as public test files print them. The keys are those of the suites and no secret. */
const suite = { '02': 'abababababababab', '04': 'abababababababab949494949494949401234567' }
const random = 5

const ciphers: KeyCiphers = {
  encryptDes: (key, block) =>
    createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null)
      .setAutoPadding(false)
      .update(block),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
}

const accepted = <Result>(result: Result | Rejection): Result => {
  if (isRejection(result)) throw new Error(`refused: ${result.rejected}`)
  return result
}

const keyOf = (derivation: DerivationAlgorithm, changes: Partial<KeyPurpose> = {}): DecoderKey => {
  const purpose: KeyPurpose = {
    ...{ keyType: 2, supplyGroupCode: derivation === '02' ? '123456' : '123457', tariffIndex: '01', keyRevisionNumber: 1 },
    ...{ meterPan: '600727000000000009', algorithm: '07', baseDate: 1993 },
    ...changes,
  }
  return accepted(deriveDecoderKey(bytesOfHex(suite[derivation])!, derivation, purpose, ciphers))
}
const sta = keyOf('02')
const misty = keyOf('04', { algorithm: '11' })

type CreditVector = readonly [subclass: CreditSubclass, at: string, cubicMetres: string, token: string]

const staCredit: readonly CreditVector[] = [
  [0, '2004-03-01T13:55Z', '0.1', '23716100501183194197'],
  [1, '2004-03-01T14:05Z', '0.1', '42502136492215507402'],
  [2, '2004-03-01T14:15Z', '0.1', '67586531586639825066'],
  [1, '2005-05-23T10:01Z', '1', '15415954497866603070'],
  [1, '2006-04-23T23:10:03Z', '16384', '64605231735471529556'],
  [1, '2006-04-24T11:00Z', '1818624', '27442853458265256809'],
  [1, '2006-04-24T11:02Z', '182264', '49837510367703553651'],
  [1, '2006-04-24T11:04Z', '182.5', '31056801750423680816'],
  [1, '2006-04-24T20:10Z', '0', '16838670950350007721'],
  [1, '2006-04-24T20:12Z', '123', '29433837651179279051'],
  [1, '2006-05-12T20:15Z', '15671.4', '07426208391727345260'],
  [2, '2006-05-27T10:02Z', '16383', '42894813892015838675'],
  [2, '2007-04-24T10:04Z', '180224', '02188175533508938765'],
  [2, '2007-04-26T11:01Z', '182624', '21792662786579369978'],
  [2, '2007-04-26T11:03Z', '42624', '23701256401082544774'],
  [2, '2007-04-26T11:05Z', '17814', '41502904237047264837'],
  [2, '2007-04-26T11:00Z', '10449', '57141025105111259130'],
  [2, '2007-04-26T20:14Z', '80224', '53540735038206224963'],
]
const mistyCredit: readonly CreditVector[] = [
  [0, '2004-04-01T00:30Z', '25.6', '63638916334124550935'],
  [2, '2004-04-01T00:30Z', '25.6', '34672027639183365663'],
  [1, '2004-04-01T00:35Z', '1638.3', '41707569065487034639'],
  [0, '2004-04-01T00:40Z', '1638.4', '45798100519745983712'],
  [2, '2004-04-01T00:40Z', '1638.4', '60875440664020961982'],
  [1, '2004-04-01T00:45Z', '2000', '72478269627942954182'],
  [0, '2004-04-01T00:50Z', '18022.3', '33933484656539803471'],
  [2, '2004-04-01T00:50Z', '18022.3', '16614677156798904170'],
  [1, '2004-04-01T00:55Z', '18022.4', '68979561791500831417'],
  [0, '2004-04-01T01:44Z', '181862.3', '00383912203740575049'],
  [2, '2004-04-01T01:44Z', '181862.3', '38374198840578367339'],
  [1, '2004-04-01T01:49Z', '181862.4', '49560207524955523897'],
  [0, '2004-04-01T01:54Z', '1820162.4', '44964671935361377806'],
  [2, '2004-04-01T01:54Z', '1820162.4', '40332503820747813730'],
  [2, '2004-03-01T13:10Z', '0.1', '52059556253782091701'],
]
/** Another PAN, and meters of the base dates 2014 and 2035. */
const otherMeters: readonly [changes: Partial<KeyPurpose>, CreditVector][] = [
  [{ meterPan: '000001000000000082' }, [2, '2004-03-01T13:30Z', '0.1', '22735221987748758248']],
  [{ baseDate: 2014, keyRevisionNumber: 4 }, [2, '2014-01-01T08:10Z', '0.1', '06094571069413075467']],
  [{ baseDate: 2035, keyRevisionNumber: 5 }, [2, '2035-01-01T08:10Z', '0.1', '11741155092330337876']],
]

const stampOf = (at: string, baseDate: KeyPurpose['baseDate'] = 1993) => ({
  random,
  tokenIdentifier: accepted(nextTokenIdentifier(baseDate, Date.parse(at))),
})

const expectBothWays = (content: TokenContent, token: string, key: DecoderKey): void => {
  expect(encodeToken(content, key)).toBe(token)
  expect(decodeToken(token, key)).toMatchObject({ isIntact: true, content })
}

const expectCredit = ([subclass, at, cubicMetres, token]: CreditVector, key: DecoderKey, baseDate: KeyPurpose['baseDate'] = 1993): void => {
  const units = unitsOfDecimal(cubicMetres, 10)!
  const amount = accepted(transferAmount(units))
  const stamp = stampOf(at, baseDate)
  expectBothWays({ tokenClass: 0, subclass, ...stamp, amountCode: amount.code }, token, key)
  expect(instantOfToken(baseDate, stamp.tokenIdentifier)).toBe(Math.floor(Date.parse(at) / 60_000) * 60_000)
  expect(unitsOfCode(amount.code)).toBeGreaterThanOrEqual(units)
}

describe('credit tokens of the suites', () => {
  test.each(staCredit)('algorithm 07, subclass %d at %s of %s', (...vector) => expectCredit(vector, sta))
  test.each(mistyCredit)('algorithm 11, subclass %d at %s of %s', (...vector) => expectCredit(vector, misty))
  test.each(otherMeters)('algorithm 11 of the meter %o', (changes, vector) => {
    expectCredit(vector, keyOf('04', { algorithm: '11', ...changes }), changes.baseDate)
  })
  test('carry the amounts that the suites state', () => {
    const carried = (cubicMetres: string) => accepted(transferAmount(unitsOfDecimal(cubicMetres, 10)!)).units
    const stated = { 16384: 163_844, 1818624: 18_186_624, 182264: 1_823_624, 180224: 1_802_324, 42624: 426_324, 17814: 178_144 }
    for (const [bought, units] of Object.entries(stated)) expect(carried(bought)).toBe(units)
  })
})

type RegisterVector = readonly [subclass: RegisterSubclass, at: string, register: number | { value: number }, token: string]

const all = 0xffff
const staRegisters: readonly RegisterVector[] = [
  [0, '2004-03-28T09:01Z', { value: 1000 }, '50901894209860263092'],
  [1, '2004-03-28T09:15Z', all, '29511990995826640868'],
  [1, '2004-03-29T00:00Z', all, '10208942296089183521'],
  [1, '2004-03-29T00:01Z', all, '20388873191656671689'],
  [1, '2004-03-29T00:03Z', all, '43348834939937913498'],
  [1, '2004-04-01T09:00Z', 0, '24406351748405762287'],
  [1, '2004-04-01T09:05Z', all, '48263195037886996694'],
  [5, '2004-03-28T10:00Z', 0, '37037300014464855694'],
  [6, '2004-03-28T10:20Z', { value: 10 }, '30220533115430798647'],
  [0, '2004-04-01T07:00Z', { value: 256 }, '41932934023937597177'],
  [0, '2004-04-01T07:10Z', { value: 16384 }, '49726922948713857933'],
  [0, '2004-04-01T07:15Z', { value: 20000 }, '49240429350369491663'],
  [0, '2004-04-01T07:25Z', { value: 180224 }, '19230023168014606006'],
  [0, '2004-04-01T07:35Z', { value: 1818624 }, '39289527337368539951'],
]
const mistyRegisters: readonly RegisterVector[] = [
  [0, '2004-03-28T09:01Z', { value: 1000 }, '26521936751055502278'],
  [1, '2004-03-28T09:15Z', all, '59725289138639529749'],
  [5, '2004-03-28T10:00Z', 0, '02455019196514047304'],
  [6, '2004-03-28T10:20Z', { value: 10 }, '16135127146988830614'],
]

const registerContent = ([subclass, at, typed]: RegisterVector): TokenContent => {
  const register = typeof typed === 'number' ? typed : accepted(transferAmount(typed.value)).code
  return { tokenClass: 2, subclass, ...stampOf(at), register }
}

describe('management tokens of the suites', () => {
  test.each(staRegisters)('algorithm 07, subclass %d at %s', (...vector) => expectBothWays(registerContent(vector), vector[3], sta))
  test.each(mistyRegisters)('algorithm 11, subclass %d at %s', (...vector) => expectBothWays(registerContent(vector), vector[3], misty))
  test('with a key of DKGA04 under algorithm 07', () => {
    expectBothWays(registerContent([1, '2008-05-26T08:00Z', all, '']), '08144275084202187413', keyOf('04'))
  })
  test('have the printed block before the encryption', () => {
    const body = bodyOf(registerContent(staRegisters[0]!))
    expect(((body << 16n) | BigInt(crcOf(2, body))).toString(16)).toBe('55a2f1d03e8f8f4')
  })
  test('round their value up', () => {
    const codeOf = (value: number) => accepted(transferAmount(value)).code
    expect([20_000, 180_223, 180_224, 18_201_624].map(codeOf)).toEqual([0x416a, 0x8000, 0x8000, 0xffff])
  })
})

describe('test tokens of the suites', () => {
  test.each([
    [0, 0xf_ffff_ffff, '56493153725450313471'],
    [1, 0xfff_ffff, '02305843005052951967'],
    [0, 1, '00000000000150997584'],
    [1, 1, '01152921509036054672'],
    [0, 4, '00000000000201328896'],
    [1, 4, '01152921521920952465'],
    [0, 0x400, '00000000017314105857'],
    [1, 0x400, '01152925902787577952'],
  ] as const)('subclass %d with the tests %d', (subclass, control, token) => {
    const content = { tokenClass: 1, subclass, control, manufacturerCode: 0 } as const
    expect([encodeTestToken(content), encodeToken(content, sta)]).toEqual([token, token])
    expect(decodeToken(token, misty)).toMatchObject({ isIntact: true, content })
  })
})

describe('key changes of the suites', () => {
  const change = { keyExpiryNumber: 255, keyRevisionNumber: 1, keyType: 2, tariffIndex: '02', isRollover: false }

  test.each([
    [
      'another tariff index',
      { ...change, oldKey: sta, newKey: keyOf('02', { tariffIndex: '02' }) },
      ['51638423060042734509', '15361891762113502242'],
    ],
    [
      'another expiry under the same key',
      {
        ...change,
        ...{ keyExpiryNumber: 85, keyRevisionNumber: 2, tariffIndex: '01' },
        oldKey: keyOf('02', { keyRevisionNumber: 2 }),
        newKey: keyOf('02', { keyRevisionNumber: 2 }),
      },
      ['44144630105464684572', '31162823148845145254'],
    ],
    [
      'a rollover to 2035',
      {
        ...change,
        ...{ keyRevisionNumber: 5, tariffIndex: '01', isRollover: true },
        oldKey: keyOf('04', { keyRevisionNumber: 4, baseDate: 2014 }),
        newKey: keyOf('04', { keyRevisionNumber: 5, baseDate: 2035 }),
      },
      ['44163577485799480640', '26556810679164981397'],
    ],
    [
      'four sections of algorithm 11',
      { ...change, oldKey: misty, newKey: keyOf('04', { algorithm: '11', tariffIndex: '02' }), supplyGroupCode: '123457' },
      ['34812744915211133004', '46903925208523674737', '71464563847088610152', '67904239402617643990'],
    ],
  ] as const)('%s', (_, { oldKey, ...received }, tokens) => {
    expect(keyChangeTokens({ oldKey, ...received })).toEqual(tokens)
    expect(keyOfTokens(tokens.toReversed(), oldKey)).toEqual({ supplyGroupCode: undefined, ...received })
  })
})

describe('keys, ciphers and fields', () => {
  test('keys of the suites', () => {
    const printed = [
      sta,
      keyOf('02', { tariffIndex: '02' }),
      keyOf('02', { keyRevisionNumber: 2 }),
      misty,
      keyOf('04', { algorithm: '11', tariffIndex: '02' }),
    ]
    expect(printed.map(({ bytes }) => hexOf(bytes))).toEqual([
      '6ff35b9d1f3453e6',
      'f1279ac543860b06',
      '4144c03769dc69f4',
      'f94b6ed353c3bfdb113e2d3a7ea3c41d',
      'b208834372ef892ef6e04c28593090d4',
    ])
    // Documents print these two as the cipher has them.
    const ofCipher = [keyOf('04'), keyOf('04', { keyRevisionNumber: 5, baseDate: 2035 })].map(({ bytes }) => hexOf(bytes.toReversed()))
    expect(ofCipher).toEqual(['aa4baa8749c10d27', 'b08205e074afc5d6'])
  })

  test('MISTY1 of RFC 2994', () => {
    const key = bytesOfHex('00112233445566778899aabbccddeeff')!
    const pairs = [
      [0x0123456789abcdefn, 0x8b1da5f56ab3d07cn],
      [0xfedcba9876543210n, 0x04b68240b13be95dn],
    ] as const
    for (const [clear, encrypted] of pairs) {
      expect([encryptMisty1(key, clear), decryptMisty1(key, encrypted)]).toEqual([encrypted, clear])
    }
  })

  test('the checksum of the simulator, and the minute of the reference', () => {
    expect(crcOf(0, 0x0004a2d900ff2n)).toBe(0x0ffa)
    expect(nextTokenIdentifier(2014, Date.parse('2026-11-21T02:54Z'))).toBe(0x676d8e)
  })
})
