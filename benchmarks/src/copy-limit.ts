import { CopyBuffer, copyRows } from '@nightflow/projections/storage/copy-rows'
import type { Pool } from 'pg'
import { framesOf, type Shape } from './frames.ts'

const rowsPerCopy = 10_000

/**
 * The limit that projections are held against: binary COPY of the same readings, in the same order, into a row table with primary key
 * (meter, at), on one connection, the messages built beforehand. Answers readings per second and the bytes of a reading in that table.
 */
export const measureCopyLimit = async (
  pool: Pool,
  shape: Shape,
  hours: number,
): Promise<{ readingsPerSecond: number; bytesPerReading: number }> => {
  const { readings, seconds } = await copyRawRows(pool, shape, hours)
  const size = await pool.query<{ bytes: number }>("select pg_total_relation_size('reading_rows')::float8 as bytes")
  await pool.query('drop table reading_rows')
  return { readingsPerSecond: readings / seconds, bytesPerReading: size.rows[0]!.bytes / readings }
}

/** Fills the table `reading_rows`; the seconds are those of the COPY alone. */
export const copyRawRows = async (pool: Pool, shape: Shape, hours: number): Promise<{ readings: number; seconds: number }> => {
  const client = await pool.connect()
  let milliseconds = 0
  let readings = 0
  try {
    await client.query(
      'drop table if exists reading_rows; create table reading_rows (meter bigint, at timestamptz, register bigint, primary key (meter, at))',
    )
    await client.query('checkpoint')
    for (const rows of messagesOf(shape, hours)) {
      const started = performance.now()
      await copyRows(client, 'reading_rows', rows)
      milliseconds += performance.now() - started
      readings += rows.rowCount
    }
    return { readings, seconds: milliseconds / 1000 }
  } finally {
    client.release()
  }
}

function* messagesOf(shape: Shape, hours: number): Generator<CopyBuffer> {
  let rows = newBuffer()
  for (const columns of framesOf(shape, hours)) {
    for (let row = 0; row < columns.count; row++)
      rows.add(Number(columns.meters[columns.meterIndex[row]!]), columns.at[row]!, columns.registerMillilitres![row]!)
    if (rows.rowCount >= rowsPerCopy) {
      yield rows
      rows = newBuffer()
    }
  }
  if (rows.rowCount > 0) yield rows
}

const newBuffer = () =>
  new CopyBuffer([
    ['meter', 'int8'],
    ['at', 'timestamptz'],
    ['register', 'int8'],
  ])
