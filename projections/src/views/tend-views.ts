import { setTimeout as sleep } from 'node:timers/promises'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import type { Pool } from 'pg'
import { compressViews } from './compress-views.ts'
import { retireDays } from './retire-days.ts'

/** One process tends the read models at a time; another finds the lock taken and leaves it to that one. */
const tendingLock = 7_101_004
const dayMilliseconds = 86_400_000
const pauseMillisecondsDefault = 10 * 60_000
/** Of each run, so that no run holds a connection and the disk for long; what is left has its turn in the next. */
const retiredRowsMax = 50_000

export const tendingDefaults = { compressAfterDays: 30, chunksMax: 20 } as const

export type Tending = {
  /** Chunks whose days are all older than so many days are compressed. */
  compressAfterDays: number
  chunksMax: number
  /** Days older than so many are taken out of the read models; undefined keeps them for ever. */
  retentionDays?: number | undefined
}

export type Tended = { compressed: number; remaining: number; retired: number; missing: string | undefined }

/** One bounded run: retires days, then compresses chunks. Undefined when another process is at it. */
export const tendViews = async (
  pool: Pool,
  { compressAfterDays, chunksMax, retentionDays }: Tending,
  now: Date,
): Promise<Tended | undefined> => {
  const client = await ownConnection(pool)
  try {
    const tried = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [tendingLock])
    if (!tried.rows[0]!.taken) return undefined
    const retired = retentionDays === undefined ? 0 : await retireDays(client, dateBefore(now, retentionDays), retiredRowsMax)
    return { retired, ...(await compressViews(client, dateBefore(now, compressAfterDays), chunksMax)) }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [tendingLock]).catch(() => undefined)
    client.release(true)
  }
}

const dateBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMilliseconds).toISOString().slice(0, 10)

export type TendingOptions = Tending & {
  pool: Pool
  signal: AbortSignal
  pauseMilliseconds?: number
  onTended?: (tended: Tended) => void
  /** A failure; the next run tries again. */
  onError?: (error: unknown) => void
}

/** Tends the read models every ten minutes until the signal aborts: TimescaleDB's own background workers are not needed. */
export const keepTending = async ({
  pool,
  signal,
  pauseMilliseconds = pauseMillisecondsDefault,
  onTended,
  onError,
  ...tending
}: TendingOptions): Promise<void> => {
  while (!signal.aborted) {
    await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    try {
      const tended = await tendViews(pool, tending, new Date())
      if (tended) onTended?.(tended)
    } catch (error) {
      onError?.(error)
    }
  }
}
