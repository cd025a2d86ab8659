import { createCipheriv, createHmac } from 'node:crypto'
import type { KeyCiphers } from '@nightflow/domain/prepaid/sts/decoder-key'

/** The ciphers of key derivation by `node:crypto`. Single DES is triple DES with three equal keys: OpenSSL 3 has no other one by default. */
export const nodeKeyCiphers: KeyCiphers = {
  encryptDes: (key, block) => {
    const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false)
    return Uint8Array.from(cipher.update(block))
  },
  hmacSha256: (key, message) => Uint8Array.from(createHmac('sha256', key).update(message).digest()),
}
