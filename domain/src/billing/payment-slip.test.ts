import { Iban } from '@nightflow/schemas/shared/iban'
import { describe, expect, it } from 'vitest'
import { billOfReference, referenceOf, slipCode } from './payment-slip.ts'

const slip = {
  billNo: 40213,
  accountNo: 'B-1',
  openMinor: 5380,
  currency: 'EUR',
  payee: 'Aigües de la Vall',
  iban: 'FR7630006000011234567890189',
}

describe('the reference of a bill', () => {
  // ISO 11649: the letters and check digits moved to the end leave 1 modulo 97.
  it('has the check digits of ISO 11649', () => {
    expect(referenceOf(539007547034)).toBe('RF18539007547034')
  })

  it('names its bill again, however it was grouped, and no bill where a digit is wrong', () => {
    expect(billOfReference('rf18 5390 0754 7034')).toBe(539007547034)
    expect(billOfReference('RF18539007547035')).toBeUndefined()
    expect(billOfReference('40213')).toBeUndefined()
  })
})

describe('the code of a payment slip', () => {
  // requirement of Bills and payments: Payment slip with QR code: SEPA credit transfer, or plain text | /billing/bills | GET /prod-api/business/bill/pdf/:billNo
  it('is a SEPA credit transfer where euros go to an IBAN', () => {
    expect(slipCode(slip)).toEqual({
      standard: 'EPC069-12',
      payload: `BCD\n002\n1\nSCT\n\nAigües de la Vall\nFR7630006000011234567890189\nEUR53.80\n\n${referenceOf(40213)}\n`,
    })
  })

  it('is plain text for another currency and without an IBAN', () => {
    const reference = referenceOf(40213)
    const payload = `bill:40213\naccount:B-1\namount:53.80\ncurrency:EUR\nreference:${reference}`
    expect(slipCode({ ...slip, iban: null })).toEqual({ standard: 'text', payload })
    expect(slipCode({ ...slip, currency: 'CNY' })).toEqual({ standard: 'text', payload: payload.replace('EUR', 'CNY') })
  })
})

it('an IBAN is taken with spaces, and refused with wrong check digits', () => {
  expect(Iban.parse('fr76 3000 6000 0112 3456 7890 189')).toBe(slip.iban)
  expect(Iban.safeParse('FR7630006000011234567890188').success).toBe(false)
})
