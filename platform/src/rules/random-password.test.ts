import { expect, test } from 'vitest'
import { randomPassword } from './random-password.ts'

test('a first password keeps the rule of the specification, every time', () => {
  const drawn = Array.from({ length: 500 }, randomPassword)
  for (const password of drawn) {
    expect(password).toMatch(/^[A-Za-z0-9]{6,16}$/)
    expect(password).toMatch(/\d/)
    expect(password).toMatch(/[a-z]/)
    expect(password).toMatch(/[A-Z]/)
  }
  expect(new Set(drawn).size).toBe(500)
})
