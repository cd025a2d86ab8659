import { randomInt } from 'node:crypto'
import {
  type CreditSubclass,
  type RegisterSubclass,
  registerSubclasses,
  type TestContent,
  type TokenContent,
  unitsPerWhole,
} from '@nightflow/domain/prepaid/sts/token-content'
import { type BaseDateYear, nextTokenIdentifier } from '@nightflow/domain/prepaid/sts/token-identifier'
import { type TransferAmount, transferAmount, unitsOfDecimal } from '@nightflow/domain/prepaid/sts/transfer-amount'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { orRefuse } from './or-refuse.ts'

/** Options of `sts-token`, as they were typed. */
export type TokenRequest = {
  class: '0' | '1' | '2'
  subclass: number
  baseDate: BaseDateYear
  at?: string
  random?: number
  amount?: string
  register?: string
  control?: string
  manufacturer?: number
  lastTid?: number
}

const random16 = 16
const clearTamper = 5
const registerMax = 0xffff
const manufacturerMax = [99, 9999] as const
const controlBits = [36, 28] as const

const numberOfHex = (option: string, hex: string, most: number): number => {
  const value = /^[0-9a-f]{1,9}$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN
  if (!(value <= most)) throw new CommandRefusal(`${option} must be hexadecimal digits, at most ${most.toString(16)}.`)
  return value
}

const stampOf = ({ baseDate, at, random, lastTid }: TokenRequest) => ({
  random: random ?? randomInt(random16),
  tokenIdentifier: orRefuse(nextTokenIdentifier(baseDate, at === undefined ? Date.now() : Date.parse(at), lastTid)),
})

const amountOf = (amount: string | undefined, perWhole: number): TransferAmount => {
  const units = amount === undefined ? undefined : unitsOfDecimal(amount, perWhole)
  if (units === undefined) throw new CommandRefusal('--amount must be a number such as 12.5, not negative.')
  return orRefuse(transferAmount(units))
}

const isCredit = (subclass: number): subclass is CreditSubclass => subclass < 8
const isRegister = (subclass: number): subclass is RegisterSubclass => (registerSubclasses as readonly number[]).includes(subclass)

/** A test token. It needs no key. */
export const testContent = ({ subclass, control, register, manufacturer = 0 }: TokenRequest): TestContent => {
  if (subclass !== 0 && subclass !== 1) throw new CommandRefusal('--subclass of class 1 is 0 or 1.')
  const most = 2 ** controlBits[subclass] - 1
  if (manufacturer > manufacturerMax[subclass]) throw new CommandRefusal(`--manufacturer is at most ${manufacturerMax[subclass]} here.`)
  const typed = control ?? register
  return {
    tokenClass: 1,
    subclass,
    control: typed === undefined ? most : numberOfHex(control === undefined ? '--register' : '--control', typed, most),
    manufacturerCode: manufacturer,
  }
}

/** The content of a token, and what it carries beside what was typed: units that were added by rounding up. */
export const requestedContent = (request: TokenRequest): { content: TokenContent; amount?: TransferAmount; perWhole: number } => {
  const { subclass, amount, register } = request
  if (request.class === '0') {
    if (!isCredit(subclass)) throw new CommandRefusal('--subclass of class 0 is 0 to 7; water is 1.')
    const perWhole = unitsPerWhole(subclass)
    const carried = amountOf(amount, perWhole)
    return { content: { tokenClass: 0, subclass, ...stampOf(request), amountCode: carried.code }, amount: carried, perWhole }
  }
  if (!isRegister(subclass)) {
    throw new CommandRefusal('--subclass of class 2 is 0, 1, 2, 5, 6 or 7; for a key change there is `nightflow sts-key-change`.')
  }
  if (register !== undefined && amount !== undefined) throw new CommandRefusal('name --register or --amount, not both.')
  const typed = register ?? (amount === undefined && subclass === clearTamper ? '0' : undefined)
  if (typed !== undefined) {
    return {
      content: { tokenClass: 2, subclass, ...stampOf(request), register: numberOfHex('--register', typed, registerMax) },
      perWhole: 1,
    }
  }
  if (amount === undefined) throw new CommandRefusal('name the value with --amount, or the register with --register.')
  const carried = amountOf(amount, 1)
  return { content: { tokenClass: 2, subclass, ...stampOf(request), register: carried.code }, amount: carried, perWhole: 1 }
}
