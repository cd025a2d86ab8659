import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { accountOfMeter } from '@nightflow/projections/customers/accounts'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

const viewsMillisecondsMax = 30_000

/** When a meter is replaced, the account at its place goes on with the new meter, from the moment of the replacement. */
export const followReplacedMeters = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'customers/follow-replaced-meters',
    actor: 'policy:accounts',
    events: ['devices.MeterReplaced'],
    react: async ({ data, position }, { tenant, execute }) => {
      const { number, replacedBy, replacedAt, finalLitres } = data
      // The account of the meter is known to the read models, which may be behind the log.
      if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
      const accountNo = await accountOfMeter(pool, tenant, number)
      if (accountNo !== undefined)
        await execute(accountDecider, { type: 'FollowReplacement', accountNo, meterNo: number, replacedBy, replacedAt, finalLitres })
    },
  })
