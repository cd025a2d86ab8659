import { createCipheriv, createHmac } from 'node:crypto'

/**
 * The ciphers of key derivation (`KeyCiphers` of the domain) by `node:crypto`. Single DES is triple DES with three equal keys: OpenSSL 3 has no
 * other one by default.
 */
export const vendingKeyCiphers = {
  encryptDes: (key: Uint8Array, block: Uint8Array): Uint8Array => {
    const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false)
    return Uint8Array.from(cipher.update(block))
  },
  hmacSha256: (key: Uint8Array, message: Uint8Array): Uint8Array => Uint8Array.from(createHmac('sha256', key).update(message).digest()),
}
