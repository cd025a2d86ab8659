import type { Connections } from '@nightflow/event-log/postgres/database'
import { erasedName } from '@nightflow/schemas/shared/actors'
import type { PoolClient } from 'pg'
import { networkOf } from '../rules/network-of.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

/**
 * Limits of repeated failures, within a quarter of an hour. A network that fails five times with one name waits, and so does one that fails
 * twenty times with any names. An outsider cannot make others wait: after five failures with a name, wherever they came from, other networks
 * need a captcha and are answered after a delay. A device that the account knows is counted by itself, and so is not affected by others;
 * a network from which the account has come in within 30 days needs none.
 */
export const signInLimits = {
  windowSeconds: 15 * 60,
  failuresPerName: 5,
  failuresPerNetwork: 20,
  failuresPerDevice: 5,
  knownNetworkDays: 30,
  delaySecondsMax: 8,
} as const

/**
 * `name` is what was typed, in its one spelling: limits count by it alone, so that they say nothing of which names belong to one account.
 * `username` is the account's, and what was typed where there is none. `device` is one that the account knows.
 */
export type SignInAttempt = {
  tenant: string
  username: string
  name: string
  address: string
  client?: string
  device?: string | undefined
  /** A captcha was solved for this attempt. */
  isCaptchaSolved: boolean
}
export type SignInAdmission = { id: string; delaySeconds: number } | { retryAfterSeconds: number } | { needsCaptcha: true }

type Failures = { here: number | null; network: number | null; device: number | null; everywhere: number; isKnownNetwork: boolean }

const recent = 'at > now() - make_interval(secs => $5)'
const failed = `outcome in ('pending', 'refused') and ${recent}`
/** Seconds until fewer than `limit` of these failures are left; null where there are fewer now. */
const waitOf = (which: string, limit: number): string => `
  (select case when count(*) >= ${limit} then extract(epoch from min(at) + make_interval(secs => $5) - now()) end
   from (select at from platform.login_log where ${failed} and ${which} order by at desc limit ${limit}) as failures)::float8`

/** A successful sign-in from the network, or an unlock, clears earlier failures; `barred` is a right password of a blocked account. */
const failures = `
  with cleared as (
    select coalesce(max(at) filter (where outcome = 'unlocked' or network = $2 and device is null), '-infinity') as here,
      coalesce(max(at) filter (where outcome = 'unlocked' or device = $4), '-infinity') as device, coalesce(max(at), '-infinity') as everywhere
    from platform.login_log where username = lower($3) and outcome in ('accepted', 'unlocked') and ${recent}
  )
  select
    ${waitOf('name_key = $1 and network = $2 and device is null and at > (select here from cleared)', signInLimits.failuresPerName)} as here,
    ${waitOf('network = $2 and device is null', signInLimits.failuresPerNetwork)} as network,
    ${waitOf('device = $4 and at > (select device from cleared)', signInLimits.failuresPerDevice)} as device,
    (select count(*)::int from (select from platform.login_log
      where ${failed} and name_key = $1 and at > (select everywhere from cleared) limit 20) as counted) as everywhere,
    exists (select from platform.login_log where username = lower($3) and network = $2 and outcome = 'accepted'
      and at > now() - make_interval(days => ${signInLimits.knownNetworkDays})) as "isKnownNetwork"`

/**
 * Counts an attempt before its password is looked at, so that a hundred guesses sent at once count as a hundred.
 * Answers the row to be closed by `closeSignIn` and how long to let the caller wait before the check, how long to stay away, or that a captcha
 * is needed; an attempt that is not admitted leaves no row, so guessing cannot fill the table.
 */
export const admitSignIn = (pool: Connections, attempt: SignInAttempt): Promise<SignInAdmission> =>
  inTransaction(pool, (client) => admit(client, attempt))

const admit = async (client: PoolClient, attempt: SignInAttempt): Promise<SignInAdmission> => {
  const { tenant, username, name, address, client: program = '', device, isCaptchaSolved } = attempt
  const network = networkOf(address)
  // Name before network, always: attempts that share both then queue instead of blocking each other.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('name ' || $1, 0))`, [name])
  await client.query(`select pg_advisory_xact_lock(hashtextextended('network ' || $1, 0))`, [network])
  const { windowSeconds, failuresPerName, delaySecondsMax } = signInLimits
  const { rows } = await client.query<Failures>(failures, [name, network, username, device ?? null, windowSeconds])
  const found = rows[0]!
  const isKnownDevice = device !== undefined && found.device === null
  const wait = isKnownDevice ? 0 : Math.max(found.here ?? 0, found.network ?? 0)
  if (wait > 0) return { retryAfterSeconds: Math.ceil(wait) }
  const isSuspect = !isKnownDevice && !found.isKnownNetwork && found.everywhere >= failuresPerName
  if (isSuspect && !isCaptchaSolved) return { needsCaptcha: true }
  const inserted = await client.query<{ id: string }>(
    `insert into platform.login_log (tenant, username, address, client, outcome, at, name_key, network, device)
     values ($1, lower($2), $3, $4, 'pending', clock_timestamp(), $5, $6, $7) returning id`,
    [tenant, username, address, program, name, network, isKnownDevice ? device : null],
  )
  const delaySeconds = isSuspect ? Math.min(delaySecondsMax, 2 ** (found.everywhere - failuresPerName)) : 0
  return { id: inserted.rows[0]!.id, delaySeconds }
}

/** Says how an attempt ended. One whose process died stays `pending` and counts as a failure. */
export const closeSignIn = async (pool: Connections, id: string, outcome: 'accepted' | 'refused' | 'barred'): Promise<void> => {
  await pool.query('update platform.login_log set outcome = $2 where id = $1', [id, outcome])
}

/** Other events of an account: a sign-out, or an administrator or a new password ends the delay. */
export const logSignIn = async (
  database: Queryable,
  { tenant, username, address, client = '' }: Pick<SignInAttempt, 'tenant' | 'username' | 'address' | 'client'>,
  outcome: 'signed-out' | 'unlocked',
): Promise<void> => {
  await database.query(
    `insert into platform.login_log (tenant, username, address, client, outcome, at) values ($1, lower($2), $3, $4, $5, clock_timestamp())`,
    [tenant, username, address, client, outcome],
  )
}

/** An attempt that turned out to be no sign-in: a signed-in person confirmed their password. */
export const forgetSignIn = async (database: Queryable, id: string): Promise<void> => {
  await database.query('delete from platform.login_log where id = $1', [id])
}

/** Attempts to sign in to an account that is erased keep their time and outcome. */
export const eraseSignInsOf = async (
  database: Queryable,
  { userId, userName, uniqueNames }: { userId: number; userName: string; uniqueNames: string[] },
): Promise<void> => {
  await database.query(
    `update platform.login_log set username = $1, address = '', client = '', name_key = null, network = null, device = null
     where username = lower($2) or name_key = any(select lower(name) from unnest($3::text[]) as names(name))`,
    [erasedName(userId), userName, uniqueNames],
  )
}
