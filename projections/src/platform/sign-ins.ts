import type { Pool, PoolClient } from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { Queryable } from './platform-tables.ts'

/**
 * Lock-out after repeated failures: five for one account, twenty from one address, within a quarter of an hour.
 * An accepted sign-in clears the account's failures but not the address's, so that owning one account
 * does not let an address guess at others for ever.
 */
export const signInLimits = { windowSeconds: 15 * 60, failuresPerAccount: 5, failuresPerAddress: 20 } as const

/** `username` is the account's, whichever of its names was typed; for a name that nobody has, what was typed, and no tenant. */
export type SignInAttempt = { tenant: string; username: string; address: string; client?: string }
export type SignInAdmission = { id: string } | { retryAfterSeconds: number }

/** `barred` is a right password whose owner may not come in; whoever comes in or is unlocked has no failures before. */
const failures = `
  with account as (
    select at from platform.login_log
    where username = lower($1) and outcome in ('pending', 'refused') and at > now() - make_interval(secs => $3)
      and at > coalesce((
        select max(at) from platform.login_log
        where username = lower($1) and outcome in ('accepted', 'unlocked') and at > now() - make_interval(secs => $3)
      ), '-infinity')
    order by at desc limit $4
  ), address as (
    select at from platform.login_log
    where address = $2 and outcome in ('pending', 'refused') and at > now() - make_interval(secs => $3)
    order by at desc limit $5
  )
  select greatest(
    (select case when count(*) >= $4 then extract(epoch from min(at) + make_interval(secs => $3) - now()) end from account),
    (select case when count(*) >= $5 then extract(epoch from min(at) + make_interval(secs => $3) - now()) end from address)
  )::float8 as wait`

/**
 * Counts an attempt before its password is looked at, so that a hundred guesses sent at once count as a hundred.
 * Answers the row to be closed by `closeSignIn`, or how long to wait; a refused attempt leaves no row, so guessing cannot fill the table.
 */
export const admitSignIn = (pool: Pool, attempt: SignInAttempt): Promise<SignInAdmission> =>
  inTransaction(pool, (client) => admit(client, attempt))

const admit = async (client: PoolClient, { tenant, username, address, client: program = '' }: SignInAttempt): Promise<SignInAdmission> => {
  // Account before address, always: attempts that share both then queue instead of blocking each other.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('account ' || lower($1), 0))`, [username])
  await client.query(`select pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))`, [address])
  const { windowSeconds, failuresPerAccount, failuresPerAddress } = signInLimits
  const parameters = [username, address, windowSeconds, failuresPerAccount, failuresPerAddress]
  const { rows } = await client.query<{ wait: number | null }>(failures, parameters)
  const wait = rows[0]?.wait
  if (wait !== null && wait !== undefined) return { retryAfterSeconds: Math.max(1, Math.ceil(wait)) }
  const inserted = await client.query<{ id: string }>(
    `insert into platform.login_log (tenant, username, address, client, outcome, at)
     values ($1, lower($2), $3, $4, 'pending', clock_timestamp()) returning id`,
    [tenant, username, address, program],
  )
  return { id: inserted.rows[0]!.id }
}

/** Says how an attempt ended. One whose process died stays `pending` and counts as a failure. */
export const closeSignIn = async (pool: Pool, id: string, outcome: 'accepted' | 'refused' | 'barred'): Promise<void> => {
  await pool.query('update platform.login_log set outcome = $2 where id = $1', [id, outcome])
}

/** Other things that happen to an account: somebody leaves, or an administrator or a new password lifts the lock-out. */
export const logSignIn = async (
  database: Queryable,
  { tenant, username, address, client = '' }: SignInAttempt,
  outcome: 'signed-out' | 'unlocked',
): Promise<void> => {
  await database.query(
    `insert into platform.login_log (tenant, username, address, client, outcome, at) values ($1, lower($2), $3, $4, $5, clock_timestamp())`,
    [tenant, username, address, client, outcome],
  )
}

/** An attempt that turned out to be no sign-in: somebody signed in already who knew their password. */
export const forgetSignIn = async (database: Queryable, id: string): Promise<void> => {
  await database.query('delete from platform.login_log where id = $1', [id])
}
