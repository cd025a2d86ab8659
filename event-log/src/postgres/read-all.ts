import type { Pool } from 'pg'
import type { ReadAllOptions } from '../event-log.ts'
import { pageOf } from '../page-of.ts'
import { type EventRow, eventColumns } from './recorded-event-row.ts'

/**
 * A page by position. The inner query takes `limit` rows and adds up their bytes without fetching what is in TOAST;
 * the outer one lets through those that begin before the limit of bytes, so always at least one.
 * The outer order names its table, because a bare `position` would be the answer's column, which is text ("100" before "97").
 * Positions commit in order, so the plain condition on the position skips nothing (README.md).
 */
const pageOfEvents = (filter: string): string => `
select ${eventColumns} from (
  select page.*, sum(coalesce(octet_length(packed), 0) + octet_length(data::text)) over (order by position rows between unbounded preceding and current row)
    - coalesce(octet_length(packed), 0) - octet_length(data::text) as bytes_before
  from (select * from log.events where position > $1 and position <= $2 ${filter} order by position limit $3) page
) measured
where bytes_before < $4 or bytes_before = 0 order by measured.position`

// No position is beyond this: the largest whole number that a double holds exactly.
const endOfTime = Number.MAX_SAFE_INTEGER

export const readAll = async (pool: Pool, afterPosition: number, options: ReadAllOptions): Promise<EventRow[]> => {
  const { limit, maximumBytes } = pageOf(options)
  const values: unknown[] = [afterPosition, options.untilPosition ?? endOfTime, limit, maximumBytes]
  let filter = ''
  if (options.types) filter += ` and type = any($${values.push(options.types)}::text[])`
  if (options.tenant) filter += ` and tenant = $${values.push(options.tenant)}`
  // With types the statement stays unnamed: the planner must see them to know which index may answer.
  const name = options.types ? undefined : `log-read-all${options.tenant ? '-of-tenant' : ''}`
  const { rows } = await pool.query<EventRow>({ ...(name ? { name } : {}), text: pageOfEvents(filter), values })
  return rows
}
