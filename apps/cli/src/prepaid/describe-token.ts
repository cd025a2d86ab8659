import type { DecodedToken } from '@nightflow/domain/prepaid/sts/token-codec'
import type { CreditSubclass, KeySection, RegisterSubclass, TokenContent } from '@nightflow/domain/prepaid/sts/token-content'
import { unitsPerWhole } from '@nightflow/domain/prepaid/sts/token-content'
import { type BaseDateYear, instantOfToken } from '@nightflow/domain/prepaid/sts/token-identifier'
import { unitsOfCode } from '@nightflow/domain/prepaid/sts/transfer-amount'

const services = ['electricity', 'water', 'gas', 'time'] as const
const creditKind = (subclass: CreditSubclass): string => `${services[subclass % 4]!}-${subclass < 4 ? 'credit' : 'currency-credit'}`

const registerKinds: Record<RegisterSubclass, string> = {
  0: 'power-limit',
  1: 'clear-credit',
  2: 'tariff-rate',
  5: 'clear-tamper',
  6: 'unbalance-limit',
  7: 'water-meter-factor',
}
/** Registers that carry a value in the code of amounts. */
const hasValue = (subclass: RegisterSubclass): boolean => subclass !== 1 && subclass !== 5

const hex = (value: number | bigint, digits: number): string => value.toString(16).padStart(digits, '0')

/** `2004-03-01T14:05:00Z`. */
const minuteOf = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000', '')

const stampOf = ({ random, tokenIdentifier }: { random: number; tokenIdentifier: number }, baseDate: BaseDateYear) => ({
  random,
  tid: tokenIdentifier,
  issuedAt: minuteOf(instantOfToken(baseDate, tokenIdentifier)),
  baseDate,
})

const sectionOf = (section: KeySection): object => {
  const newKeyPart = hex(section.newKeyPart, 8)
  switch (section.subclass) {
    case 3: {
      const { keyExpiryHigh, keyRevisionNumber, keyType, isRollover } = section
      return { kind: 'key-change-1', keyExpiryHigh, keyRevisionNumber, keyType, rollover: isRollover ? 1 : 0, newKeyPart }
    }
    case 4:
      return { kind: 'key-change-2', keyExpiryLow: section.keyExpiryLow, tariffIndex: section.tariffIndex, newKeyPart }
    case 8:
      return { kind: 'key-change-3', supplyGroupLow: hex(section.supplyGroupPart, 3), newKeyPart }
    case 9:
      return { kind: 'key-change-4', supplyGroupHigh: hex(section.supplyGroupPart, 3), newKeyPart }
  }
}

const fieldsOf = (content: TokenContent, baseDate: BaseDateYear): object => {
  if ('payload' in content) return { kind: 'reserved', payload: hex(content.payload, 11) }
  if ('newKeyPart' in content) return sectionOf(content)
  if (content.tokenClass === 0) {
    const units = unitsOfCode(content.amountCode)
    return { kind: creditKind(content.subclass), amount: units / unitsPerWhole(content.subclass), units, ...stampOf(content, baseDate) }
  }
  if (content.tokenClass === 1) {
    const control = hex(content.control, content.subclass === 0 ? 9 : 7)
    return { kind: 'meter-test', control, manufacturerCode: String(content.manufacturerCode).padStart(content.subclass === 0 ? 2 : 4, '0') }
  }
  const { subclass, register } = content
  const value = hasValue(subclass) ? { amount: unitsOfCode(register) } : {}
  return { kind: registerKinds[subclass], register: hex(register, 4), ...value, ...stampOf(content, baseDate) }
}

/** The fields of a token by name, as `sts-decode` prints them; class and checksum alone where that is wrong. Identifiers are minutes since `baseDate`. */
export const describeToken = (decoded: DecodedToken, baseDate: BaseDateYear): object => ({
  class: decoded.tokenClass,
  ...(decoded.isIntact ? { subclass: decoded.content.subclass, ...fieldsOf(decoded.content, baseDate) } : {}),
  crc: hex(decoded.crc, 4),
  crcOk: decoded.isIntact,
})
