import type { ClientBase } from 'pg'
import { projections } from '../projections.ts'
import { lockNotAvailable } from '../storage/day-partitions.ts'
import { storedTable } from '../storage/time-keyed-tables.ts'
import { findTimeSeriesEngine } from '../storage/time-series-engine.ts'

/** How long to wait for a writer of the same chunk; then the chunk has its turn in a later run. */
const lockTimeout = '5s'

export type Compression = {
  /** Chunks compressed, or compressed again because late readings had come into them. */
  compressed: number
  /** Chunks that are due and were left for the next run. */
  remaining: number
  /** Why nothing could be compressed, in a sentence. */
  missing: string | undefined
}

/**
 * Compresses chunks of the live read models that hold only days before `firstDay` (`yyyy-mm-dd`), the oldest first, trying at most `chunksMax` of
 * them. Each is a transaction of its own; readers go on, and a late reading for the same chunk waits or is waited for.
 */
export const compressViews = async (client: ClientBase, firstDay: string, chunksMax: number): Promise<Compression> => {
  const { storage, functions, missing } = await findTimeSeriesEngine(client)
  if (storage !== 'columnstore')
    return { compressed: 0, remaining: 0, missing: missing ?? 'this database has no TimescaleDB, so its views stay uncompressed.' }
  const due = await findDueChunks(client, firstDay)
  await client.query(`set lock_timeout to '${lockTimeout}'`)
  let done = 0
  try {
    for (const chunk of due.slice(0, chunksMax)) {
      const attempt = client.query(`select ${functions}.compress_chunk($1::regclass, if_not_compressed => true)`, [chunk])
      done += await attempt.then(() => 1, noneWhenHeld)
    }
  } finally {
    await client.query('reset lock_timeout')
  }
  return { compressed: done, remaining: due.length - done, missing: undefined }
}

const noneWhenHeld = (error: { code?: string }): number => {
  if (error.code === lockNotAvailable) return 0
  throw error
}

/** Bits of a chunk's status: compressed; rows came after, out of order or into the uncompressed part; frozen by an administrator. */
const [compressed, changed, frozen] = [1, 2 | 8, 4]

/** Of a year there are some tens of chunks, so all of them are looked at. */
const findDueChunks = async (client: ClientBase, firstDay: string): Promise<string[]> => {
  const stored: string[] = []
  for (const { timeKeyed } of projections)
    for (const table of Object.keys(timeKeyed ?? {})) stored.push(await storedTable(client, 'views', table))
  const due = await client.query<{ chunk: string }>(
    `select chunk::text as chunk
     from timescaledb_information.chunks
     cross join lateral (select format('%I.%I', chunk_schema, chunk_name)::regclass as chunk) as named
     cross join lateral _timescaledb_functions.chunk_status(chunk) as status
     where hypertable_schema || '.' || hypertable_name = any ($1) and (range_end at time zone 'UTC')::date <= $2
       and (status & ${frozen}) = 0 and ((status & ${compressed}) = 0 or (status & ${changed}) <> 0)
     order by range_end, hypertable_name`,
    [stored, firstDay],
  )
  return due.rows.map(({ chunk }) => chunk)
}
