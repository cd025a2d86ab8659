import { languages } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { fittingText, lowBalanceText } from './low-balance-texts.ts'

const about = { utility: 'Riverbend Water', accountNo: 'P-1', balance: '-3.20', currency: 'EUR' }

// requirement of Prepaid accounts: Messages have the length of the carrier | /tenant/carrier | PUT /prod-api/system/tenant/settings
test('a message is the whole text where the carrier holds it, otherwise the short one, and never longer than the carrier holds', () => {
  for (const language of languages) {
    const { body, short } = lowBalanceText(language, about)
    expect(body).toContain('-3.20 EUR')
    expect(short.length).toBeLessThan(body.length)
    expect(fittingText([body, short], 500)).toBe(body)
    expect(fittingText([body, short], undefined)).toBe(body)
    expect(fittingText([body, short], [...body].length)).toBe(body)
    expect(fittingText([body, short], [...body].length - 1)).toBe(short)
    expect([...short].length, 'one message of a carrier that counts letters outside of GSM 03.38').toBeLessThanOrEqual(70)
    expect(fittingText([body, short], 20)).toHaveLength(20)
  }
})
