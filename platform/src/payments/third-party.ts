import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Connections } from '@nightflow/event-log/postgres/database'
import { ThirdPartyStatus } from '@nightflow/schemas/payments/third-party-recharge'
import { InUse } from '@nightflow/schemas/shared/lists'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

const { accepted, credited, refused } = ThirdPartyStatus.enum
const keyBytes = 32
const shownCharacters = 10

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Makes a key, of which the hash alone is kept, and ends the one before. Undefined where there is no such access. */
export const renewThirdPartyKey = async (
  database: Queryable,
  { tenant, accessId }: { tenant: string; accessId: number },
): Promise<string | undefined> => {
  const key = `tp_${randomBytes(keyBytes).toString('base64url')}`
  const { rowCount } = await database.query(
    'update platform.third_party_accesses set key_start = $3, key_time = now() where tenant = $1 and access_id = $2',
    [tenant, accessId, key.slice(0, shownCharacters)],
  )
  if (rowCount !== 1) return undefined
  await database.query(
    `insert into platform.third_party_keys (tenant, access_id, key_hash) values ($1, $2, $3)
     on conflict (tenant, access_id) do update set key_hash = excluded.key_hash`,
    [tenant, accessId, hashOf(key)],
  )
  return key
}

export type ThirdPartyAccess = { tenant: string; accessId: number; accessName: string }

/** The access in use that a key opens, whatever its tenant: platforms call without a sign-in. For the service alone. */
export const findThirdPartyAccess = async (database: Queryable, key: string): Promise<ThirdPartyAccess | undefined> => {
  const { rows } = await database.query<ThirdPartyAccess>(
    `select tenant, access_id::float8 as "accessId", access_name as "accessName"
     from platform.third_party_keys join platform.third_party_accesses using (tenant, access_id)
     where key_hash = $1 and status = '${InUse.enum.enabled}'`,
    [hashOf(key)],
  )
  return rows[0]
}

type Pushed = { reference: string; accountNo: string; amountMinor: number; day: string }
type Known = { rechargeId: string; accountNo: string; amountMinor: number; status: ThirdPartyStatus }
export type KeptRecharge = { rechargeId: string; isNew: boolean; isCredited: boolean }

/**
 * Keeps what a platform pushed, once for each of its references. The row of the access is locked, so that the limit of a day holds where recharges arrive at
 * the same time. A reference belongs to one account and amount for ever; one whose recharge was refused may be sent again.
 */
export const keepThirdPartyRecharge = (
  pool: Connections,
  { tenant, accessId, accessName }: ThirdPartyAccess,
  { reference, accountNo, amountMinor, day }: Pushed,
): Promise<KeptRecharge | Rejection> =>
  inTransaction(pool, async (client) => {
    const limits = await client.query<{ limitMinor: number; dayLimitMinor: number }>(
      `select limit_minor::float8 as "limitMinor", day_limit_minor::float8 as "dayLimitMinor" from platform.third_party_accesses
       where tenant = $1 and access_id = $2 for update`,
      [tenant, accessId],
    )
    const limit = limits.rows[0]
    if (!limit) return rejected('third-party-key-wrong')
    const found = await client.query<Known>(
      `select recharge_id as "rechargeId", account_no as "accountNo", amount_minor::float8 as "amountMinor", status
       from platform.third_party_recharges where tenant = $1 and access_id = $2 and reference = $3`,
      [tenant, accessId, reference],
    )
    const known = found.rows[0]
    if (known && (known.accountNo !== accountNo || known.amountMinor !== amountMinor)) return rejected('third-party-reference-used')
    if (known && known.status !== refused) return { rechargeId: known.rechargeId, isNew: false, isCredited: known.status === credited }
    const spent = await client.query<{ minor: number }>(
      `select coalesce(sum(amount_minor), 0)::float8 as minor from platform.third_party_recharges
       where tenant = $1 and access_id = $2 and day = $3 and status <> '${refused}'`,
      [tenant, accessId, day],
    )
    const why =
      amountMinor > limit.limitMinor
        ? rejected('third-party-limit', { limit: limit.limitMinor / 100 })
        : spent.rows[0]!.minor + amountMinor > limit.dayLimitMinor
          ? rejected('third-party-day-limit', { limit: limit.dayLimitMinor / 100 })
          : undefined
    const kept = await client.query<{ rechargeId: string }>(
      `insert into platform.third_party_recharges (tenant, access_id, access_name, reference, recharge_id, account_no, amount_minor, day, status, reason_code)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (tenant, access_id, reference) do update set day = excluded.day, status = excluded.status, reason_code = excluded.reason_code
       returning recharge_id as "rechargeId"`,
      [tenant, accessId, accessName, reference, randomUUID(), accountNo, amountMinor, day, why ? refused : accepted, why?.rejected ?? ''],
    )
    return why ?? { rechargeId: kept.rows[0]!.rechargeId, isNew: true, isCredited: false }
  })

/** The end of a recharge that was accepted; without a reason its money is booked. */
export const endThirdPartyRecharge = async (database: Queryable, rechargeId: string, reasonCode = ''): Promise<void> => {
  await database.query(
    `update platform.third_party_recharges set status = $2, reason_code = $3 where recharge_id = $1 and (status = '${accepted}' or $2 = '${credited}')`,
    [rechargeId, reasonCode === '' ? credited : refused, reasonCode],
  )
}
