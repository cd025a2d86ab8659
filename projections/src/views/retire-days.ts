import type { ClientBase } from 'pg'
import { projections } from '../projections.ts'
import { retirePartitions } from '../storage/day-partitions.ts'
import { storedTable } from '../storage/time-keyed-tables.ts'
import { findTimeSeriesEngine } from '../storage/time-series-engine.ts'

/** The first day that the read models of a schema promise to have, `yyyy-mm-dd`; undefined when no day was ever retired from them. */
export const keptFrom = async (client: ClientBase, schema: string): Promise<string | undefined> => {
  const exists = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [`${schema}.kept_from`])
  if (!exists.rows[0]!.found) return undefined
  return (await client.query<{ day: string }>(`select day::text as day from ${schema}.kept_from`)).rows[0]?.day
}

/**
 * Takes days before `firstDay` (`yyyy-mm-dd`) out of the live read models; the log keeps them, and a replay brings them back until the next
 * call. Whole chunks or partitions are dropped; from a partition that is older in part, at most `rowsMax` rows are deleted a call.
 * Answers how many of all these are gone.
 */
export const retireDays = async (client: ClientBase, firstDay: string, rowsMax: number): Promise<number> => {
  const { storage, functions } = await findTimeSeriesEngine(client)
  // Comparisons must know before the first row is deleted.
  await client.query(`create table if not exists views.kept_from (sole boolean primary key default true check (sole), day date not null)`)
  await client.query(
    'insert into views.kept_from (day) values ($1) on conflict (sole) do update set day = greatest(kept_from.day, excluded.day)',
    [firstDay],
  )
  let gone = 0
  for (const { timeKeyed } of projections) {
    for (const table of Object.keys(timeKeyed ?? {})) {
      const stored = await storedTable(client, 'views', table)
      if (storage === 'partitions') gone += await retirePartitions(client, stored, firstDay, rowsMax)
      else {
        const dropped = await client.query(`select ${functions}.drop_chunks($1::regclass, older_than => $2::date)`, [stored, firstDay])
        gone += dropped.rowCount ?? 0
      }
    }
  }
  return gone
}
