import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { reachPayer } from '@nightflow/projections/customers/tellable-leaks'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { billReminderText } from './bill-reminder-texts.ts'

/** The message of a reminder, once per event. The bills of a former holder are the former holder's. Nothing is written to an erased person. */
export const sendBillReminders = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'billing/send-bill-reminders',
    actor: 'policy:collection',
    events: ['billing.ReminderSent'],
    react: async (event, { tenant, now }) => {
      const { data } = event
      const { accountNo, personId, channel, language, stage, dueOn, openMinor } = data
      if (isTooLateToTell(data.at, now)) return
      const holder = await reachPayer(pool, { tenant, accountNo, personId })
      const recipient = channel === 'email' ? holder?.email : holder?.telephone
      if (!recipient) return
      const found = await findTenant(pool, tenant)
      const about = {
        utility: found?.name ?? '',
        accountNo,
        stage,
        dueOn,
        open: unitsOf(openMinor),
        currency: found?.settings.currencyUnit ?? '',
      }
      const { subject, body } = billReminderText(language, about)
      await sendMessageOnce(pool, { channel, recipient, tenant, subject, body, cause: event.id })
    },
  })
