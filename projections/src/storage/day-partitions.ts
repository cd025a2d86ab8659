import { type DayNumber, dateOfDay } from '@nightflow/domain/shared/local-time'
import type { ClientBase, QueryResult } from 'pg'
import { type DaySpan, spanDays, spansOf } from './day-spans.ts'
import { fillfactor, rebuiltFillfactor } from './time-key.ts'

/**
 * Partitions of a table that a connection has seen: the spans that have one; undefined when the table has none, as on TimescaleDB. Only
 * cached by the builder of the read models, and empty with each new builder: a page that was rolled back took its partitions with it, and its
 * builder is of no further use.
 */
type Known = Set<string> | undefined
type Memory = { tables: Map<string, Known>; isRebuild: boolean }
const remembered = new WeakMap<ClientBase, Memory>()

/** For each builder anew. A rebuild fills the pages of days that are over. */
export const beginPartitions = (client: ClientBase, isRebuild = false): Memory => {
  const memory: Memory = { tables: new Map(), isRebuild }
  remembered.set(client, memory)
  return memory
}

/**
 * A retention keeps at least 30 days, so a partition of younger days that was seen still exists. Two
 * days less, because clocks differ.
 */
const neverRetiredDays = 28
const dayMilliseconds = 86_400_000

/**
 * Makes the partitions that rows of these days need, within the caller's transaction; those there are already cost nothing while they are
 * young, and one question when they might have been retired. Does nothing where the table has no partitions.
 *
 * A partition is made beside the table and then attached, which neither readers nor writers wait for: only a process that is attaching
 * another one does, until the transaction ends. Tables are written in the order of `projections.ts`, so there is no deadlock.
 */
export const ensurePartitions = async (
  client: ClientBase,
  table: string,
  days: Iterable<DayNumber>,
  presentSpanDays = spanDays,
): Promise<void> => {
  const memory = remembered.get(client) ?? beginPartitions(client)
  const known = await knownTo(client, table, memory)
  if (!known) return
  const firstSafe = today() - neverRetiredDays
  const unsure = spansOf(days, presentSpanDays).filter(
    ({ name, until = Number.POSITIVE_INFINITY }) => !known.has(name) || until <= firstSafe,
  )
  if (unsure.length === 0) return
  // As a writer: from here on no partition can be dropped until the page is written.
  const missing = await findMissing(client, table, unsure, 'row exclusive')
  if (missing.length > 0) {
    // Of two who miss the same partition the second finds it when its turn comes.
    for (const span of await findMissing(client, table, missing, 'share update exclusive'))
      await createPartition(client, table, span, memory.isRebuild && isOver(span) ? rebuiltFillfactor : fillfactor)
  }
  for (const { name } of unsure) known.add(name)
}

const today = (): DayNumber => Math.floor(Date.now() / dayMilliseconds)
const isOver = ({ until }: DaySpan): boolean => until !== undefined && until < today()

const knownTo = async (client: ClientBase, table: string, { tables }: Memory): Promise<Known> => {
  if (!tables.has(table)) {
    const found = await client.query<{ is_partitioned: boolean }>(
      `select relkind = 'p' as is_partitioned from pg_class where oid = $1::regclass`,
      [table],
    )
    tables.set(table, found.rows[0]!.is_partitioned ? new Set() : undefined)
  }
  return tables.get(table)
}

const findMissing = async (client: ClientBase, table: string, spans: readonly DaySpan[], mode: string): Promise<DaySpan[]> => {
  const names = spans.map(({ name }) => `'${name}'`).join()
  // Two statements are two results, of which the types of pg know nothing.
  const [, found] = (await client.query(
    `lock table only ${table} in ${mode} mode;
     select name from unnest(array[${names}]) as name where to_regclass('${table}_' || name) is null`,
  )) as unknown as [QueryResult, QueryResult<{ name: string }>]
  const missing = new Set(found.rows.map(({ name }) => name))
  return spans.filter(({ name }) => missing.has(name))
}

/** Requests reach rows through the table, whose policy holds then. Named directly a partition is closed: no right, and no policy that lets anybody in. */
const createPartition = async (client: ClientBase, table: string, { name, from, until }: DaySpan, filledTo: number): Promise<void> => {
  const partition = `${table}_${name}`
  const lower = from === undefined ? 'minvalue' : `'${dateOfDay(from)}'`
  const upper = until === undefined ? 'maxvalue' : `'${dateOfDay(until)}'`
  await client.query(
    `create table ${partition} (like ${table} including all) with (fillfactor = ${filledTo});
     alter table ${partition} enable row level security;
     alter table ${table} attach partition ${partition} for values from (${lower}) to (${upper})`,
  )
}

/** A reader or a writer of the table delays a drop, and later ones wait behind both; so the wait is short. */
const dropTimeout = '1s'
export const lockNotAvailable = '55P03'

/**
 * Drops the partitions that hold only days before `firstDay`, and from the one that it cuts deletes at most `rowsMax` rows. Answers
 * partitions and rows gone. A long read postpones them to a later run.
 */
export const retirePartitions = async (client: ClientBase, table: string, firstDay: string, rowsMax: number): Promise<number> => {
  const found = await client.query<{ name: string; is_over: boolean }>(
    `select name, coalesce(upper <= $2::date, false) as is_over from (
       select inhrelid::regclass::text as name, substring(bounds from 'FROM \\(''(.*?)''\\)')::date as lower,
         substring(bounds from 'TO \\(''(.*?)''\\)')::date as upper
       from pg_inherits join pg_class on oid = inhrelid cross join pg_get_expr(relpartbound, inhrelid) as bounds
       where inhparent = $1::regclass) partitions
     where lower is null or lower < $2::date order by lower nulls first`,
    [table, firstDay],
  )
  let gone = 0
  await client.query(`set lock_timeout to '${dropTimeout}'`)
  try {
    for (const { name, is_over } of found.rows) {
      const retired = is_over
        ? await client.query(`drop table ${name}`)
        : await client.query(`delete from ${name} where ctid = any (array(select ctid from ${name} where day < $1 limit $2))`, [
            firstDay,
            rowsMax,
          ])
      gone += is_over ? 1 : (retired.rowCount ?? 0)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
  } finally {
    await client.query('reset lock_timeout')
  }
  return gone
}
