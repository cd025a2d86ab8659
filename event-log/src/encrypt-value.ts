import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Where an encrypted value belongs. All of it is authenticated, so that a value cannot be moved to another person, event or field. */
export type ValuePlace = { tenant: string; personId: string; eventId: string; path: string }

/** The stored form of a personal value in an event: base64 of format, nonce, tag and ciphertext. */
export type EncryptedValue = { readonly encrypted: string }

const cipher = 'aes-256-gcm'
const format = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

const placeOf = ({ tenant, personId, eventId, path }: ValuePlace): Buffer =>
  Buffer.from(JSON.stringify([tenant, personId.toLowerCase(), eventId.toLowerCase(), path]), 'utf8')

export const encryptValue = (key: Uint8Array, value: unknown, place: ValuePlace): EncryptedValue => {
  const nonce = randomBytes(nonceBytes)
  const encrypting = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(placeOf(place))
  const text = Buffer.concat([encrypting.update(JSON.stringify(value), 'utf8'), encrypting.final()])
  return { encrypted: Buffer.concat([Buffer.from([format]), nonce, encrypting.getAuthTag(), text]).toString('base64') }
}

/** Undefined where the value was altered, or belongs to another key or place. */
export const decryptValue = (key: Uint8Array, { encrypted }: EncryptedValue, place: ValuePlace): { value: unknown } | undefined => {
  const bytes = Buffer.from(encrypted, 'base64')
  if (bytes.byteLength < headBytes || bytes[0] !== format) return undefined
  try {
    const decrypting = createDecipheriv(cipher, key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
      .setAAD(placeOf(place))
      .setAuthTag(bytes.subarray(1 + nonceBytes, headBytes))
    const text = Buffer.concat([decrypting.update(bytes.subarray(headBytes)), decrypting.final()])
    return { value: JSON.parse(text.toString('utf8')) as unknown }
  } catch {
    return undefined
  }
}

export const isEncrypted = (value: unknown): value is EncryptedValue =>
  typeof value === 'object' && value !== null && 'encrypted' in value && typeof value.encrypted === 'string'

/** A value of the size that the encrypted one has, for who counts bytes before anything is encrypted. */
export const ofEncryptedSize = (value: unknown): EncryptedValue => ({
  encrypted: 'x'.repeat(4 * Math.ceil((headBytes + Buffer.byteLength(JSON.stringify(value))) / 3)),
})
