import { randomUUID } from 'node:crypto'
import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { mayCloseAt } from '@nightflow/domain/billing/friendly-hours'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { accountsToJudge, type ClosingTerms } from '@nightflow/projections/joined/accounts-to-judge'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { CollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy } from '../shared/define-policy.ts'

const everyMilliseconds = 60_000
/** The rest is found the next time, because judged accounts are not found again. */
const accountsMax = 500
const warningHours = 24
const hourMilliseconds = 3_600_000
/** The read models say which meters have a valve. */
const viewsMillisecondsMax = 30_000

/**
 * When the overdue bills of an account pass the threshold of its settings, close the valve of its meter for arrears; when they do not any more,
 * remove that reason. A valve is closed in the friendly hours alone, and that of a prepaid account only after a warning and beyond its lifeline volume. The account's own stream records both, so that a reason that a person added stays.
 */
export const closeValvesForArrears = (pool: Pool, every = everyMilliseconds): AnyPolicy =>
  definePolicy({
    name: 'billing/close-valves-for-arrears',
    actor: 'policy:arrears',
    events: ['billing.ArrearsExceeded', 'billing.ArrearsSettled'],
    react: async ({ type, data, position, metadata: { tenant } }, { execute }) => {
      if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
      const number = await valveOfAccount(pool, tenant, data.accountNo)
      if (number === undefined) return
      const about = { number, operationId: randomUUID(), closingReason: 'arrears' } as const
      if (type === 'billing.ArrearsExceeded') await execute(valveDecider, { type: 'AddClosingReason', ...about })
      else await execute(valveDecider, { type: 'RemoveClosingReason', ...about })
    },
    conditions: { everyMilliseconds: every, find: ({ now }) => findAccounts(pool, now) },
  })

async function* findAccounts(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code, timeZone } of await listTenants(pool)) {
    const { settings } = await withTenant(pool, code, readCollectionSettings)
    const terms = closingTerms(settings, now, timeZone)
    for (const account of await withTenant(pool, code, (database) => accountsToJudge(database, terms, accountsMax)))
      yield {
        tenant: code,
        key: account.accountNo,
        react: async ({ execute }) => {
          await execute(accountCollectionDecider, { type: 'JudgeArrears', ...account })
        },
      }
  }
}

/** Without a setting a prepaid account keeps its water for a day after its warning, and has no lifeline. */
const closingTerms = (settings: CollectionSettings, now: Date, timeZone: string): ClosingTerms => ({
  mayClose: mayCloseAt(settings, now.getTime(), timeZone),
  emergencyCreditMinor: settings.emergencyCreditMinor ?? null,
  warnedBefore: new Date(now.getTime() - (settings.closingWarningHours ?? warningHours) * hourMilliseconds),
  monthFrom: `${localDay(now.getTime(), timeZone).slice(0, 7)}-01`,
  lifelineLitres: settings.lifelineLitres ?? 0,
})

const valveOfAccount = async (pool: Pool, tenant: string, accountNo: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ number: string }>(
    `select meters.number from views.accounts account join views.meters on meters.tenant = account.tenant and meters.number = account.meter_no
     where account.tenant = $1 and account.account_no = $2 and meters.has_valve`,
    [tenant, accountNo],
  )
  return rows[0]?.number
}
