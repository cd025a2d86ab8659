import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { waysToCustomers } from '@nightflow/projections/joined/shut-off-places'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { shutOffText } from './shut-off-texts.ts'

/** Namespace of the messages of one notice; it must never change. */
const messageNamespace = '4d7f0a2c9b1e4c6f8a3d5e7b9c1f2a40'

/** When a dispatcher sends the notices of a shut-off, write one message to the holder of each account, by SMS or else by e-mail, once. */
export const tellOfShutOffs = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'work-orders/tell-of-shut-offs',
    actor: 'policy:shut-offs',
    events: ['work-orders.WorkOrderShutOffNoticed'],
    react: async ({ id, data }, { tenant, now }) => {
      if (isTooLateToTell(data.at, now)) return
      const found = await findTenant(pool, tenant)
      const { offFrom, offUntil, language, accounts } = data
      const { subject, body } = shutOffText(language, { utility: found?.name ?? '', timeZone: found?.timeZone ?? 'UTC', offFrom, offUntil })
      for (const { accountNo, telephone, email } of await waysToCustomers(pool, tenant, accounts)) {
        const way =
          telephone === null ? { channel: 'email' as const, recipient: email! } : { channel: 'sms' as const, recipient: telephone }
        await sendMessageOnce(pool, { ...way, tenant, subject, body, cause: nameBasedId(messageNamespace, `${id}/${accountNo}`) })
      }
    },
  })
