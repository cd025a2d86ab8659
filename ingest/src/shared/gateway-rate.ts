import type { Gateway } from './accept-frame.ts'
import { ProblemError } from './problem.ts'

export type GatewayRateLimits = {
  /** Sustained rate of a gateway, in requests a second. */
  requestsPerSecond: number
  /** Requests at once after a pause, such as the backlog of an outage. */
  burst: number
}

export const gatewayRateLimits: GatewayRateLimits = { requestsPerSecond: 5_000, burst: 20_000 }

const gatewaysMax = 100_000

type Bucket = { tokens: number; filledAt: number }

/** A token bucket per gateway: one that runs wild is slowed down and the others do not notice. */
export class GatewayRate {
  readonly #limits: GatewayRateLimits
  readonly #buckets = new Map<string, Bucket>()

  constructor(limits: GatewayRateLimits = gatewayRateLimits) {
    this.#limits = limits
  }

  /** @throws ProblemError too-fast, with the seconds after which the next request will be taken. */
  take(gateway: Gateway, now: number): void {
    const { requestsPerSecond, burst } = this.#limits
    const name = `${gateway.tenant}/${gateway.name}`
    let bucket = this.#buckets.get(name)
    if (!bucket) {
      // Forgetting the oldest bucket fills it up again, which is harmless: it is the one of the longest-known gateway only when there are very many.
      if (this.#buckets.size >= gatewaysMax) this.#buckets.delete(this.#buckets.keys().next().value!)
      bucket = { tokens: burst, filledAt: now }
      this.#buckets.set(name, bucket)
    }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.filledAt) / 1000) * requestsPerSecond)
    bucket.filledAt = now
    if (bucket.tokens < 1) {
      const retryAfterSeconds = Math.ceil((1 - bucket.tokens) / requestsPerSecond)
      throw new ProblemError(
        'too-fast',
        `this gateway sends more than ${requestsPerSecond} requests a second; come again in ${retryAfterSeconds} s`,
        { retryAfterSeconds },
      )
    }
    bucket.tokens -= 1
  }
}
