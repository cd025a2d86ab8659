import type { Connections } from '@nightflow/event-log/postgres/database'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import pg, { type PoolClient } from 'pg'

/** Runs `work` on the service's own rights, all or nothing; a refusal leaves nothing behind either. `settings` hold for the transaction and go out with its beginning. */
export const inTransaction = async <Result>(
  pool: Connections,
  work: (client: PoolClient) => Promise<Result>,
  settings: Settings = {},
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(beginningOf(settings))
    const result = await work(client)
    await client.query(isRejection(result) ? 'rollback' : 'commit')
    return result
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

type Settings = Readonly<Record<string, string>>

const beginningOf = (settings: Settings): string =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`)].join('; ')

/** A transaction of one statement that carries its values, in one round trip. */
export const transactionAtOnce = async (
  pool: Connections,
  settings: Settings,
  statement: string,
  end: 'commit' | 'rollback',
): Promise<void> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`${beginningOf(settings)}; ${statement}; ${end}`)
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    )
    throw error
  } finally {
    client.release(broken)
  }
}
