import type { PoolClient } from 'pg'

/** The day up to which an account is billed, and the instant up to which the books of its tenant are closed; null where nothing is. */
export const settledDays = async (
  database: PoolClient,
  accountNo: string,
): Promise<{ billedTo: string | null; closedUntil: string | null }> => {
  const { rows } = await database.query<{ billedTo: string | null; closedUntil: Date | null }>(
    `select (select max(period_to) from views.bills where account_no = $1 and not (total_minor = 0 and amount_minor > 0)) as "billedTo",
       (select max(closed_until) from views.book_closes) as "closedUntil"`,
    [accountNo],
  )
  const { billedTo, closedUntil } = rows[0]!
  return { billedTo, closedUntil: closedUntil?.toISOString() ?? null }
}
