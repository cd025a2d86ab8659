import type { Pool, PoolClient } from 'pg'

/**
 * How a connection is lost: together with the statement that was just sent, which the server may have carried out or not; once it is answered,
 * as a crash of the process does it; or by the server, whenever that comes to it.
 */
export const waysToLose = ['unanswered', 'answered', 'terminated'] as const
export type WayToLose = (typeof waysToLose)[number]

type Cut = { statement: number; way: WayToLose }
type Inside = { processID: number; connection: { stream: { destroy(): void } } }

/** Cuts a connection at one of the statements to come, counted from 1. Returns a check whether that has happened. */
export const cutConnection = (client: PoolClient, pool: Pool, { statement, way }: Cut): (() => boolean) => {
  const inside = client as unknown as Inside
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  let asked = 0
  let isCut = false
  const strike = () => {
    isCut = true
    if (way === 'terminated') pool.query('select pg_terminate_backend($1)', [inside.processID]).catch(() => undefined)
    else inside.connection.stream.destroy()
  }
  client.query = ((...parameters: unknown[]) => {
    const result = query(...parameters)
    asked += 1
    if (asked !== statement) return result
    if (way === 'unanswered') strike()
    else if (result instanceof Promise) result.then(strike, () => undefined)
    // A COPY is a stream that is written to.
    else (result as NodeJS.WritableStream).once('finish', strike)
    return result
  }) as typeof client.query
  return () => isCut
}

/** Closes a connection and waits until the server has noticed: what it holds, or has yet to commit, is then settled. */
export const closeForGood = async (client: PoolClient, pool: Pool): Promise<void> => {
  const { processID } = client as unknown as Inside
  client.release(true)
  const isThere = async () => (await pool.query('select from pg_stat_activity where pid = $1', [processID])).rowCount !== 0
  for (let turn = 0; await isThere(); turn++) if (turn > 10_000) throw new Error(`the server keeps connection ${processID}`)
}
