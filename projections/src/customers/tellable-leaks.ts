import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { Pool, PoolClient } from 'pg'

/** A leak behind a meter with an open account whose holder can be reached: e-mail before telephone. */
export type TellableLeak = {
  number: string
  accountNo: string
  personId: string
  leakSince: string
  isLeakSinceLeast: boolean
  litresPerHour: number
  email: string | null
  telephone: string | null
}

const leaks = `select health.number, account.account_no as "accountNo", account.holder_id as "personId", health.leak_since as "leakSince",
    coalesce((health.figures->>'isLeakSinceLeast')::boolean, false) as "isLeakSinceLeast",
    (health.figures->>'leakLitresPerHour')::float8 as "litresPerHour", holder.email, holder.telephone
  from views.meter_health health
  join views.accounts account on account.tenant = health.tenant and account.meter_no = health.number and account.status <> '${AccountStatus.enum.cancelled}'
  join views.persons holder on holder.tenant = account.tenant and holder.person_id = account.holder_id and holder.erased_at is null
  where health.leak_since is not null and (holder.email is not null or holder.telephone is not null)
    and not exists (select from log.person_keys known where known.tenant = holder.tenant and known.person_id = holder.person_id and known.erased_at is not null)`

/** Leaks of a tenant whose holder has no message yet and wants one, after a meter, in the order of their numbers. */
export const leaksToTell = async (
  database: PoolClient,
  { afterNumber, limit }: { afterNumber: string; limit: number },
): Promise<TellableLeak[]> => {
  const { rows } = await database.query<TellableLeak>(
    `${leaks} and health.number > $1 and account.leak_notices_stopped_for is distinct from account.holder_id
       and (account.leak_notice is null or account.leak_notice->>'leakSince' < health.leak_since or account.leak_notice->>'meterNo' <> health.number
         or account.leak_notice->>'personId' <> account.holder_id::text)
     order by health.number limit $2`,
    [afterNumber, limit],
  )
  return rows
}

/** The leak of one meter, with a message or without. */
export const leakOfMeter = async (database: PoolClient, number: string): Promise<TellableLeak | undefined> =>
  (await database.query<TellableLeak>(`${leaks} and health.number = $1`, [number])).rows[0]

/** Where a present or former holder of an account, cancelled ones included, can be reached; undefined for another person or an erased one. */
export const reachPayer = async (
  pool: Pool,
  { tenant, accountNo, personId }: { tenant: string; accountNo: string; personId: string },
): Promise<{ email: string | null; telephone: string | null } | undefined> => {
  const { rows } = await pool.query<{ email: string | null; telephone: string | null }>(
    `select holder.email, holder.telephone from views.accounts account
     join views.persons holder on holder.tenant = account.tenant and holder.person_id = $3 and holder.erased_at is null
     left join log.person_keys known on known.tenant = holder.tenant and known.person_id = holder.person_id
     where account.tenant = $1 and account.account_no = $2 and account.holders ? $3::text and known.erased_at is null`,
    [tenant, accountNo, personId],
  )
  return rows[0]
}

/** Where the present holder of an open account can be reached; undefined for another holder, an ended account or an erased person. */
export const reachHolder = async (
  pool: Pick<PoolClient, 'query'>,
  { tenant, accountNo, personId }: { tenant: string; accountNo: string; personId: string },
): Promise<{ email: string | null; telephone: string | null } | undefined> => {
  const { rows } = await pool.query<{ email: string | null; telephone: string | null }>(
    `select holder.email, holder.telephone from views.accounts account
     join views.persons holder on holder.tenant = account.tenant and holder.person_id = account.holder_id and holder.erased_at is null
     left join log.person_keys known on known.tenant = holder.tenant and known.person_id = holder.person_id
     where account.tenant = $1 and account.account_no = $2 and account.holder_id = $3 and account.status <> '${AccountStatus.enum.cancelled}' and known.erased_at is null`,
    [tenant, accountNo, personId],
  )
  return rows[0]
}

/** The holder of an open account now. */
export const holderOfAccount = async (database: PoolClient, accountNo: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ holder: string }>(
    `select holder_id as holder from views.accounts where account_no = $1 and status <> '${AccountStatus.enum.cancelled}'`,
    [accountNo],
  )
  return rows[0]?.holder
}
