import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { notifyStaff } from '@nightflow/platform/messages/notify-staff'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { presentPayer } from '@nightflow/projections/customers/present-payer'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { noticeLanguage } from './notice-language.ts'
import { lateMoneyMessage, lateMoneyNotice } from './payment-notice-texts.ts'

/** Money for an order that was cancelled or paid already is credit. The staff gets a notice, and the holder a message, once per event. */
export const tellOfLateMoney = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'payments/tell-of-late-money',
    actor: 'policy:payments',
    events: ['payments.OrderMoneyCredited'],
    react: async (event, { tenant, now }) => {
      const { payerAccountNo: accountNo, purchaseMinor, orderNumber, at } = event.data
      if (isTooLateToTell(at, now)) return
      const found = await findTenant(pool, tenant)
      const language = await noticeLanguage(pool, tenant)
      const amount = `${unitsOf(purchaseMinor)} ${found?.settings.currencyUnit ?? ''}`.trim()
      const late = { utility: found?.name ?? '', accountNo, amount, orderNumber }
      await notifyStaff(pool, { tenant, ...lateMoneyNotice(language, late) })
      const holder = await presentPayer(pool, { tenant, accountNo })
      const recipient = holder?.email ?? holder?.telephone
      if (!recipient) return
      const { subject, body } = lateMoneyMessage(language, late)
      await sendMessageOnce(pool, { channel: holder?.email ? 'email' : 'sms', recipient, tenant, subject, body, cause: event.id })
    },
  })
