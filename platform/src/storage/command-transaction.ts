import type { Connections } from '@nightflow/event-log/postgres/database'
import type { Pool, PoolClient, QueryResult } from 'pg'

/** Settles when a connection may be taken, and answers what is called when it is given back. */
export type Turn = () => Promise<() => void>

/**
 * Everything that one command changes, in one transaction: the command and what it calls use it as if it were the pool. A transaction that they
 * begin becomes a savepoint, so a refused part is undone by itself and the rest stays. Opened at the first use; the runner of the
 * command calls `commit` or `rollback`.
 *
 * A query while a part is open, or after the end, gets a connection of the pool itself: two parts at once cannot share one transaction.
 */
export class CommandTransaction implements Connections {
  readonly #pool: Pool
  readonly #turn: Turn
  #leave: (() => void) | undefined
  #client: PoolClient | undefined
  #isTaken = false
  #isOver = false
  #role = 'none'
  /** The end of the last part, which goes out with the next statement: each round trip is a good part of what a command takes. */
  #owed = ''

  /** A connection is taken in its `turn`. */
  constructor(pool: Pool, turn: Turn = async () => () => undefined) {
    this.#pool = pool
    this.#turn = turn
  }

  /** Whether anything of the command went to the database within it. */
  get isUsed(): boolean {
    return this.#client !== undefined || this.#isTaken
  }

  query: Connections['query'] = async (sql, parameters) => {
    if (this.#isTaken || this.#isOver) return this.#pool.query(sql, parameters)
    const client = await this.connect()
    try {
      await client.query('begin')
      const result = await client.query(sql, parameters)
      await client.query('commit')
      return result as never
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  async connect(): Promise<PoolClient> {
    if (this.#isTaken || this.#isOver) return this.#pool.connect()
    this.#isTaken = true
    try {
      this.#client ??= await this.#open()
      return this.#part(this.#client)
    } catch (error) {
      this.#isTaken = false
      throw error
    }
  }

  /** Throws when the database did not take it: then nothing of the command was stored. */
  commit(): Promise<void> {
    return this.#end('commit')
  }

  async rollback(): Promise<void> {
    await this.#end('rollback').catch(() => undefined)
  }

  async #open(): Promise<PoolClient> {
    this.#leave ??= await this.#turn()
    const client = await this.#pool.connect()
    try {
      const [, { rows }] = await severalOf<[QueryResult, QueryResult<{ role: string }>]>(
        client,
        `begin; select current_setting('role') as role`,
      )
      this.#role = rows[0]!.role
      return client
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    const client = this.#client
    this.#client = undefined
    this.#isOver = true
    try {
      await client?.query(how === 'commit' ? `${this.#owed}${how}` : how)
      client?.release()
    } catch (error) {
      client?.release(error as Error)
      throw error
    } finally {
      this.#leave?.()
    }
  }

  /** The connection, with the three statements of a transaction translated and `release` ending the part. */
  #part(client: PoolClient): PoolClient {
    const release = (): void => {
      this.#isTaken = false
    }
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'release') return release
        if (name === 'query') return (statement: unknown, ...more: unknown[]) => this.#send(target, statement, more as [])
        const value = Reflect.get(target, name, target) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  #send(client: PoolClient, statement: unknown, more: []): unknown {
    if (statement === 'commit' || statement === 'rollback') {
      this.#owed = statement === 'commit' ? this.#endOfPart() : undone
      return Promise.resolve()
    }
    // `begin`, or that and what the part sets with it.
    if (typeof statement !== 'string' || !/^begin\b/.test(statement)) return client.query(statement as string, ...more)
    const begun = `${this.#owed}savepoint part${statement.slice('begin'.length)}`
    this.#owed = ''
    return client.query(begun)
  }

  /** A part may act as another role and for a tenant; the next one starts from the service's own rights again. */
  #endOfPart(): string {
    return `release savepoint part; select set_config('role', '${this.#role}', true), set_config('nightflow.tenant', '', true); `
  }
}

/** A rollback takes what the part set with it. */
const undone = 'rollback to savepoint part; release savepoint part; '

/** Results of statements that go out together: the driver's types know one alone. */
const severalOf = async <Results extends QueryResult[]>(client: PoolClient, statements: string): Promise<Results> =>
  (await client.query(statements)) as unknown as Results
