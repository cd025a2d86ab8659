import type { Pool, PoolClient } from 'pg'

/**
 * Lock-out after repeated failures: five for one account, twenty from one address, within a quarter of an hour.
 * An accepted sign-in clears the account's failures but not the address's, so that owning one account
 * does not let an address guess at others for ever.
 */
export const signInLimits = { windowSeconds: 15 * 60, failuresPerAccount: 5, failuresPerAddress: 20 } as const

export type SignInAttempt = { tenant: string; username: string; address: string }
export type SignInAdmission = { id: string } | { retryAfterSeconds: number }

const failures = `
  with account as (
    select at from platform.login_log
    where tenant = $1 and username = lower($2) and outcome <> 'accepted' and at > now() - make_interval(secs => $4)
      and at > coalesce((
        select max(at) from platform.login_log
        where tenant = $1 and username = lower($2) and outcome = 'accepted' and at > now() - make_interval(secs => $4)
      ), '-infinity')
    order by at desc limit $5
  ), address as (
    select at from platform.login_log
    where address = $3 and outcome <> 'accepted' and at > now() - make_interval(secs => $4)
    order by at desc limit $6
  )
  select greatest(
    (select case when count(*) >= $5 then extract(epoch from min(at) + make_interval(secs => $4) - now()) end from account),
    (select case when count(*) >= $6 then extract(epoch from min(at) + make_interval(secs => $4) - now()) end from address)
  )::float8 as wait`

/**
 * Counts an attempt before its password is looked at, so that a hundred guesses sent at once count as a hundred.
 * Answers the row to be closed by `closeSignIn`, or how long to wait; a refused attempt leaves no row, so guessing cannot fill the table.
 */
export const admitSignIn = async (pool: Pool, attempt: SignInAttempt): Promise<SignInAdmission> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const admission = await admit(client, attempt)
    await client.query('commit')
    return admission
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

const admit = async (client: PoolClient, { tenant, username, address }: SignInAttempt): Promise<SignInAdmission> => {
  // Account before address, always: attempts that share both then queue instead of blocking each other.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('account ' || $1 || '/' || lower($2), 0))`, [tenant, username])
  await client.query(`select pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))`, [address])
  const { windowSeconds, failuresPerAccount, failuresPerAddress } = signInLimits
  const parameters = [tenant, username, address, windowSeconds, failuresPerAccount, failuresPerAddress]
  const { rows } = await client.query<{ wait: number | null }>(failures, parameters)
  const wait = rows[0]?.wait
  if (wait !== null && wait !== undefined) return { retryAfterSeconds: Math.max(1, Math.ceil(wait)) }
  const inserted = await client.query<{ id: string }>(
    `insert into platform.login_log (tenant, username, address, outcome, at) values ($1, lower($2), $3, 'pending', clock_timestamp()) returning id`,
    [tenant, username, address],
  )
  return { id: inserted.rows[0]!.id }
}

/** Says how an attempt ended. One whose process died stays `pending` and counts as a failure. */
export const closeSignIn = async (pool: Pool, id: string, outcome: 'accepted' | 'refused'): Promise<void> => {
  await pool.query('update platform.login_log set outcome = $2 where id = $1', [id, outcome])
}
