import { type MeterTokens, soldToOf, vendingMeterOf, yearOf } from '@nightflow/domain/prepaid/meter-tokens'
import { litresPerUnit } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { blockOfDigits } from '@nightflow/domain/prepaid/sts/token-digits'
import { instantOfToken } from '@nightflow/domain/prepaid/sts/token-identifier'
import { unitsOfCode } from '@nightflow/domain/prepaid/sts/transfer-amount'
import type { VerifiedToken } from '@nightflow/domain/prepaid/token-vendor'
import { type FoundToken, findTokenOfDigits } from '@nightflow/projections/prepaid/find-token-of-digits'
import { type DecodedToken, decodeToken, TokenEntry } from '@nightflow/schemas/prepaid/token-calls'
import { TokenDownlink } from '@nightflow/schemas/prepaid/token-downlink'
import { RechargeFlag } from '@nightflow/schemas/prepaid/token-refund'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { MinuteLimit } from '../http/minute-limit.ts'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'
import { tokensOf, vendorFor } from './vending.ts'

/** A desk decodes little, and a program that guesses much. */
const decodesPerMinute = 20
/** Of each server: a process may have several. */
const limits = new WeakMap<object, MinuteLimit>()
const limitOf = ({ servicePool }: RequestContext): MinuteLimit => {
  const limit = limits.get(servicePool) ?? new MinuteLimit(decodesPerMinute)
  limits.set(servicePool, limit)
  return limit
}

const registerKinds: Readonly<Record<number, string>> = {
  0: 'power-limit',
  1: 'clear-credit',
  2: 'tariff-rate',
  5: 'clear-tamper',
  6: 'unbalance-limit',
  7: 'water-factor',
}
const creditKinds = ['electricity', 'water', 'gas', 'time', 'electricity-money', 'water-money', 'gas-money', 'time-money']
const keyChangeSubclasses: readonly number[] = [3, 4, 8, 9]
const water = 1

type Read = Pick<DecodedToken, 'kind' | 'issuedAt' | 'litres' | 'register'>
const nothing: Read = { kind: 'unknown', issuedAt: null, litres: null, register: null }

/** The fields of a token that its checksum vouches for. */
const readOf = (decoded: VerifiedToken, registered: NonNullable<MeterTokens['registered']>): Read => {
  if (!decoded.isIntact) return nothing
  const { content } = decoded
  if (content.tokenClass === 1) return { ...nothing, kind: 'meter-test' }
  if ('payload' in content) return { ...nothing, kind: 'reserved' }
  if (!('tokenIdentifier' in content))
    return { ...nothing, kind: keyChangeSubclasses.includes(content.subclass) ? 'key-change' : 'reserved' }
  const issuedAt = new Date(instantOfToken(yearOf(registered.baseDate), content.tokenIdentifier)).toISOString()
  if (content.tokenClass === 2)
    return { ...nothing, kind: registerKinds[content.subclass] ?? 'reserved', issuedAt, register: content.register }
  const litres = content.subclass === water ? unitsOfCode(content.amountCode) * litresPerUnit : null
  return { ...nothing, kind: creditKinds[content.subclass] ?? 'reserved', issuedAt, litres }
}

/** Read under the key of the meter for which it was made, or of the one that is named. */
const read = async (
  context: RequestContext,
  digits: string,
  meterNo: string | undefined,
): Promise<{ isIntact: boolean | null; read: Read }> => {
  const unread = { isIntact: null, read: nothing }
  if (meterNo === undefined) return unread
  const { registered } = await tokensOf(context, meterNo)
  const vendor = await vendorFor(context, registered)
  if (isRejection(vendor) || !registered) return unread
  const decoded = await vendor.verify(vendingMeterOf(soldToOf(registered)), digits).catch((error: unknown) => {
    // The desk shows what it knows; the reason is for the operator.
    context.logger.warn({ err: error, meterNo }, 'the vending module did not read a token')
    return undefined
  })
  return decoded === undefined || isRejection(decoded) ? unread : { isIntact: decoded.isIntact, read: readOf(decoded, registered) }
}

const { confirmed, requested, sent } = TokenDownlink.enum
const { alreadyCharged, noCharge, returned } = RechargeFlag.enum

/** The word of the meter counts before that of a review. */
const entryOf = (found: Pick<FoundToken, 'downlink' | 'rechargeFlag'> | undefined): TokenEntry => {
  const { entered, notEntered, onItsWay, unknown } = TokenEntry.enum
  if (!found) return unknown
  const { downlink, rechargeFlag } = found
  if (downlink === confirmed || rechargeFlag === alreadyCharged) return entered
  if (rechargeFlag === noCharge || rechargeFlag === returned) return notEntered
  return downlink === requested || downlink === sent ? onItsWay : unknown
}

const ofFound = (found: FoundToken | undefined) => ({
  isOurs: found !== undefined,
  ...{ tokenNo: found?.tokenNo ?? null, meterNo: found?.meterNo ?? null, accountNo: found?.accountNo ?? null },
  ...{ status: found?.status ?? null, amountMinor: found?.chargedMinor ?? null, soldBy: found?.operator ?? null },
  rechargeFlag: found?.rechargeFlag ?? null,
  entry: entryOf(found),
})

const decode = async ({ digits: typed, meterNo }: RequestOf<typeof decodeToken>, context: RequestContext) => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  const block = blockOfDigits(digits)
  if (isRejection(block)) return block
  const refused: Rejection | undefined = limitOf(context).take(`${context.caller.tenant}/${context.caller.username}`, Date.now())
  if (refused) return refused
  const found = await context.read((database) => findTokenOfDigits(database, digits))
  const decoded = await read(context, digits, found?.meterNo ?? meterNo)
  const response: DecodedToken = {
    ...ofFound(found),
    ...(found === undefined && meterNo !== undefined && { meterNo }),
    ...{ isIntact: decoded.isIntact, tokenClass: block.tokenClass, ...decoded.read },
  }
  if (!found && meterNo !== undefined && decoded.isIntact === null) return rejected('sts-meter-unknown')
  return { response, after: { isOurs: response.isOurs, tokenNo: response.tokenNo, meterNo: response.meterNo } }
}

export const decodeTokenRoutes: readonly Route[] = [command(decodeToken, decode)]
