import { hash } from 'node:crypto'
import { isExhausted, isPassing } from '@nightflow/event-log/postgres/connection-errors'
import type { Gateway } from './accept-frame.ts'
import { LastKnownGateways } from './last-known-gateways.ts'
import { ProblemError } from './problem.ts'

/** Answers whose key hashes (SHA-256) to this, or undefined for a key that is unknown or revoked. */
export type FindGateway = (keyHash: Buffer) => Promise<Gateway | undefined>

/** Keys are `nfk_` and at least 20 letters, digits, `-` or `_`; the service keeps their hash only. */
const bearerKey = /^Bearer (nfk_[A-Za-z0-9_-]{20,200})$/i

export const hashGatewayKey = (key: string): Buffer => hash('sha256', key, 'buffer')

export type GatewayKeyLimits = {
  /** Without a notification, a revocation is effective after this time at the latest. */
  rememberMilliseconds: number
  /** While the database is away, what it said last of a key holds for so long. */
  outlastMilliseconds: number
  /** A database that says nothing for so long counts as away for keys of which something is known; the others wait for it. */
  patienceMilliseconds: number
  entriesMax: number
  /** Queries at a time; further callers get a 503, so that invalid keys cannot queue up at the database. */
  lookupsMax: number
}

export const gatewayKeyLimits: GatewayKeyLimits = {
  rememberMilliseconds: 3_000,
  outlastMilliseconds: 15 * 60_000,
  patienceMilliseconds: 2_000,
  entriesMax: 10_000,
  lookupsMax: 64,
}

type Remembered = { since: number; gateway: Promise<Gateway | undefined>; found?: Gateway | undefined }

/**
 * Finds the gateway of an `Authorization` header, remembering answers (also the negative ones) for a few seconds. While the database is
 * away, and only then, its last answer about a key holds for some minutes: frames that Kafka takes need not wait for it.
 */
export class GatewayKeys {
  readonly #find: FindGateway
  readonly #limits: GatewayKeyLimits
  readonly #remembered = new Map<string, Remembered>()
  readonly #lastKnown: LastKnownGateways
  #lookups = 0
  /** Counts what was forgotten: an answer that was asked for before may be older. */
  #forgotten = 0
  /** When the database was last found to be away; undefined once it answers. */
  #awaySince: number | undefined

  constructor(find: FindGateway, limits: GatewayKeyLimits = gatewayKeyLimits) {
    this.#find = find
    this.#limits = limits
    this.#lastKnown = new LastKnownGateways(limits.outlastMilliseconds, limits.entriesMax)
  }

  /** Keys are looked up anew. `isKnown`: one was revoked or replaced, so that what the database said last of them is no longer good either. */
  forget(isKnown: boolean): void {
    this.#forgotten += 1
    this.#remembered.clear()
    if (isKnown) this.#lastKnown.clear()
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

  /** An answer from later than now was found before the clock was set back: its age is unknown. */
  #isFresh({ since }: Remembered, now: number): boolean {
    return since <= now && now < since + this.#limits.rememberMilliseconds
  }

  #lookUp(authorization: string, keyHash: Buffer, now: number): Promise<Gateway | undefined> {
    const known = this.#lastKnown.find(authorization, now)
    if (this.#lookups >= this.#limits.lookupsMax) {
      if (known && this.#isAway(now)) {
        this.#awaySince = now
        return Promise.resolve(known.gateway)
      }
      throw new ProblemError('unavailable', 'too many unknown keys at once; send the frame again', { retryAfterSeconds: 1 })
    }
    const answer = this.#ask(authorization, keyHash, now)
    const gateway = known ? this.#unlessAway(answer, known.gateway, now) : answer
    const remembered: Remembered = { since: now, gateway }
    const before = this.#forgotten
    const isStale = (): boolean => before !== this.#forgotten
    // A failure is not cached: the next frame looks it up again.
    gateway.then(
      (found) => {
        if (isStale()) this.#drop(authorization, remembered)
        else remembered.found = found
      },
      () => this.#remembered.delete(authorization),
    )
    // Also when it arrives after a caller was admitted from the cache.
    answer.then(
      (found) => (isStale() ? this.#drop(authorization, remembered) : Object.assign(remembered, { gateway: answer, found })),
      () => undefined,
    )
    this.#remembered.delete(authorization)
    this.#remembered.set(authorization, remembered)
    if (this.#remembered.size > this.#limits.entriesMax) this.#remembered.delete(this.#remembered.keys().next().value!)
    return gateway
  }

  #drop(authorization: string, remembered: Remembered): void {
    if (this.#remembered.get(authorization) === remembered) this.#remembered.delete(authorization)
  }

  async #ask(authorization: string, keyHash: Buffer, now: number): Promise<Gateway | undefined> {
    this.#lookups += 1
    const before = this.#forgotten
    try {
      const gateway = await this.#find(keyHash)
      this.#awaySince = undefined
      if (before === this.#forgotten) this.#lastKnown.note(authorization, gateway, now)
      return gateway
    } catch (error) {
      if (isPassing(error) || isExhausted(error)) this.#awaySince = now
      const problem = new ProblemError('unavailable', 'gateway keys cannot be looked up now; send this again', { retryAfterSeconds: 5 })
      problem.cause = error
      throw problem
    } finally {
      this.#lookups -= 1
    }
  }

  /** A database that was away a moment ago is not waited for again; whether it answers meanwhile is noticed all the same. */
  async #unlessAway(answer: Promise<Gateway | undefined>, known: Gateway | undefined, now: number): Promise<Gateway | undefined> {
    const { promise: tooLate, resolve } = Promise.withResolvers<Gateway | undefined>()
    const timer = setTimeout(() => {
      this.#awaySince = now
      resolve(known)
    }, this.#limits.patienceMilliseconds)
    const answered = answer.finally(() => clearTimeout(timer))
    try {
      return await Promise.race(this.#isAway(now) ? [known, answered] : [answered, tooLate])
    } catch (error) {
      if (this.#isAway(now)) return known
      throw error
    }
  }

  /** Long enough that a gateway whose key is looked up every few seconds waits once and not each time. */
  #isAway(now: number): boolean {
    const { rememberMilliseconds, patienceMilliseconds } = this.#limits
    const since = this.#awaySince
    return since !== undefined && since <= now && now < since + rememberMilliseconds + patienceMilliseconds
  }
}
