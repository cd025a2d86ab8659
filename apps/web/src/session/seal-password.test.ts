import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal } from '#session/seal-password.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const opened = (sealed: string): string =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sealed, 'base64'),
  ).toString()
const text = JSON.stringify({ password: 'Tide4Water密', nonce: 'f'.repeat(32) })

test('the server opens what the browser’s own cryptography sealed', async () => expect(opened(await seal(pem, text))).toBe(text))

test('the server opens what was sealed on a page over plain HTTP, where the browser has none', async () => {
  const sealed = await seal(pem, text, null as never)
  expect(opened(sealed)).toBe(text)
})

test('the same password is sealed differently each time', async () => expect(await seal(pem, text)).not.toBe(await seal(pem, text)))
