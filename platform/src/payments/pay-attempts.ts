import type { Connections } from '@nightflow/event-log/postgres/database'
import { PayAttemptOutcome } from '@nightflow/schemas/payments/pay-attempt'
import { networkOf } from '../rules/network-of.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

/**
 * Limits of wrong codes on the public page, within a quarter of an hour. Beyond that of a network or an account further attempts wait. Beyond that of a
 * tenant each attempt is answered after a delay, so that many networks cannot close the page of a utility.
 */
export const payLimits = {
  windowSeconds: 15 * 60,
  failuresPerNetwork: 20,
  failuresPerAccount: 10,
  failuresPerTenant: 200,
  delaySeconds: 3,
  /** Attempts of any outcome from one network, which may be that of a whole office. */
  attemptsPerNetwork: 300,
} as const

const keptDays = 90
const { opened, refused } = PayAttemptOutcome.enum

export type PayAttempt = { tenant: string; accountNo: string; address: string }
export type PayAdmission = { id: string; delaySeconds: number } | { retryAfterSeconds: number }

type Counted = { network: number; account: number; tenant: number; attempts: number; wait: number }

/**
 * Counts an attempt as a failure before its code is compared, so that guesses that are sent at once count each. `closePayAttempt` says that it was right.
 * An attempt that is not admitted leaves no row.
 */
export const admitPayAttempt = (pool: Connections, { tenant, accountNo, address }: PayAttempt): Promise<PayAdmission> =>
  inTransaction(pool, async (client) => {
    const network = networkOf(address)
    const { windowSeconds, failuresPerNetwork, failuresPerAccount, failuresPerTenant, delaySeconds, attemptsPerNetwork } = payLimits
    await client.query(`select pg_advisory_xact_lock(hashtextextended('pay ' || $1, 0))`, [network])
    const recent = 'attempt_time > now() - make_interval(secs => $4)'
    const { rows } = await client.query<Counted>(
      `select
         (select count(*)::int from platform.pay_attempts where network = $1 and outcome = '${refused}' and ${recent}) as network,
         (select count(*)::int from platform.pay_attempts where network = $1 and ${recent}) as attempts,
         (select count(*)::int from platform.pay_attempts where tenant = $2 and account_no = $3 and $3 <> '' and outcome = '${refused}' and ${recent}) as account,
         (select count(*)::int from (select from platform.pay_attempts where tenant = $2 and outcome = '${refused}' and ${recent} limit ${failuresPerTenant}) as failed) as tenant,
         coalesce((select extract(epoch from min(attempt_time) + make_interval(secs => $4) - now()) from platform.pay_attempts
           where (network = $1 or tenant = $2 and account_no = $3) and ${recent}), 0)::float8 as wait`,
      [network, tenant, accountNo, windowSeconds],
    )
    const counted = rows[0]!
    const isRefused =
      counted.network >= failuresPerNetwork || counted.account >= failuresPerAccount || counted.attempts >= attemptsPerNetwork
    if (isRefused) return { retryAfterSeconds: Math.max(1, Math.ceil(counted.wait)) }
    await client.query(
      `delete from platform.pay_attempts where attempt_id in (
         select attempt_id from (select attempt_id, attempt_time from platform.pay_attempts order by attempt_id limit 20) as oldest
         where attempt_time < now() - make_interval(days => $1))`,
      [keptDays],
    )
    const inserted = await client.query<{ id: string }>(
      `insert into platform.pay_attempts (tenant, account_no, network, outcome, attempt_time) values ($1, $2, $3, '${refused}', clock_timestamp())
       returning attempt_id::text as id`,
      [tenant, accountNo, network],
    )
    return { id: inserted.rows[0]!.id, delaySeconds: counted.tenant >= failuresPerTenant ? delaySeconds : 0 }
  })

export const closePayAttempt = async (database: Queryable, id: string): Promise<void> => {
  await database.query(`update platform.pay_attempts set outcome = '${opened}' where attempt_id = $1`, [id])
}
