import { sha256 } from '@noble/hashes/sha2.js'
import { mgf1, OAEP } from 'micro-rsa-dsa-dh/rsa.js'

/** RSA-OAEP with SHA-256 over a public key in DER (SubjectPublicKeyInfo). */
export const sealWithoutWebCrypto = (publicKeyDer: Uint8Array, message: Uint8Array): Uint8Array =>
  OAEP(sha256, mgf1(sha256)).encrypt(publicKeyOf(publicKeyDer), message)

/** X.509, 4.1.2.7 and PKCS 1, A.1.1: SEQUENCE { algorithm, BIT STRING { SEQUENCE { INTEGER n, INTEGER e } } }. */
function publicKeyOf(der: Uint8Array): { n: bigint; e: bigint } {
  const info = contentAt(der, 0)
  const algorithm = contentAt(der, info.start)
  const bits = contentAt(der, algorithm.end)
  // The first byte of a bit string says how many bits of the last are unused: none.
  const key = contentAt(der, bits.start + 1)
  const n = contentAt(der, key.start)
  const e = contentAt(der, n.end)
  return { n: integerOf(der.subarray(n.start, n.end)), e: integerOf(der.subarray(e.start, e.end)) }
}

/** Where the content of the element at `offset` begins and ends. */
function contentAt(der: Uint8Array, offset: number): { start: number; end: number } {
  const first = der[offset + 1] ?? 0
  if (first < 0x80) return { start: offset + 2, end: offset + 2 + first }
  const lengthBytes = first & 0x7f
  const start = offset + 2 + lengthBytes
  return { start, end: start + Number(integerOf(der.subarray(offset + 2, start))) }
}

const integerOf = (bytes: Uint8Array): bigint => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
