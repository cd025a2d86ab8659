import { languages } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { codeMessage } from './message-texts.ts'

test.each(['register', 'recover'] as const)(
  'a code to %s is written in each language, with the code and how long it is good for',
  (purpose) => {
    const texts = languages.map((language) => codeMessage(purpose, language, '012345'))
    for (const { subject, body } of texts) {
      expect(subject).toContain('Nightflow')
      expect(body).toContain('012345')
      expect(body).toContain('10')
    }
    expect(new Set(texts.map(({ body }) => body)).size).toBe(languages.length)
  },
)
