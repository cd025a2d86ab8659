import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { contractOfTransfer } from '@nightflow/projections/customers/account-contracts'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

const viewsMillisecondsMax = 30_000

/**
 * When an account goes to another holder, begin the holder's contract in the stream of its money, so that nothing that one holder owes or has is
 * another's. The API begins it with the transfer; this does so where its process stopped in between, and for transfers of earlier logs.
 */
export const beginContracts = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'billing/begin-contracts',
    actor: 'policy:contracts',
    events: ['customers.AccountTransferred'],
    react: async ({ data, position, metadata: { tenant: code } }, { execute }) => {
      const tenant = await findTenant(pool, code)
      if (!tenant) return
      const { accountNo, transferredAt, recordedAt: since = transferredAt } = data
      if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
      const contractNo =
        data.contractNo ?? (await withTenant(pool, code, (database) => contractOfTransfer(database, accountNo, transferredAt)))
      if (contractNo === undefined) return
      const from = localDay(transferredAt, tenant.timeZone)
      await execute(accountCollectionDecider, { type: 'BeginContract', accountNo, contractNo, from, since })
    },
  })
