import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreditRequest, TokenVendor, VendedTokens, VendingMeter } from './token-vendor.ts'

/** The meter of the published suites; an adapter of a security module is tested with a meter that its keys know. */
export const suiteMeter: VendingMeter = {
  ...{ keyType: 2, supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, meterPan: '600727000000000009' },
  ...{ algorithm: '11', baseDate: 1993, keyExpiryNumber: 255 },
}

/**
 * Requirements of every vending module, whether it is software or an adapter. `unknownGroup` is a supply group of which it has no key. Some modules do
 * not read the tokens of a key change.
 */
export const describeTokenVendor = (
  name: string,
  open: () => Promise<{ vendor: TokenVendor; meter: VendingMeter; unknownGroup: string; stop?: () => Promise<unknown> }>,
  { readsKeyChanges = true }: { readsKeyChanges?: boolean } = {},
): void => {
  describe(`the vending module ${name}`, () => {
    let vendor: TokenVendor
    let meter: VendingMeter
    let unknownGroup: string
    let requests = 0
    let stop: (() => Promise<unknown>) | undefined
    beforeAll(async () => {
      ;({ vendor, meter, unknownGroup, stop } = await open())
    })
    afterAll(async () => stop?.())

    const requestId = (): string => `request-${++requests}`
    const sale = (changes: Partial<CreditRequest> = {}): CreditRequest => ({
      ...{ requestId: requestId(), meter, subclass: 1, units: 347, atMilliseconds: Date.parse('2024-03-01T14:05:00Z') },
      ...changes,
    })
    const accepted = (result: VendedTokens | Rejection): VendedTokens => {
      if (isRejection(result)) throw new Error(`refused: ${result.rejected}`)
      return result
    }
    const contentOf = async (token: string, of = meter) => {
      const decoded = await vendor.verify(of, token)
      if (isRejection(decoded)) throw new Error(`refused: ${decoded.rejected}`)
      return decoded.isIntact ? decoded.content : undefined
    }

    test('issues credit that its meter can read', async () => {
      const { tokens, tokenIdentifier, units, roundedUpUnits } = accepted(await vendor.issueCredit(sale()))
      expect(await contentOf(tokens[0]!)).toMatchObject({ tokenClass: 0, subclass: 1, tokenIdentifier, amountCode: 347 })
      expect([tokens.length, units, roundedUpUnits]).toEqual([1, 347, 0])
    })

    test('states the amount that was added by rounding up, and refuses one that no token carries', async () => {
      expect(await vendor.issueCredit(sale({ units: 163_830 }))).toMatchObject({ units: 163_834, roundedUpUnits: 4 })
      expect(await vendor.issueCredit(sale({ units: 18_201_625 }))).toMatchObject({ rejected: 'sts-amount-too-large' })
    })

    test('gives the same request the same token, at a later time too, and issues it once', async () => {
      const request = sale()
      const first = accepted(await vendor.issueCredit(request))
      const again = await vendor.issueCredit({ ...request, atMilliseconds: request.atMilliseconds + 3_600_000, lastTokenIdentifier: 1 })
      expect([again, await vendor.fetchTokenResult(request.requestId)]).toEqual([first, first])
    })

    test('gives repeats that arrive together one token', async () => {
      const request = sale()
      const all = await Promise.all(Array.from({ length: 10 }, () => vendor.issueCredit(request)))
      expect(new Set(all.map((vended) => accepted(vended).tokens[0]))).toHaveLength(1)
    })

    test('refuses another request under the same identifier', async () => {
      const request = sale()
      await vendor.issueCredit(request)
      expect(await vendor.issueCredit({ ...request, units: 348 })).toEqual({ rejected: 'sts-request-id-used' })
      expect(await vendor.issueManagement({ ...request, subclass: 1, register: 0xffff })).toEqual({ rejected: 'sts-request-id-used' })
    })

    test('has no result of a request that it has not seen or that it refused', async () => {
      const refused = sale({ meter: { ...meter, supplyGroupCode: unknownGroup } })
      const details = { group: unknownGroup, revision: meter.keyRevisionNumber }
      expect(await vendor.issueCredit(refused)).toEqual({ rejected: 'sts-vending-key-missing', details })
      expect(await vendor.fetchTokenResult(refused.requestId)).toBeUndefined()
      expect(await vendor.fetchTokenResult('never')).toBeUndefined()
    })

    test('gives identifiers that rise and that the meter takes', async () => {
      const first = accepted(await vendor.issueCredit(sale()))
      const second = accepted(await vendor.issueCredit(sale({ lastTokenIdentifier: first.tokenIdentifier! })))
      expect(second.tokenIdentifier).toBe(first.tokenIdentifier! + 1)
      const expired = { ...meter, keyExpiryNumber: (first.tokenIdentifier! >>> 16) - 1 }
      expect(await vendor.issueCredit(sale({ meter: expired }))).toEqual({ rejected: 'sts-key-expired' })
    })

    test('issues management and test tokens', async () => {
      const { tokens } = accepted(await vendor.issueManagement({ ...sale(), subclass: 1, register: 0xffff }))
      expect(await contentOf(tokens[0]!)).toMatchObject({ tokenClass: 2, subclass: 1, register: 0xffff })
      const all = { requestId: requestId(), subclass: 0, control: 0xf_ffff_ffff, manufacturerCode: 0 } as const
      expect(await vendor.issueTest(all)).toMatchObject({ tokens: ['56493153725450313471'], tokenIdentifier: null })
    })

    test('changes a key by its own request alone: tokens of the new key are of the new generation', async () => {
      const next = { ...meter, tariffIndex: meter.tariffIndex === '02' ? '03' : '02' }
      const { tokens } = accepted(await vendor.changeKey({ requestId: requestId(), meter, next }))
      expect(tokens).toHaveLength(meter.algorithm === '07' ? 2 : 4)
      if (readsKeyChanges) expect(await contentOf(tokens[0]!)).toMatchObject({ tokenClass: 2, subclass: 3 })
      const credit = accepted(await vendor.issueCredit(sale({ meter: next }))).tokens[0]!
      expect([await contentOf(credit, next), await contentOf(credit)]).toEqual([expect.objectContaining({ tokenClass: 0 }), undefined])
    })
  })
}
