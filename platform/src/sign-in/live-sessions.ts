import type { Pool, PoolClient } from 'pg'
import { anything, listenTo } from '../storage/listen-to.ts'
import { type EndedSession, findLiveSession, type LiveSession } from './find-live-session.ts'
import { sessionChannel } from './session-changes.ts'

type Found = LiveSession | EndedSession | undefined

const keptMilliseconds = 5_000
const keptMax = 10_000

/**
 * Sessions as this process has just read them. It listens to the database, which says when a session was ended or what its person may do has
 * changed, and forgets what it knows then. While it cannot listen it remembers nothing, and every request queries the database.
 */
export class LiveSessions {
  readonly #pool: Pool
  /** `isUsed`: its use was noted with what is known of it. */
  readonly #known = new Map<string, { found: Found; until: number; isUsed: boolean }>()
  readonly #stopping = new AbortController()
  #listening: Promise<void> = Promise.resolve()
  /** The connection that listens, while it does. */
  #listener: PoolClient | undefined
  /** Counts notifications: an answer in flight meanwhile may be older than them. */
  #heard = 0
  #asking = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  start(): void {
    this.#listening = this.#listen()
  }

  /** `isUse`: a person's request, which keeps the session; a timer's result is not reused for a person, because it kept nothing. */
  async find(id: string, { isUse = true }: { isUse?: boolean } = {}): Promise<Found> {
    const known = this.#known.get(id)
    if (known && known.until > performance.now() && (known.isUsed || !isUse)) return known.found
    const heardBefore = this.#heard
    const found = await findLiveSession(this.#pool, id, { isUse })
    if (this.#listener && heardBefore === this.#heard) this.#remember(id, found, isUse)
    return found
  }

  /**
   * Waits for the notifications of everything committed before this call. PostgreSQL delivers notifications before it answers the next statement of the
   * connection that listens.
   */
  async catchUp(): Promise<void> {
    // The connection takes one statement at a time. All who come while it has one share the next, which begins after they came.
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined
      this.#asking = this.#ask()
      return this.#asking
    })
    await this.#next
  }

  async #ask(): Promise<void> {
    await this.#listener?.query('select').catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#listening
  }

  #remember(id: string, found: Found, isUsed: boolean): void {
    // Ids that name no session are free to make up.
    if (found === undefined) return
    if (this.#known.size >= keptMax) this.#known.clear()
    this.#known.set(id, { found, until: performance.now() + keptMilliseconds, isUsed })
  }

  #forget(id: string): void {
    this.#heard += 1
    if (id === anything) this.#known.clear()
    else this.#known.delete(id)
  }

  #listen(): Promise<void> {
    return listenTo(this.#pool, sessionChannel, {
      heard: (id) => this.#forget(id),
      onConnection: (client) => {
        this.#listener = client
      },
      signal: this.#stopping.signal,
    })
  }
}
