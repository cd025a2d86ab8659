import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { notifyStaff } from '@nightflow/platform/messages/notify-staff'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { presentPayer } from '@nightflow/projections/customers/present-payer'
import type { EventOf } from '@nightflow/schemas/events'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { noticeLanguage } from './notice-language.ts'
import { lateMoneyMessage, lateMoneyNotice } from './payment-notice-texts.ts'

/** A message of long ago is not sent late: the log of a restored or moved service is read from its beginning. */
const latenessMillisecondsMax = 24 * 3_600_000

/** Money for an order that was cancelled or paid already is credit. The staff gets a notice, and the holder a message, once per event. */
export const tellOfLateMoney = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'payments/tell-of-late-money',
    actor: 'policy:payments',
    events: ['payments.OrderMoneyCredited'],
    react: async (event, { tenant, now }) => {
      const {
        payerAccountNo: accountNo,
        purchaseMinor,
        orderNumber,
        at,
      } = (event as unknown as EventOf<'payments.OrderMoneyCredited'>).data
      if (now.getTime() - Date.parse(at) > latenessMillisecondsMax) return
      const found = await findTenant(pool, tenant)
      const language = await noticeLanguage(pool, tenant)
      const amount = `${unitsOf(purchaseMinor)} ${found?.settings.currencyUnit ?? ''}`.trim()
      const late = { utility: found?.name ?? '', accountNo, amount, orderNumber }
      await notifyStaff(pool, { tenant, ...lateMoneyNotice(language, late) })
      const holder = await presentPayer(pool, { tenant, accountNo })
      const recipient = holder?.email ?? holder?.telephone
      if (!recipient) return
      const { subject, body } = lateMoneyMessage(language, late)
      const isMail = Boolean(holder?.email)
      await sendMessageOnce(pool, {
        channel: isMail ? 'email' : 'sms',
        recipient,
        tenant,
        subject: isMail ? subject : null,
        body,
        cause: event.id,
      })
    },
  })
