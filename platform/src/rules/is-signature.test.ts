import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignature } from './is-signature.ts'

const signature = createHash('sha256').update('a link').digest()
const text = signature.toString('base64url')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a signature has one spelling: what a decoder reads alike is another text', () => {
  expect(isSignature(text, signature)).toBe(true)
  const unusedBit = text.slice(0, -1) + letters[letters.indexOf(text.at(-1)!) ^ 1]
  expect(Buffer.from(unusedBit, 'base64url')).toEqual(signature)
  for (const other of [`${text}==`, `${text}=`, `${text}!`, unusedBit, signature.toString('base64'), ''])
    expect(isSignature(other, signature), other).toBe(false)
})
