import { Language } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { tokenMessageText } from './token-message-texts.ts'

const sale = { utility: 'Riverbend', meterNo: 'M-1', tokens: ['12345678901234567890'] }

test('a token is written in groups of four, in every language', () => {
  for (const language of Language.options) {
    const { subject, body } = tokenMessageText(language, sale)
    expect(body).toContain('1234 5678 9012 3456 7890')
    expect(subject).toContain('M-1')
    expect(`${subject}${body}`).toContain('Riverbend')
  }
})

test('several tokens keep their order, which the message says', () => {
  const { body } = tokenMessageText('en', { ...sale, tokens: ['11111111111111111111', '22222222222222222222'] })
  expect(body).toMatch(/in this order[\s\S]*1111 1111 1111 1111 1111\n2222/)
})
