import { remainderOf97 } from '@nightflow/schemas/shared/iban'
import { unitsOf } from '../shared/units-of-money.ts'

/** Data that a payer needs to pay a bill. */
export type PaymentSlip = {
  billNo: number
  accountNo: string
  openMinor: number
  currency: string
  /** Payee and account of the payment; null where the utility has stated no account for transfers. */
  payee: string
  iban: string | null
}

export type SlipCode = { standard: 'EPC069-12' | 'text'; payload: string }

/** The creditor reference of ISO 11649 for a bill: two check digits over its number. */
export const referenceOf = (billNo: number): string => {
  const check = 98 - remainderOf97(`${billNo}RF00`)
  return `RF${String(check).padStart(2, '0')}${billNo}`
}

/** The number of the bill that a reference names, in whatever groups it was typed; undefined where the check digits are wrong. */
export const billOfReference = (reference: string): number | undefined => {
  const typed = reference.replaceAll(/\s/g, '').toUpperCase()
  const [, check, number] = /^RF(\d\d)(\d{1,15})$/.exec(typed) ?? []
  return number !== undefined && remainderOf97(`${number}RF${check}`) === 1 ? Number(number) : undefined
}

const sepaMinorMax = 99_999_999_999
const payeeMax = 70

/**
 * The content of a slip's QR code. Euros to an IBAN are a SEPA credit transfer by EPC069-12 version 2, which banking apps scan; anything else is
 * plain text of one `name:value` a line.
 */
export const slipCode = ({ billNo, accountNo, openMinor, currency, payee, iban }: PaymentSlip): SlipCode => {
  const reference = referenceOf(billNo)
  const amount = unitsOf(openMinor)
  if (currency === 'EUR' && iban !== null && openMinor > 0 && openMinor <= sepaMinorMax) {
    const name = payee.replaceAll(/\s+/g, ' ').slice(0, payeeMax)
    return { standard: 'EPC069-12', payload: ['BCD', '002', '1', 'SCT', '', name, iban, `EUR${amount}`, '', reference, ''].join('\n') }
  }
  const fields = { bill: billNo, account: accountNo, amount, currency, reference }
  return {
    standard: 'text',
    payload: Object.entries(fields)
      .map(([name, value]) => `${name}:${value}`)
      .join('\n'),
  }
}
