import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import type { Pool, PoolClient } from 'pg'
import type { UnprojectableError } from '../projector/set-aside-events.ts'
import { type AppliedPage, followShard } from './follow-shard.ts'
import { type FairPart, giveBack, takeShard } from './shard-locks.ts'

export type FollowersOptions = {
  /** With a connection for each shard, one to look who else is there, and some to read the log. */
  pool: Pool
  log: EventLog
  signal: AbortSignal
  /** After each page: which shard is now where, how many events the page had and how long it took. */
  onPage?: (page: AppliedPage) => void
  /** An event cannot be projected and is set aside; everything else goes on. */
  onUnprojectable?: (error: UnprojectableError) => void
  /** The shards that this projector holds, whenever they change. */
  onShards?: (shards: readonly number[]) => void
  /** For each shard that is taken: its reader of the log, and a listener for its pages beside `onPage`. */
  observe?: (log: EventLog) => { log: EventLog; onPage: (page: AppliedPage) => void }
}

type Follower = { stop: AbortController; ended: Promise<void>; generation: string | undefined }

/** The shards that this projector holds, each followed on a connection of its own. One that fails is given back; the others go on. */
export class ShardFollowers {
  readonly #options: FollowersOptions
  readonly #onFailure: (error: unknown) => void
  readonly #running = new Map<number, Follower>()
  #wake = new AbortController()
  /** Whether a shard has failed since the last reset. */
  hasFailed = false

  constructor(options: FollowersOptions, onFailure: (error: unknown) => void) {
    this.#options = options
    this.#onFailure = onFailure
    options.signal.addEventListener('abort', () => this.#wake.abort(), { once: true })
  }

  /**
   * Hands over what is beyond the fair part, each shard after the current page, and takes what is missing and free. Shards of read models that a
   * replay or a start has replaced are let go and begun again; without a page to apply their followers would not notice.
   */
  async hold({ part, free, generations }: FairPart): Promise<void> {
    const replaced = [...this.#running].filter(([shard, { generation }]) => generations[shard] !== generation).map(([shard]) => shard)
    await Promise.all(replaced.map((shard) => this.#stop(shard)))
    const surplus = [...this.#running.keys()].slice(part)
    await Promise.all(surplus.map((shard) => this.#stop(shard)))
    for (const shard of [...replaced, ...free]) {
      if (this.#running.size >= part || this.#options.signal.aborted) return
      if (this.#running.has(shard) || shard >= generations.length) continue
      const client = await takeShard(this.#options.pool, shard)
      if (client) this.#start(client, shard, generations[shard])
    }
  }

  /** Until the time is over, a shard fails or the projector is stopped. */
  async rest(milliseconds: number): Promise<void> {
    if (this.hasFailed || this.#options.signal.aborted) return
    this.#wake = new AbortController()
    await sleep(milliseconds, undefined, { signal: this.#wake.signal }).catch(() => undefined)
  }

  /** Ends between two pages and gives every shard back. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((shard) => this.#stop(shard)))
  }

  async #stop(shard: number): Promise<void> {
    const follower = this.#running.get(shard)
    follower?.stop.abort()
    await follower?.ended
  }

  #start(client: PoolClient, shard: number, generation: string | undefined): void {
    const stop = new AbortController()
    const signal = AbortSignal.any([this.#options.signal, stop.signal])
    this.#running.set(shard, { stop, ended: this.#follow(client, shard, signal), generation })
    this.#tellShards()
  }

  async #follow(client: PoolClient, shard: number, signal: AbortSignal): Promise<void> {
    const { log, onPage, onUnprojectable, observe } = this.#options
    const observed = observe?.(log)
    try {
      await followShard(client, shard, {
        log: observed?.log ?? log,
        signal,
        onUnprojectable,
        onPage: (page) => {
          onPage?.(page)
          observed?.onPage(page)
        },
      })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    } finally {
      await giveBack(client)
      this.#running.delete(shard)
      this.#tellShards()
    }
  }

  #fail(error: unknown): void {
    this.hasFailed = true
    this.#onFailure(error)
    this.#wake.abort()
  }

  #tellShards(): void {
    this.#options.onShards?.([...this.#running.keys()].sort((a, b) => a - b))
  }
}
