import { InUse } from '@nightflow/schemas/shared/lists'
import { savePolicyCheckpoint } from '../jobs/policy-checkpoints.ts'
import { isTrialOver } from '../rules/trial-days.ts'
import type { Queryable } from '../storage/platform-tables.ts'

/** A trial tenant that wants readings. Instants in epoch milliseconds. */
export type TrialToFeed = {
  code: string
  timeZone: string
  createdAt: number
  /** Readings up to here are there; null before the first. */
  fedUntil: number | null
}

const checkpointOf = (code: string): string => `sample readings of ${code}`
/** The sample of an idle trial is not updated. */
const usedWithinDays = 14

/** Trials that are new, or in use and behind by more than `behindMilliseconds`; new ones first, at most `limit`. */
export const listTrialsToFeed = async (database: Queryable, behindMilliseconds: number, limit: number): Promise<TrialToFeed[]> => {
  const { rows } = await database.query<TrialToFeed>(
    `select tenants.code, tenants.time_zone as "timeZone", (extract(epoch from tenants.created_at) * 1000)::float8 as "createdAt",
       fed.position::float8 as "fedUntil"
     from platform.tenants left join platform.policy_checkpoints fed on fed.name = 'sample readings of ' || tenants.code
     where tenants.kind = 'trial' and tenants.status = '${InUse.enum.enabled}' and not ${isTrialOver('tenants')}
       and (fed.position is null or (
         fed.position < extract(epoch from now()) * 1000 - $1 and exists (
           select from platform.users where users.tenant = tenants.code and users.last_login_at > now() - make_interval(days => ${usedWithinDays}))))
     order by fed.position nulls first, tenants.created_at limit $2`,
    [behindMilliseconds, limit],
  )
  return rows
}

export const saveFedUntil = (database: Queryable, code: string, fedUntil: number): Promise<void> =>
  savePolicyCheckpoint(database, checkpointOf(code), fedUntil)
