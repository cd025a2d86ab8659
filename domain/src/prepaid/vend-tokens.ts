import { TokenKind } from '@nightflow/schemas/prepaid/token'
import type { ManagementKind } from '@nightflow/schemas/prepaid/token-commands'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type KeyChange, type Management, type TokenSale, vendingMeterOf, yearOf } from './meter-tokens.ts'
import type { RegisterSubclass } from './sts/token-content.ts'
import { instantOfToken } from './sts/token-identifier.ts'
import { unitsOfCode } from './sts/transfer-amount.ts'
import type { TokenVendor, VendedTokens } from './token-vendor.ts'

/** Subclass of class 0 for a volume of water. */
const waterVolume = 1
const subclasses: Record<Exclude<ManagementKind, typeof TokenKind.enum.replacementCredit>, RegisterSubclass> = {
  [TokenKind.enum.powerLimit]: 0,
  [TokenKind.enum.clearCredit]: 1,
  [TokenKind.enum.tariffRate]: 2,
  [TokenKind.enum.clearTamper]: 5,
  [TokenKind.enum.unbalanceLimit]: 6,
}

/** The module chooses no identifier: it is given the minute of the one that was taken in the stream of the meter. */
const stampOf = (baseDate: Parameters<typeof yearOf>[0], tokenIdentifier: number) => ({
  lastTokenIdentifier: tokenIdentifier - 1,
  atMilliseconds: instantOfToken(yearOf(baseDate), tokenIdentifier),
})

/** The tokens of a sale, each under an identifier of its own. The module is first asked what it made for it before. */
export const vendSale = async (vendor: TokenVendor, { started, requested }: TokenSale): Promise<string[] | Rejection> => {
  const { soldTo, parts } = requested!
  const meter = vendingMeterOf(soldTo)
  const tokens: string[] = []
  for (const [nth, { units, tokenIdentifier }] of parts.entries()) {
    const requestId = `${started.requestId}-${nth + 1}`
    const made = await once(vendor, requestId, () =>
      vendor.issueCredit({ requestId, meter, subclass: waterVolume, units, ...stampOf(soldTo.baseDate, tokenIdentifier) }),
    )
    if (isRejection(made)) return made
    tokens.push(...made)
  }
  return tokens
}

/** The token of an approved management of a meter. Credit of a replaced meter is a token of water. */
export const vendManagement = (vendor: TokenVendor, { requested, approved }: Management): Promise<string[] | Rejection> => {
  const { soldTo, tokenIdentifier } = approved!
  const { requestId, kind, register } = requested
  const asked = { requestId, meter: vendingMeterOf(soldTo), ...stampOf(soldTo.baseDate, tokenIdentifier) }
  return once(vendor, requestId, () =>
    kind === TokenKind.enum.replacementCredit
      ? vendor.issueCredit({ ...asked, subclass: waterVolume, units: unitsOfCode(register) })
      : vendor.issueManagement({ ...asked, subclass: subclasses[kind], register }),
  )
}

/** The set of a key change, in the order in which it is entered. */
export const vendKeyChange = (vendor: TokenVendor, { requested }: KeyChange): Promise<string[] | Rejection> => {
  const { requestId, from, next } = requested
  return once(vendor, requestId, () =>
    vendor.changeKey({ requestId, meter: vendingMeterOf(from), next: vendingMeterOf({ ...from, ...next }) }),
  )
}

/** A module that is out of reach is asked again later, by the policy or by the same request. */
const once = async (
  vendor: TokenVendor,
  requestId: string,
  issue: () => Promise<VendedTokens | Rejection>,
): Promise<string[] | Rejection> => {
  try {
    const made = (await vendor.fetchTokenResult(requestId)) ?? (await issue())
    return isRejection(made) ? made : [...made.tokens]
  } catch {
    return rejected('sts-module-unreachable')
  }
}
