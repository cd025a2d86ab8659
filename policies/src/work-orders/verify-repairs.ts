import { leakCaseDecider } from '@nightflow/domain/work-orders/leak-case-decider'
import { proofDaysMax } from '@nightflow/domain/work-orders/prove-repair'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { type CaseToVerify, casesToVerify, nightsAround } from '@nightflow/projections/joined/cases-due'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'

/** A night is known some hours after it. */
const everyMilliseconds = 900_000

/** When the nights after a repair are known, compare them with those before it: the repair is proven, or the search goes on. */
export const verifyRepairs = (every = everyMilliseconds) =>
  definePolicy({
    name: 'work-orders/verify-repairs',
    actor: 'policy:leak-cases',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findDue(pool, now) },
  })

async function* findDue(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code: tenant } of await listTenants(pool)) {
    const due = await withTenant(pool, tenant, (database) => casesToVerify(database, now))
    for (const one of due)
      yield { tenant, key: `${one.caseId}/${one.repairedAt.toISOString()}`, react: (reaction) => verify(pool, reaction, one) }
  }
}

const verify = async (pool: Pool, { tenant, execute }: Reaction, { caseId, partitionId, repairedAt }: CaseToVerify): Promise<void> => {
  const around = { partitionId, at: repairedAt.getTime(), days: proofDaysMax }
  const nights = await withTenant(pool, tenant, (database) => nightsAround(database, around))
  if (!nights) return
  const result = await execute(leakCaseDecider, { type: 'VerifyRepair', caseId, ...nights })
  if (result !== 'done-before' && isRejection(result)) throw new TypeError(`the case ${caseId} was rejected: ${result.rejected}`)
}
