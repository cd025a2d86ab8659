import { constants, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { challengeLimits, openChallenge, takeNonce } from './challenges.ts'
import { loadSecret } from './secrets.ts'

type Content = { password: string; nonce: string }

const passwordCharactersMax = 128

/** RSA-OAEP with SHA-256; 2048 bits leave 190 bytes for the password and its nonce. */
const modulusBits = 2048

/**
 * Passwords as they travel from a browser: sealed with the service's key together with a nonce, so that a recording opens
 * nothing, not even by being sent again.
 */
export class SealedPasswords {
  readonly #pool: Pool
  #key: Promise<KeyObject> | undefined
  #publicKey: string | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The key to seal with, and a nonce to seal along. Refused when an address requests too many. */
  async offer(address: string): Promise<{ publicKey: string; nonce: string; goodForSeconds: number } | Rejection> {
    const challenge = await openChallenge(this.#pool, { kind: 'nonce', address })
    if (isRejection(challenge)) return challenge
    this.#publicKey ??= String(createPublicKey(await this.#privateKey()).export({ type: 'spki', format: 'pem' }))
    return { publicKey: this.#publicKey, nonce: challenge.id, goodForSeconds: challengeLimits.goodForSeconds }
  }

  /**
   * The passwords of one request, which may share a nonce. Undefined when one was not sealed with this key or its nonce is not good, or not
   * any more; either way the nonces are used up.
   */
  async open(sealed: readonly string[]): Promise<string[] | undefined> {
    const key = await this.#privateKey()
    const contents = sealed.map((text) => unseal(key, text))
    const nonces = new Set(contents.flatMap((content) => content?.nonce ?? []))
    const taken = await Promise.all([...nonces].map((nonce) => takeNonce(this.#pool, nonce)))
    if (taken.includes(false)) return undefined
    const passwords = contents.flatMap((content) => content?.password ?? [])
    return passwords.length === sealed.length ? passwords : undefined
  }

  #privateKey(): Promise<KeyObject> {
    this.#key ??= loadSecret(this.#pool, 'password-key', makeKey).then(
      (der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
      (error: unknown) => {
        // The next request tries again.
        this.#key = undefined
        throw error
      },
    )
    return this.#key
  }
}

const makeKey = async (): Promise<Buffer> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits })
  return privateKey.export({ type: 'pkcs8', format: 'der' })
}

const unseal = (key: KeyObject, text: string): Content | undefined => {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const bytes = privateDecrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text, 'base64'))
    const content: unknown = JSON.parse(bytes.toString('utf8'))
    return isContent(content) ? content : undefined
  } catch {
    return undefined
  }
}

const isContent = (content: unknown): content is Content => {
  const { password, nonce } = (content ?? {}) as Partial<Record<keyof Content, unknown>>
  return typeof nonce === 'string' && typeof password === 'string' && password.length > 0 && password.length <= passwordCharactersMax
}
