import { languages } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { lowBalanceText } from './low-balance-texts.ts'
import { filledText, fittingText } from './message-templates.ts'
import { sewageText } from './sewage-texts.ts'

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

// requirement of Prepaid accounts: A utility writes its messages itself, with the facts in place of their names | /system/messageTemplate | POST /prod-api/system/messageTemplate
test('a template has the facts in place of their names, and keeps what names none', () => {
  const facts = { account: 'P-1', balance: '-3.20 EUR' }
  expect(filledText('{{account}}: {{ balance }}, {{amount}} {{other}}', facts)).toBe('P-1: -3.20 EUR, {{amount}} {{other}}')
})

test('the standard message about sewage names account, month, charge and amount, and has a short text', () => {
  for (const language of languages) {
    const written = sewageText(language, {
      utility: 'Riverbend Water',
      accountNo: 'P-1',
      amount: '5.00 EUR',
      month: '2026-06',
      names: 'Sewage',
    })
    for (const said of ['P-1', '2026-06', 'Sewage', '5.00 EUR'])
      for (const text of [written.body, written.short]) expect(text).toContain(said)
    expect([...written.short].length).toBeLessThanOrEqual(70)
  }
})
