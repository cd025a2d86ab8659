import { setTimeout as pause } from 'node:timers/promises'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import { giveBack } from '@nightflow/projections/views/shard-locks'
import type { Pool, PoolClient } from 'pg'

/** First half of an advisory lock; the second is a hash of the policy's name. */
const policyLock = 7_101_009
const standByMilliseconds = 2_000
const leaveMillisecondsMax = 1_000

type Use = <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>

/** The place of a policy that no other process runs meanwhile. */
export type PolicyPlace = {
  /**
   * Runs statements on the connection that holds the lock: a process that loses the lock cannot write either. Work of the policies of a process
   * takes turns there, so it is a transaction of a few rows, and never a reaction.
   */
  use: Use
  transaction: (work: (database: PoolClient) => Promise<void>) => Promise<void>
  leave: () => Promise<void>
}

/** One connection of a process, with the locks of all policies that it runs. Where it breaks, all of them stop and take another one. */
class SharedConnection {
  readonly #opened: Promise<PoolClient>
  readonly #onClose: () => void
  /** Names of policies that hold their lock, or wait for the answer. */
  readonly #names = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()
  #isBroken = false
  /** It takes no further policies. */
  #isClosed = false

  constructor(pool: Pool, onClose: () => void) {
    this.#onClose = onClose
    this.#opened = ownConnection(pool)
    this.#opened.then(
      (client) => client.once('end', () => this.#close()),
      () => this.#close(),
    )
  }

  /** In the order of the calls. */
  use<Result>(work: (database: PoolClient) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      const client = await this.#opened
      if (this.#isBroken) throw new Error('The connection of the policies cannot end a transaction or give a lock back.')
      return work(client)
    })
    this.#last = result.catch(() => undefined)
    return result
  }

  transaction(work: (database: PoolClient) => Promise<void>): Promise<void> {
    return this.use(async (client) => {
      try {
        await client.query('begin')
        await work(client)
        await client.query('commit')
      } catch (error) {
        // All further statements would be part of this transaction.
        await client.query('rollback').catch(() => this.#break())
        throw error
      }
    })
  }

  /** Undefined where this process or another one runs the policy. */
  async take(name: string): Promise<PolicyPlace | undefined> {
    // PostgreSQL gives a session a lock that it holds once more.
    if (this.#names.has(name)) return undefined
    this.#names.add(name)
    try {
      const { rows } = await this.use((client) =>
        client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [policyLock, name]),
      )
      if (rows[0]!.taken)
        return { use: (work) => this.use(work), transaction: (work) => this.transaction(work), leave: () => this.#leave(name) }
    } catch (error) {
      await this.#without(name)
      throw error
    }
    await this.#without(name)
    return undefined
  }

  async #leave(name: string): Promise<void> {
    // The others keep the connection; the last one ends it, and with it its locks. A process that takes the name again waits behind this.
    if (this.#names.size > 1 && !this.#isClosed) {
      const unlocked = this.use((client) => client.query('select pg_advisory_unlock($1, hashtext($2))', [policyLock, name]))
      const tooLate = new AbortController()
      const waited = pause(leaveMillisecondsMax, undefined, { signal: tooLate.signal }).catch(() => undefined)
      await Promise.race([unlocked.catch(() => this.#break()), waited])
      tooLate.abort()
    }
    await this.#without(name)
  }

  async #without(name: string): Promise<void> {
    this.#names.delete(name)
    if (this.#names.size > 0) return
    this.#close()
    const client = await this.#opened.catch(() => undefined)
    if (client) await giveBack(client)
  }

  /** All policies stop, so that the next connection can take their locks. */
  #break(): void {
    this.#isBroken = true
    this.#close()
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClose()
  }
}

/** By the pool that it is of: the policies of a process have one. */
const shared = new WeakMap<Pool, SharedConnection>()

const connectionOf = (pool: Pool): SharedConnection => {
  const known = shared.get(pool)
  if (known) return known
  const opened: SharedConnection = new SharedConnection(pool, () => {
    if (shared.get(pool) === opened) shared.delete(pool)
  })
  shared.set(pool, opened)
  return opened
}

/** Waits until no other process runs the policy. Undefined when the signal aborts first. */
export const takePolicy = async (pool: Pool, name: string, signal: AbortSignal): Promise<PolicyPlace | undefined> => {
  while (!signal.aborted) {
    const place = await connectionOf(pool).take(name)
    if (place) return place
    await pause(standByMilliseconds, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
