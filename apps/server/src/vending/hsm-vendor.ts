import { keptOnce, type TokenResults } from '@nightflow/domain/prepaid/kept-results'
import { decodeToken } from '@nightflow/domain/prepaid/sts/token-codec'
import type { CreditSubclass, RegisterSubclass } from '@nightflow/domain/prepaid/sts/token-content'
import { blockOfDigits } from '@nightflow/domain/prepaid/sts/token-digits'
import { isAfterKeyExpiry, nextTokenIdentifier } from '@nightflow/domain/prepaid/sts/token-identifier'
import { transferAmount, unitsOfCode } from '@nightflow/domain/prepaid/sts/transfer-amount'
import type {
  CreditRequest,
  KeyChangeRequest,
  ManagementRequest,
  TestRequest,
  TokenVendor,
  VendedTokens,
  VendingMeter,
  VerifiedToken,
} from '@nightflow/domain/prepaid/token-vendor'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { oneAtATime } from './one-at-a-time.ts'
import type { ThriftValue } from './thrift-binary.ts'
import { ModuleSilent } from './thrift-connection.ts'
import { bool, type IssuedToken, i16, i32, struct, type TokenApi, TokenApiError, text } from './token-api.ts'

export type HsmParts = {
  api: TokenApi
  results: TokenResults
  /** The supply groups of the tenant: one module has the keys of several. */
  supplyGroups: ReadonlySet<string>
}

/** Typed on a keypad. */
const tokenCarrier = 2
/** `TID_ADJUST_BDT`: the time of a call is the identifier itself, counted from 1993. The meter's stream has chosen it. */
const identifierIsGiven = 2
const clearCredit = 1
const clearTamper = 5
const testClass = 1
const reservedClass = 3
const minuteMilliseconds = 60_000
const withoutAmount = { tokenIdentifier: null, units: null, roundedUpUnits: null }

/** Both permissions to change a key on the way are withheld: their default is to give them. */
const meterOf = (meter: VendingMeter): ThriftValue =>
  struct({
    ...{ 1: text(meter.meterPan), 2: i16(Number(meter.algorithm)), 3: i16(tokenCarrier), 10: i32(Number(meter.supplyGroupCode)) },
    ...{ 11: i16(meter.keyRevisionNumber), 12: i16(Number(meter.tariffIndex)), 21: bool(false), 30: i16(meter.keyExpiryNumber) },
    ...{ 32: bool(false), 33: bool(false) },
  })

/** Minutes from 1993 to the base date of a meter. */
const baseDateMinutes = ({ baseDate }: VendingMeter): number => (Date.UTC(baseDate, 0, 1) - Date.UTC(1993, 0, 1)) / minuteMilliseconds

/** Units as the module takes them: it codes them by itself. Two registers are no amounts. */
const unitsOfRegister = (subclass: RegisterSubclass, register: number): number =>
  subclass === clearCredit || subclass === clearTamper ? register : unitsOfCode(register)

const isOfMeter = ({ pan, supplyGroup, keyRevision, tariffIndex }: IssuedToken, meter: VendingMeter): boolean =>
  pan === meter.meterPan &&
  supplyGroup === Number(meter.supplyGroupCode) &&
  keyRevision === meter.keyRevisionNumber &&
  tariffIndex === Number(meter.tariffIndex)

const missingKey = ({ supplyGroupCode, keyRevisionNumber }: VendingMeter): Rejection =>
  rejected('sts-vending-key-missing', { group: supplyGroupCode, revision: keyRevisionNumber })

/** A refusal of the module in the words of the port. Its sentences are not repeated: they may quote what was sent. */
const refusalOf = (error: unknown, meter: VendingMeter | undefined): Rejection => {
  if (!(error instanceof TokenApiError)) throw error
  const { code } = error
  if (meter && code === 'EKeystore.NotFound') return missingKey(meter)
  if (meter && code === 'ESts.VkBeforeBdt') return rejected('sts-before-base-date', { year: meter.baseDate })
  if (code === 'ESts.VkExpired') return rejected('sts-key-expired')
  // Its own people have to sign in again or repair it: the same request succeeds then.
  if (code.startsWith('EAuthentication') || code.startsWith('ESignin')) throw new ModuleSilent(`the module refuses the sign-in: ${code}`)
  return rejected('sts-module-refused', { code })
}

const refusing = async <T>(meter: VendingMeter | undefined, run: () => Promise<T>): Promise<T | Rejection> => {
  try {
    return await run()
  } catch (error) {
    return refusalOf(error, meter)
  }
}

type Wanted = { meter: VendingMeter; tokenClass: 0 | 2; subclass: number; units: number }

/** The one token of a request. A module that adds a change of the key to it does what is not permitted. */
const onlyToken = (tokens: readonly IssuedToken[]): IssuedToken => {
  const [token] = tokens
  if (!token || tokens.length > 1) throw new ModuleSilent('the module made tokens that were not asked for')
  return token
}

const isWanted = (token: IssuedToken, { meter, tokenClass, subclass, units }: Wanted): boolean =>
  isOfMeter(token, meter) && token.tokenClass === tokenClass && token.subclass === subclass && token.amount === units

