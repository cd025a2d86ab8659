import { randomUUID } from 'node:crypto'
import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { accountsToJudge } from '@nightflow/projections/billing/account-arrears'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy } from '../shared/define-policy.ts'

const everyMilliseconds = 60_000
/** The rest is found the next time, because judged accounts are not found again. */
const accountsMax = 500
/** The read models say which meters have a valve. */
const viewsMillisecondsMax = 30_000

/**
 * When the overdue bills of an account pass the threshold of its settings, close the valve of its meter for arrears; when they do not any more,
 * remove that reason. The account's own stream records both, so that a reason that a person added stays.
 */
export const closeValvesForArrears = (pool: Pool, every = everyMilliseconds): AnyPolicy =>
  definePolicy({
    name: 'billing/close-valves-for-arrears',
    actor: 'policy:arrears',
    events: ['billing.ArrearsExceeded', 'billing.ArrearsSettled'],
    react: async ({ type, data, position, metadata: { tenant } }, { execute }) => {
      if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
      const number = await valveOfAccount(pool, tenant, (data as { accountNo: string }).accountNo)
      if (number === undefined) return
      const about = { number, operationId: randomUUID(), closingReason: 'arrears' } as const
      if (type === 'billing.ArrearsExceeded') await execute(valveDecider, { type: 'AddClosingReason', ...about })
      else await execute(valveDecider, { type: 'RemoveClosingReason', ...about })
    },
    conditions: { everyMilliseconds: every, find: () => findAccounts(pool) },
  })

async function* findAccounts(pool: Pool): AsyncGenerator<Condition> {
  for (const { code } of await listTenants(pool))
    for (const account of await withTenant(pool, code, (database) => accountsToJudge(database, accountsMax)))
      yield {
        tenant: code,
        key: account.accountNo,
        react: async ({ execute }) => {
          await execute(accountCollectionDecider, { type: 'JudgeArrears', ...account })
        },
      }
}

const valveOfAccount = async (pool: Pool, tenant: string, accountNo: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ number: string }>(
    `select meters.number from views.accounts account join views.meters on meters.tenant = account.tenant and meters.number = account.meter_no
     where account.tenant = $1 and account.account_no = $2 and meters.has_valve`,
    [tenant, accountNo],
  )
  return rows[0]?.number
}
