import { createHash, createHmac, createSign, createVerify, timingSafeEqual } from 'node:crypto'

/** MD5 is for platforms that know nothing else. */
type SignatureKind = 'HMAC-SHA256' | 'RSA-SHA256' | 'MD5'

/** Compared in constant time, as bytes: two spellings of one signature are two signatures. */
export const isSameText = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const digestOf = (kind: 'HMAC-SHA256' | 'MD5', secret: string, parts: readonly (string | Buffer)[]): string => {
  const hashing = kind === 'MD5' ? createHash('md5') : createHmac('sha256', secret)
  for (const part of parts) hashing.update(part)
  // MD5 has no key of its own: the secret is the end of the text.
  if (kind === 'MD5') hashing.update(secret)
  return hashing.digest('hex')
}

/** The signature of these bytes in hexadecimal, or in base64 of RSA. */
export const signatureOf = (kind: SignatureKind, secret: string, parts: readonly (string | Buffer)[]): string => {
  if (kind !== 'RSA-SHA256') return digestOf(kind, secret, parts)
  const signing = createSign('sha256')
  for (const part of parts) signing.update(part)
  return signing.sign(secret, 'base64')
}

/** Is it the signature of these bytes under one of the keys? All are tried, so that the time does not tell which one is in use. */
export const isSigned = (
  kind: SignatureKind,
  keys: readonly (string | undefined)[],
  parts: readonly (string | Buffer)[],
  signature: string,
): boolean => {
  const good = keys.filter((key) => key !== undefined && key !== '').map((key) => isSignedWith(kind, key as string, parts, signature))
  return good.includes(true)
}

const isSignedWith = (kind: SignatureKind, key: string, parts: readonly (string | Buffer)[], signature: string): boolean => {
  if (kind !== 'RSA-SHA256') return isSameText(signature.toLowerCase(), digestOf(kind, key, parts))
  try {
    const verifying = createVerify('sha256')
    for (const part of parts) verifying.update(part)
    return verifying.verify(key, signature, 'base64')
  } catch {
    // A key that cannot be read believes nothing.
    return false
  }
}
