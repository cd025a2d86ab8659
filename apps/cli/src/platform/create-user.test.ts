import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from './create-user.ts'

const typed = (...chunks: string[]) => readPassword(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))

test('a password is the first line, however it arrives', async () => {
  expect(await typed('River', 'bank-7\n', 'more')).toBe('Riverbank-7')
  expect(await typed('Riverbank-7\r\n')).toBe('Riverbank-7')
  expect(await typed('Riverbank-7')).toBe('Riverbank-7')
})

test.each(['', '\n', 'riverbank-7\n', 'Riverbank\n', 'R-7b\n', 'Riverbank with blanks 7\n', `${'Rb7'.repeat(2_000)}\n`])(
  'a password that breaks the rules is refused and not repeated: %j',
  async (text) => {
    const refusal = await typed(text).catch((error: Error) => error.message)
    expect(refusal).toContain('6 to 16 characters')
    expect(refusal).not.toContain(text.trim() || 'Riverbank')
  },
)
