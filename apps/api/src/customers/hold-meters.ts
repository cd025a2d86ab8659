import { viewsPosition } from '@nightflow/projections/projector/checkpoint'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { DatabaseError } from 'pg'
import { ProblemError } from '../http/problem.ts'
import type { RequestContext } from '../http/request-context.ts'

/** A batch of accounts holds all meters for some seconds. */
const waitSecondsMax = 20
const pageEvents = 1000
const lockNotAvailable = '55P03'

/** The account of each meter that was linked or unlinked since the position of the read models; null for none. */
export type RecentLinks = ReadonlyMap<string, string | null>

/**
 * Holds meters until the command is stored: meanwhile no other command gives one of them to an account. A batch holds all meters of the tenant,
 * because a transaction has few locks. Answers what the read models do not know yet. Called within a command, before anything is read.
 */
export const holdMeters = async (context: RequestContext, meterNo: string | 'all'): Promise<RecentLinks> => {
  const { pool, caller } = context
  const all = `meters of accounts of ${caller.tenant}`
  try {
    await pool.query(`select set_config('lock_timeout', '${waitSecondsMax}s', true)`)
    if (meterNo === 'all') await pool.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [all])
    else {
      await pool.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [all])
      await pool.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`meter ${meterNo} of accounts of ${caller.tenant}`])
    }
  } catch (error) {
    if (error instanceof DatabaseError && error.code === lockNotAvailable)
      throw new ProblemError(rejected('unavailable', { retryAfterSeconds: 5 }))
    throw error
  }
  return recentLinks(context)
}

/** On the connection that the command holds already: a second one of each command would leave too few to others. */
const recentLinks = async ({ log, pool, caller: { tenant } }: RequestContext): Promise<RecentLinks> => {
  const links = new Map<string, string | null>()
  let position = await viewsPosition(pool)
  for (;;) {
    const page = await log.readAll(position, { types: ['customers.MeterLinked', 'customers.MeterUnlinked'], tenant, limit: pageEvents })
    for (const { type, data } of page) {
      const { meterNo, accountNo } = data as { meterNo: string; accountNo: string }
      links.set(meterNo, type === 'customers.MeterLinked' ? accountNo : null)
    }
    if (page.length === 0) return links
    position = page.at(-1)!.position
  }
}
