import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A client that waits longer for an answer checks what the server is doing, and checks again after as long. */
const lookMilliseconds = 5_000
/** The server counts as lost after this number of consecutive failed health checks. */
const unansweredMax = 4

type Config = pg.ClientConfig & { lookMilliseconds?: number }

const whatItDoes = `
select $1::int = pg_backend_pid() as is_direct,
  (select coalesce(wait_event_type, '') || ' since ' || coalesce(state_change::text, '') from pg_stat_activity where pid = $2) as state`

/**
 * A connection that notices when its server is gone without a farewell: a machine that was lost, a router that forgot the connection. TCP
 * itself notices after a quarter of an hour, or never. A limit on how long an answer may take would end slow statements too, so a second
 * connection queries what the first one's server process is doing. While it works or waits for a lock, we wait. When it is gone, or waits for
 * us while we wait for it, what one of us said was lost: the connection is ended, and its query fails as with any that broke.
 */
export class AttentiveClient extends pg.Client {
  readonly #config: Config
  readonly #lookMilliseconds: number
  #timer: NodeJS.Timeout | undefined
  /** Counts the times at which no query waited any more: a check that returns later is ignored. */
  #rests = 0

  constructor(config: string | Config = {}) {
    super(config)
    this.#config = typeof config === 'string' ? { connectionString: config } : config
    this.#lookMilliseconds = this.#config.lookMilliseconds ?? lookMilliseconds
    // A connection that breaks while idle emits an error that would stop the process; its holder sees it with the next query.
    this.on('error', () => undefined)
    this.on('drain', () => this.#rest())
    this.on('end', () => this.#rest())
  }

  // All forms of a query begin here and end with `drain`; what they take and answer is left to the driver.
  override query(...parameters: never[]): never {
    this.#timer ??= setTimeout(() => void this.#watch(), this.#lookMilliseconds).unref()
    return Reflect.apply(super.query, this, parameters) as never
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#rests += 1
  }

  async #watch(): Promise<void> {
    const rests = this.#rests
    let before: string | undefined
    let unanswered = 0
    for (;;) {
      const seen = await this.#look().catch(unlessRefused)
      if (this.#rests !== rests) return
      unanswered = seen === undefined ? unanswered + 1 : 0
      const waitsForUs = seen?.startsWith('Client') && seen === before
      if (seen === 'gone' || waitsForUs || unanswered === unansweredMax) {
        void this.end().catch(() => undefined)
        return
      }
      before = seen
      await sleep(this.#lookMilliseconds, undefined, { ref: false })
    }
  }

  /** `gone`, or what the server's process waits for, since when, and how much went each way: unchanged, nothing goes on. */
  async #look(): Promise<string> {
    const { password } = this
    const looking = new pg.Client({
      ...this.#config,
      ...(password !== undefined && { password }),
      application_name: 'nightflow look',
      connectionTimeoutMillis: lookMilliseconds,
      query_timeout: lookMilliseconds,
    })
    looking.on('error', () => undefined)
    try {
      await looking.connect()
      const { rows } = await looking.query<{ is_direct: boolean; state: string | null }>(whatItDoes, [processOf(looking), processOf(this)])
      const { is_direct, state } = rows[0]!
      // Behind a pooler the numbers of processes are its own, and say nothing.
      if (!is_direct) return 'behind a pooler'
      const { bytesRead, bytesWritten } = this.connection.stream as Socket
      return state === null ? 'gone' : `${state}, ${bytesRead} bytes in, ${bytesWritten} out`
    } finally {
      void looking.end().catch(() => undefined)
    }
  }
}

/** A server that refuses the connection, because it has too many, lives all the same. */
const unlessRefused = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? 'refuses to say' : undefined)

/** Known to the driver since it connected, and to its types not. */
const processOf = (client: pg.Client): unknown => (client as unknown as { processID: unknown }).processID
