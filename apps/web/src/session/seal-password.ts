import { findPublicKey } from '@nightflow/schemas/platform/sign-in-calls'
import { call } from '#api/call.ts'

/**
 * A password as it travels: sealed with the server's key, together with a nonce that is good once. Each password needs a nonce of
 * its own.
 */
export async function sealPassword(password: string): Promise<string> {
  const { publicKey, nonce } = await call(findPublicKey, {})
  return seal(publicKey, JSON.stringify({ password, nonce }))
}

/** RSA-OAEP with SHA-256, base64. By the browser's own cryptography, which pages over plain HTTP do not have: there, by a library. */
export async function seal(
  publicKeyPem: string,
  text: string,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<string> {
  const der = bytesOfBase64(publicKeyPem.replaceAll(/-----[^-]+-----|\s/g, ''))
  const message = new TextEncoder().encode(text)
  if (!subtle) {
    const { sealWithoutWebCrypto } = await import('#session/seal-without-web-crypto.ts')
    return base64OfBytes(sealWithoutWebCrypto(der, message))
  }
  const key = await subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  return base64OfBytes(new Uint8Array(await subtle.encrypt({ name: 'RSA-OAEP' }, key, message)))
}

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const base64OfBytes = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
