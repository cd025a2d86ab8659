import { timingSafeEqual } from 'node:crypto'

/**
 * Whether a text is this signature in base64url, letter by letter: decoders also read padding, other letters and unused bits, so that one link
 * would have several spellings.
 */
export const isSignature = (text: string, signature: Buffer): boolean => {
  const [given, expected] = [Buffer.from(text), Buffer.from(signature.toString('base64url'))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
