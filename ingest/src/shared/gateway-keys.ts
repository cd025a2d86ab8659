import { hash } from 'node:crypto'
import type { Gateway } from './accept-frame.ts'
import { ProblemError } from './problem.ts'

/** Answers whose key hashes (SHA-256) to this, or undefined for a key that is unknown or revoked. */
export type FindGateway = (keyHash: Buffer) => Promise<Gateway | undefined>

/** Keys are `nfk_` and at least 20 letters, digits, `-` or `_`; the service keeps their hash only. */
const bearerKey = /^Bearer (nfk_[A-Za-z0-9_-]{20,200})$/i

export const hashGatewayKey = (key: string): Buffer => hash('sha256', key, 'buffer')

export type GatewayKeyLimits = {
  /** A revocation is effective after this time at the latest. */
  rememberMilliseconds: number
  entriesMax: number
  /** Questions to the database at a time; more callers are asked to come again, so that rubbish keys cannot queue up there. */
  lookupsMax: number
}

export const gatewayKeyLimits: GatewayKeyLimits = { rememberMilliseconds: 3_000, entriesMax: 10_000, lookupsMax: 64 }

type Remembered = { since: number; gateway: Promise<Gateway | undefined>; found?: Gateway }

/** Finds the gateway of an `Authorization` header, remembering answers (also the negative ones) for a few seconds. */
export class GatewayKeys {
  readonly #find: FindGateway
  readonly #limits: GatewayKeyLimits
  readonly #remembered = new Map<string, Remembered>()
  #lookups = 0

  constructor(find: FindGateway, limits: GatewayKeyLimits = gatewayKeyLimits) {
    this.#find = find
    this.#limits = limits
  }

  /** The gateway of a key that was found a moment ago. */
  remembered(authorization: string | undefined, now: number): Gateway | undefined {
    const remembered = authorization === undefined ? undefined : this.#remembered.get(authorization)
    return remembered && this.#isFresh(remembered, now) ? remembered.found : undefined
  }

  /** @throws ProblemError gateway-key-unknown, unavailable. */
  async authenticate(authorization: string | undefined, now: number): Promise<Gateway> {
    const key = bearerKey.exec(authorization ?? '')?.[1]
    if (authorization === undefined || key === undefined)
      throw new ProblemError('gateway-key-unknown', 'send the header Authorization: Bearer <gateway key>; keys begin with nfk_')
    const remembered = this.#remembered.get(authorization)
    const isKnown = remembered && this.#isFresh(remembered, now)
    const gateway = await (isKnown ? remembered.gateway : this.#lookUp(authorization, hashGatewayKey(key), now))
    if (!gateway)
      throw new ProblemError(
        'gateway-key-unknown',
        'this gateway key is unknown or revoked; ask the administrator of the utility for a new one',
      )
    return gateway
  }

  /** An answer from later than now was found before the clock was put back: nobody knows how old it is. */
  #isFresh({ since }: Remembered, now: number): boolean {
    return since <= now && now < since + this.#limits.rememberMilliseconds
  }

  #lookUp(authorization: string, keyHash: Buffer, now: number): Promise<Gateway | undefined> {
    if (this.#lookups >= this.#limits.lookupsMax)
      throw new ProblemError('unavailable', 'too many unknown keys at once; send the frame again', { retryAfterSeconds: 1 })
    this.#lookups += 1
    const gateway = this.#find(keyHash)
      .catch((error: unknown) => {
        const problem = new ProblemError('unavailable', 'gateway keys cannot be looked up now; send this again', { retryAfterSeconds: 5 })
        problem.cause = error
        throw problem
      })
      .finally(() => {
        this.#lookups -= 1
      })
    const remembered: Remembered = { since: now, gateway }
    // A failure is not remembered: the next frame asks again.
    gateway.then(
      (found) => {
        if (found) remembered.found = found
      },
      () => this.#remembered.delete(authorization),
    )
    this.#remembered.delete(authorization)
    this.#remembered.set(authorization, remembered)
    if (this.#remembered.size > this.#limits.entriesMax) this.#remembered.delete(this.#remembered.keys().next().value!)
    return gateway
  }
}
