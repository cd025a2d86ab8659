import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { reachHolder } from '@nightflow/projections/customers/tellable-leaks'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { tokenMessageText } from './token-message-texts.ts'

/** The message with the digits of a sale, once per event. Nothing is written to a holder who has left or was erased. */
export const sendTokens = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'prepaid/send-tokens',
    actor: 'policy:token-messages',
    events: ['prepaid.TokenSent'],
    react: async (event, { tenant, now }) => {
      const { data } = event
      const { accountNo, personId, channel, language, meterNo, tokens } = data
      if (isTooLateToTell(data.at, now)) return
      const holder = await reachHolder(pool, { tenant, accountNo, personId })
      const recipient = channel === 'email' ? holder?.email : holder?.telephone
      if (!recipient) return
      const utility = (await findTenant(pool, tenant))?.name ?? ''
      const { subject, body } = tokenMessageText(language, { utility, meterNo, tokens })
      await sendMessageOnce(pool, { channel, recipient, tenant, subject, body, cause: event.id })
    },
  })
