import { randomInt } from 'node:crypto'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import { jobChannel, workerLock } from '@nightflow/platform/jobs/job-queue'
import type { Pool } from 'pg'

/** The place of this process among the workers. Its jobs belong to the number for as long as the connection lives. */
export type WorkerPlace = {
  worker: number
  /** Aborted when the connection is lost: another worker may take the jobs from then on. */
  lost: AbortSignal
  leave: () => Promise<void>
}

const numbersMax = 2 ** 31 - 1

/** Takes a place, and listens for jobs. PostgreSQL lets go of the lock when the connection ends, however it ends. */
export const takeWorkerPlace = async (pool: Pool, onJob: () => void): Promise<WorkerPlace> => {
  const client = await ownConnection(pool)
  const losing = new AbortController()
  const lose = (): void => losing.abort(new Error('The connection that holds the place of this worker was lost.'))
  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', onJob)
  try {
    const worker = randomInt(1, numbersMax)
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [workerLock, worker])
    if (!rows[0]?.taken) throw new Error(`the number ${worker} of a worker is taken`)
    await client.query(`listen ${jobChannel}`)
    return { worker, lost: losing.signal, leave: async () => client.release(true) }
  } catch (error) {
    client.release(true)
    throw error
  }
}
