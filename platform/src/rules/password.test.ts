import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('a password fits its hash and no other fits it', async () => {
  const hash = await hashPassword('Riverbank-7')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('Riverbank-7', hash)).toBe(true)
  expect(await verifyPassword('riverbank-7', hash)).toBe(false)
  expect(await hashPassword('Riverbank-7')).not.toBe(hash)
})

test('a password is checked with the parameters of its hash', async () => {
  const hash = await hashPassword('Riverbank-7')
  expect(await verifyPassword('Riverbank-7', hash.replace('t=2', 't=1'))).toBe(false)
  expect(await verifyPassword('Riverbank-7', hash.replace('m=19456', 'm=9728'))).toBe(false)
})

test('the same letters typed on another keyboard are the same password', async () => {
  expect(await verifyPassword('Cafe\u0301', await hashPassword('Caf\u00e9'))).toBe(true)
})

test.each(['', 'plain', '$argon2i$v=19$m=8,t=1,p=1$c2FsdA$dGFn'])(
  'a text that is no hash of ours matches no password: %j',
  async (hash) => {
    expect(await verifyPassword('password', hash)).toBe(false)
  },
)
