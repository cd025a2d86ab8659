import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { keptOnce, type TokenResults } from './kept-results.ts'
import { type DecoderKey, type DerivationAlgorithm, deriveDecoderKey, type KeyCiphers, type KeyPurpose } from './sts/decoder-key.ts'
import { keyChangeTokens } from './sts/key-change.ts'
import { decodeToken, encodeTestToken, encodeToken } from './sts/token-codec.ts'
import type { TokenContent } from './sts/token-content.ts'
import { isAfterKeyExpiry, nextTokenIdentifier } from './sts/token-identifier.ts'
import { transferAmount } from './sts/transfer-amount.ts'
import type {
  CreditRequest,
  KeyChangeRequest,
  ManagementRequest,
  TestRequest,
  TokenVendor,
  VendedTokens,
  VendingMeter,
} from './token-vendor.ts'

/** The vending key of a supply group and generation. */
export type VendingKey = Pick<KeyPurpose, 'supplyGroupCode' | 'keyRevisionNumber' | 'keyType'> & {
  derivation: DerivationAlgorithm
  bytes: Uint8Array
}

export type SoftwareVendorParts = {
  keys: readonly VendingKey[]
  ciphers: KeyCiphers
  results: TokenResults
  /** A random number of 4 bits. */
  random(): number
}

const withoutAmount = { units: null, roundedUpUnits: null }

const keyFinder =
  ({ keys, ciphers }: SoftwareVendorParts) =>
  (meter: VendingMeter): DecoderKey | Rejection => {
    const { supplyGroupCode, keyRevisionNumber, keyType } = meter
    const found = keys.find(
      (key) => key.supplyGroupCode === supplyGroupCode && key.keyRevisionNumber === keyRevisionNumber && key.keyType === keyType,
    )
    if (!found) return rejected('sts-vending-key-missing', { group: supplyGroupCode, revision: keyRevisionNumber })
    return deriveDecoderKey(found.bytes, found.derivation, meter, ciphers)
  }

/** An identifier that the meter takes. */
const identifierFor = ({ meter, atMilliseconds, lastTokenIdentifier }: CreditRequest | ManagementRequest): number | Rejection => {
  const identifier = nextTokenIdentifier(meter.baseDate, atMilliseconds, lastTokenIdentifier)
  if (isRejection(identifier)) return identifier
  return isAfterKeyExpiry(identifier, meter.keyExpiryNumber) ? rejected('sts-key-expired') : identifier
}

/**
 * A vending module in software, for tests and for supply groups of the utility's own. It is not certified by the STS Association. It keeps no key
 * beyond `keys`, and no refusal or result has one.
 */
export const softwareVendor = (parts: SoftwareVendorParts): TokenVendor => {
  const { results, random } = parts
  const keyOf = keyFinder(parts)

  const once = keptOnce(results)

  const stamped = (
    request: CreditRequest | ManagementRequest,
    content: (stamp: { random: number; tokenIdentifier: number }) => TokenContent,
  ): VendedTokens | Rejection => {
    const key = keyOf(request.meter)
    if (isRejection(key)) return key
    const tokenIdentifier = identifierFor(request)
    if (isRejection(tokenIdentifier)) return tokenIdentifier
    return { tokens: [encodeToken(content({ random: random(), tokenIdentifier }), key)], tokenIdentifier, ...withoutAmount }
  }

  const credit = (request: CreditRequest): VendedTokens | Rejection => {
    const amount = transferAmount(request.units)
    if (isRejection(amount)) return amount
    const { code, units, roundedUpUnits } = amount
    const vended = stamped(request, (stamp) => ({ tokenClass: 0, subclass: request.subclass, ...stamp, amountCode: code }))
    return isRejection(vended) ? vended : { ...vended, units, roundedUpUnits }
  }

  const keyChange = ({ meter, next }: KeyChangeRequest): VendedTokens | Rejection => {
    const [oldKey, newKey] = [keyOf(meter), keyOf(next)]
    if (isRejection(oldKey)) return oldKey
    if (isRejection(newKey)) return newKey
    const tokens = keyChangeTokens({ oldKey, newKey, ...next, isRollover: next.baseDate !== meter.baseDate })
    return isRejection(tokens) ? tokens : { tokens, tokenIdentifier: null, ...withoutAmount }
  }

  const test = ({ requestId, ...content }: TestRequest): VendedTokens => ({
    ...{ tokens: [encodeTestToken({ tokenClass: 1, ...content })], tokenIdentifier: null },
    ...withoutAmount,
  })

  return {
    issueCredit: (request) => once('credit', request, () => credit(request)),
    issueManagement: (request) =>
      once('management', request, () =>
        stamped(request, (stamp) => ({ tokenClass: 2, subclass: request.subclass, ...stamp, register: request.register })),
      ),
    issueTest: (request) => once('test', request, () => test(request)),
    changeKey: (request) => once('key-change', request, () => keyChange(request)),
    verify: async (meter, token) => {
      const key = keyOf(meter)
      return isRejection(key) ? key : decodeToken(token, key)
    },
    fetchTokenResult: async (requestId) => (await results.find(requestId))?.vended,
  }
}