/** The adapter of a security module with the TokenAPI of Prism: keys stay inside, and its memory is asked before a request is repeated. */
export const hsmVendor = ({ api, results, supplyGroups }: HsmParts): TokenVendor => {
  const once = keptOnce(results)
  const queue = oneAtATime()

  const ofTenant = (meter: VendingMeter): Rejection | undefined => (supplyGroups.has(meter.supplyGroupCode) ? undefined : missingKey(meter))

  const stamped = async (
    verb: 'issueCreditToken' | 'issueMseToken',
    request: CreditRequest | ManagementRequest,
    wanted: Wanted,
  ): Promise<IssuedToken | Rejection> => {
    const { requestId, meter, atMilliseconds, lastTokenIdentifier } = request
    const refused = ofTenant(meter)
    if (refused) return refused
    const earlier = await api.fetchTokenResult(requestId)
    if (earlier) return isWanted(onlyToken(earlier), wanted) ? onlyToken(earlier) : rejected('sts-request-id-used')
    const identifier = nextTokenIdentifier(meter.baseDate, atMilliseconds, lastTokenIdentifier)
    if (isRejection(identifier)) return identifier
    if (isAfterKeyExpiry(identifier, meter.keyExpiryNumber)) return rejected('sts-key-expired')
    const { subclass, units } = wanted
    const tokenTime = identifier + baseDateMinutes(meter)
    const token = onlyToken(
      await api.issueTokens(verb, requestId, { meter: meterOf(meter), subclass, units, tokenTime, flags: identifierIsGiven }),
    )
    if (!isWanted(token, wanted) || token.tokenIdentifier !== identifier) throw new ModuleSilent('the module made another token')
    return token
  }

  const credit = async (request: CreditRequest): Promise<VendedTokens | Rejection> => {
    const { meter, subclass, units } = request
    const amount = transferAmount(units)
    if (isRejection(amount)) return amount
    const token = await stamped('issueCreditToken', request, { meter, tokenClass: 0, subclass, units: amount.units })
    if (isRejection(token)) return token
    return { tokens: [token.digits], tokenIdentifier: token.tokenIdentifier, units: amount.units, roundedUpUnits: amount.units - units }
  }

  const management = async (request: ManagementRequest): Promise<VendedTokens | Rejection> => {
    const { meter, subclass, register } = request
    const token = await stamped('issueMseToken', request, { meter, tokenClass: 2, subclass, units: unitsOfRegister(subclass, register) })
    return isRejection(token) ? token : { ...withoutAmount, tokens: [token.digits], tokenIdentifier: token.tokenIdentifier }
  }

  const keyChange = async ({ requestId, meter, next }: KeyChangeRequest): Promise<VendedTokens | Rejection> => {
    const refused = ofTenant(meter) ?? ofTenant(next)
    if (refused) return refused
    const earlier = await api.fetchTokenResult(requestId)
    if (earlier?.some(({ pan, tokenClass }) => pan !== meter.meterPan || tokenClass !== 2)) return rejected('sts-request-id-used')
    const amendment = struct({ 1: i32(Number(next.supplyGroupCode)), 2: i16(next.keyRevisionNumber), 3: i16(Number(next.tariffIndex)) })
    const made = earlier ?? (await api.issueKeyChangeTokens(requestId, meterOf(meter), amendment))
    return { ...withoutAmount, tokens: made.map(({ digits }) => digits) }
  }

  const test = async ({ requestId, subclass, control, manufacturerCode }: TestRequest): Promise<VendedTokens> => ({
    ...withoutAmount,
    tokens: [await api.issueMeterTestToken(requestId, subclass, control, manufacturerCode)],
  })

  /** Repeats that arrive together wait for the first one. */
  const issue = (
    kind: string,
    request: { requestId: string; meter?: VendingMeter },
    make: () => Promise<VendedTokens | Rejection>,
  ): Promise<VendedTokens | Rejection> => queue(request.requestId, () => refusing(request.meter, () => once(kind, request, make)))

  return {
    issueCredit: (request) => issue('credit', request, () => credit(request)),
    issueManagement: (request) => issue('management', request, () => management(request)),
    issueTest: (request) => issue('test', request, () => test(request)),
    changeKey: (request) => issue('key-change', request, () => keyChange(request)),
    verify: (meter, digits) => refusing(meter, async () => ofTenant(meter) ?? verify(api, meter, digits)),
    fetchTokenResult: async (requestId) => {
      const kept = await results.find(requestId)
      if (kept) return kept.vended
      const made = await api.fetchTokenResult(requestId)
      return made && resultOf(made)
    },
  }
}

/** The tokens of a request, as far as the module remembers it; what was rounded up follows from the request alone. */
const resultOf = (made: readonly IssuedToken[]): VendedTokens => {
  const [first] = made
  const isCredit = first?.tokenClass === 0
  return {
    tokens: made.map(({ digits }) => digits),
    tokenIdentifier: made.length === 1 ? first!.tokenIdentifier : null,
    ...{ units: isCredit ? first.amount : null, roundedUpUnits: null },
  }
}

const verify = async (api: TokenApi, meter: VendingMeter, digits: string): Promise<VerifiedToken | Rejection> => {
  const block = blockOfDigits(digits)
  if (isRejection(block)) return block
  if (block.tokenClass === reservedClass) return rejected('sts-class-reserved')
  // Tests are not encrypted, and a module does not verify them.
  if (block.tokenClass === testClass) return decodeToken(digits, { algorithm: '07', bytes: new Uint8Array(8) })
  const { result, token } = await api.verifyToken(meterOf(meter), digits)
  if (result === 'EVerify.KeyExpired') return rejected('sts-key-expired')
  if (result !== 'EVerify.Ok' || !token) return { isIntact: false }
  const { tokenClass, subclass, tokenIdentifier, amount } = token
  const coded = subclass === clearCredit && tokenClass === 2 ? amount : codeOf(amount)
  return tokenClass === 0
    ? { isIntact: true, content: { tokenClass, subclass: subclass as CreditSubclass, tokenIdentifier, amountCode: coded } }
    : { isIntact: true, content: { tokenClass: 2, subclass: subclass as RegisterSubclass, tokenIdentifier, register: coded } }
}

const codeOf = (units: number): number => {
  const amount = transferAmount(units)
  return isRejection(amount) ? 0 : amount.code
}
