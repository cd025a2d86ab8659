import { createCipheriv, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TokenResult } from './kept-results.ts'
import { type SoftwareVendorParts, softwareVendor, type VendingKey } from './software-vendor.ts'
import { bytesOfHex } from './sts/token-bits.ts'
import { describeTokenVendor, suiteMeter } from './token-vendor.conformance.ts'

const suiteKey: VendingKey = {
  ...{ supplyGroupCode: '123457', keyRevisionNumber: 1, keyType: 2, derivation: '04' },
  bytes: bytesOfHex('abababababababab949494949494949401234567')!,
}

const partsOf = (changes: Partial<SoftwareVendorParts> = {}): SoftwareVendorParts => {
  const kept = new Map<string, TokenResult>()
  return {
    keys: [suiteKey],
    ciphers: {
      encryptDes: (key, block) =>
        createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null)
          .setAutoPadding(false)
          .update(block),
      hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
    },
    results: {
      find: async (requestId) => kept.get(requestId),
      keep: async (result) => {
        const earlier = kept.get(result.requestId)
        if (!earlier) kept.set(result.requestId, result)
        return earlier ?? result
      },
    },
    random: () => Math.floor(Math.random() * 16),
    ...changes,
  }
}

describeTokenVendor('in software', async () => ({ vendor: softwareVendor(partsOf()), meter: suiteMeter, unknownGroup: '999999' }))

test('has the tokens of the published suite', async () => {
  const vendor = softwareVendor(partsOf({ random: () => 5 }))
  const atMilliseconds = Date.parse('2004-03-01T13:00:00Z')
  expect(await vendor.issueCredit({ requestId: '1', meter: suiteMeter, subclass: 0, units: 1, atMilliseconds })).toMatchObject({
    tokens: ['59386323472137426967'],
  })
  expect(await vendor.changeKey({ requestId: '2', meter: suiteMeter, next: { ...suiteMeter, tariffIndex: '02' } })).toMatchObject({
    tokens: ['34812744915211133004', '46903925208523674737', '71464563847088610152', '67904239402617643990'],
  })
})

test('states a rollover where the base date changes', async () => {
  const vendor = softwareVendor(partsOf({ keys: [suiteKey, { ...suiteKey, keyRevisionNumber: 4 }, { ...suiteKey, keyRevisionNumber: 5 }] }))
  const meter = { ...suiteMeter, algorithm: '07', keyRevisionNumber: 4, baseDate: 2014 } as const
  const changed = await vendor.changeKey({ requestId: '1', meter, next: { ...meter, keyRevisionNumber: 5, baseDate: 2035 } })
  expect(changed).toMatchObject({ tokens: ['44163577485799480640', '26556810679164981397'] })
})

test('refuses where another process kept another request under the identifier meanwhile', async () => {
  const foreign: TokenResult = {
    ...{ requestId: '1', asked: 'another', vended: { tokens: [], tokenIdentifier: null, units: null, roundedUpUnits: null } },
  }
  const vendor = softwareVendor(partsOf({ results: { find: async () => undefined, keep: async () => foreign } }))
  expect(await vendor.issueTest({ requestId: '1', subclass: 0, control: 1, manufacturerCode: 0 })).toEqual({
    rejected: 'sts-request-id-used',
  })
})
