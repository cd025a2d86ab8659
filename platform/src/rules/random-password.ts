import { randomInt } from 'node:crypto'

// Without letters and digits that look alike: these are read from a terminal and typed.
const alphabets = ['23456789', 'abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ'] as const
const passwordLength = 12

const drawFrom = (letters: string): string => letters[randomInt(letters.length)] ?? ''

/** A first password: 12 letters and digits, at least one digit, one small and one capital letter (the specification requires 6 to 16 such). About 68 bits. */
export const randomPassword = (): string => {
  const drawn: string[] = alphabets.map(drawFrom)
  while (drawn.length < passwordLength) drawn.push(drawFrom(alphabets.join('')))
  for (let index = drawn.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    const kept = drawn[index] ?? ''
    drawn[index] = drawn[other] ?? ''
    drawn[other] = kept
  }
  return drawn.join('')
}
