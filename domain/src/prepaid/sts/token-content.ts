import { type BitField, bitsAt, joinBits } from './token-bits.ts'

/** Class 0, credit. 0 to 3 are a quantity of electricity, water, gas and time, 4 to 7 an amount of money of the same. */
export type CreditSubclass = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** How many units of a token are one kilowatt-hour, cubic metre or minute, or one unit of the currency. */
export const unitsPerWhole = (subclass: CreditSubclass): number => (subclass < 4 ? 10 : 100_000)

export type CreditContent = {
  tokenClass: 0
  subclass: CreditSubclass
  /** 4 bits. */
  random: number
  tokenIdentifier: number
  /** The code of 16 bits of `transferAmount`. */
  amountCode: number
}

/** Class 1, test and display, the same for every meter of a manufacturer and never encrypted. 0 has codes of two digits, 1 of four. */
export type TestContent = {
  tokenClass: 1
  subclass: 0 | 1
  /** One bit for each test: 36 with subclass 0, 28 with subclass 1. */
  control: number
  manufacturerCode: number
}

/** Class 2 with a register: power limit, clear credit, tariff rate, clear tamper, limit of unbalance, water meter factor. */
export const registerSubclasses = [0, 1, 2, 5, 6, 7] as const
export type RegisterSubclass = (typeof registerSubclasses)[number]

export type RegisterContent = { tokenClass: 2; subclass: RegisterSubclass; random: number; tokenIdentifier: number; register: number }

/** Class 2, sections of a new decoder key. `newKeyPart` has 32 bits of it. */
export type KeySection =
  | {
      tokenClass: 2
      subclass: 3
      keyExpiryHigh: number
      keyRevisionNumber: number
      isRollover: boolean
      keyType: number
      newKeyPart: number
    }
  | { tokenClass: 2; subclass: 4; keyExpiryLow: number; tariffIndex: string; newKeyPart: number }
  | { tokenClass: 2; subclass: 8 | 9; supplyGroupPart: number; newKeyPart: number }

/** Subclasses that the standard keeps for later or leaves to manufacturers. */
export type OtherContent = { tokenClass: 1 | 2; subclass: number; payload: bigint }

export type TokenContent = CreditContent | TestContent | RegisterContent | KeySection | OtherContent

/** Widths of the control field of a test token by subclass; the rest of 44 bits is the manufacturer's code. */
const controlBits = [36, 28] as const
const payloadBits = 44

/** Fields of a content after its subclass, from high to low: 44 bits. */
const fieldsOf = (content: TokenContent): readonly BitField[] => {
  if ('payload' in content)
    return [
      [Number(content.payload >> 22n), 22],
      [Number(content.payload & 0x3f_ffffn), 22],
    ]
  if (content.tokenClass === 0)
    return [
      [content.random, 4],
      [content.tokenIdentifier, 24],
      [content.amountCode, 16],
    ]
  if (content.tokenClass === 1) {
    const bits = controlBits[content.subclass]
    return [
      [content.control, bits],
      [content.manufacturerCode, payloadBits - bits],
    ]
  }
  switch (content.subclass) {
    case 3:
      return [
        [content.keyExpiryHigh, 4],
        [content.keyRevisionNumber, 4],
        [content.isRollover ? 1 : 0, 1],
        [0, 1],
        [content.keyType, 2],
        [content.newKeyPart, 32],
      ]
    case 4:
      return [
        [content.keyExpiryLow, 4],
        [Number.parseInt(content.tariffIndex, 16), 8],
        [content.newKeyPart, 32],
      ]
    case 8:
    case 9:
      return [
        [content.supplyGroupPart, 12],
        [content.newKeyPart, 32],
      ]
    default:
      return [
        [content.random, 4],
        [content.tokenIdentifier, 24],
        [content.register, 16],
      ]
  }
}

/** The upper 48 bits of a token's block, which the checksum follows. Source: IEC 62055-41, 6.2. */
export const bodyOf = (content: TokenContent): bigint => joinBits([[content.subclass, 4], ...fieldsOf(content)])

const stampOf = (body: bigint) => ({ random: bitsAt(body, 40, 4), tokenIdentifier: bitsAt(body, 16, 24) })
const newKeyPartOf = (body: bigint): number => bitsAt(body, 0, 32)

const isRegister = (subclass: number): subclass is RegisterSubclass => (registerSubclasses as readonly number[]).includes(subclass)

const managementOf = (body: bigint, subclass: number): TokenContent => {
  if (isRegister(subclass)) return { tokenClass: 2, subclass, ...stampOf(body), register: bitsAt(body, 0, 16) }
  switch (subclass) {
    case 3:
      return {
        tokenClass: 2,
        subclass,
        keyExpiryHigh: bitsAt(body, 40, 4),
        keyRevisionNumber: bitsAt(body, 36, 4),
        isRollover: bitsAt(body, 35, 1) === 1,
        keyType: bitsAt(body, 32, 2),
        newKeyPart: newKeyPartOf(body),
      }
    case 4:
      return {
        tokenClass: 2,
        subclass,
        keyExpiryLow: bitsAt(body, 40, 4),
        tariffIndex: bitsAt(body, 32, 8).toString(16).padStart(2, '0'),
        newKeyPart: newKeyPartOf(body),
      }
    case 8:
    case 9:
      return { tokenClass: 2, subclass, supplyGroupPart: bitsAt(body, 32, 12), newKeyPart: newKeyPartOf(body) }
    default:
      return { tokenClass: 2, subclass, payload: body & ((1n << 44n) - 1n) }
  }
}

/** The inverse of `bodyOf`; undefined for class 3 and the upper half of class 0, which are reserved. */
export const contentOf = (tokenClass: number, body: bigint): TokenContent | undefined => {
  const subclass = bitsAt(body, 44, 4)
  if (tokenClass === 0 && subclass < 8) {
    return { tokenClass: 0, subclass: subclass as CreditSubclass, ...stampOf(body), amountCode: bitsAt(body, 0, 16) }
  }
  if (tokenClass === 1 && (subclass === 0 || subclass === 1)) {
    const manufacturerBits = payloadBits - controlBits[subclass]
    return {
      tokenClass: 1,
      subclass,
      control: bitsAt(body, manufacturerBits, controlBits[subclass]),
      manufacturerCode: bitsAt(body, 0, manufacturerBits),
    }
  }
  if (tokenClass === 1) return { tokenClass: 1, subclass, payload: body & ((1n << 44n) - 1n) }
  return tokenClass === 2 ? managementOf(body, subclass) : undefined
}
