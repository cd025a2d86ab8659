import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { linesOf } from '@nightflow/projections/billing/debt-events'
import { wayToHolder } from '@nightflow/projections/joined/way-to-holder'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { filledText, fittingText, shortestMessage, templateNamed } from './message-templates.ts'
import { sewageText } from './sewage-texts.ts'

const messagesOfMonth = '3f0c2f0e1b7d4f1c9d53a6e1c5a8b402'

/**
 * A holder whose bill or payment bears the sewage charge gets a message about it, once a month. The utility wants it where it has named the template, whose
 * charging item is the sewage charge; without one it is every surcharge.
 */
export const sendSewageMessages = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'billing/send-sewage-messages',
    actor: 'policy:sewage-message',
    events: ['billing.BillIssued', 'billing.PaymentDeducted'],
    react: async (event, { tenant, now }) => {
      const { accountNo, contractNo = firstContract, at } = event.data
      const charged = linesOf(event).filter(({ feeType, amountMinor }) => feeType !== null && amountMinor > 0)
      if (charged.length === 0 || isTooLateToTell(at, now)) return
      const found = await findTenant(pool, tenant)
      if (!found?.settings.monthSewageTemplateId) return
      const { monthSewageTemplateId, country, currencyUnit } = found.settings
      const template = await templateNamed(pool, tenant, monthSewageTemplateId)
      const lines = charged.filter(({ name }) => !template?.itemName || template.itemName === name)
      if (lines.length === 0) return
      const { settings } = await withTenant(pool, tenant, readCollectionSettings)
      const way = await withTenant(pool, tenant, (database) => wayToHolder(database, { accountNo, contractNo }))
      if (!way) return
      const amount = `${unitsOf(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0))} ${currencyUnit}`
      const month = localDay(Date.parse(at), found.timeZone).slice(0, 7)
      const standard = sewageText(settings.messageLanguage, {
        ...{ utility: found.name, accountNo, amount, month },
        names: lines.map(({ name }) => name).join(', '),
      })
      const own = template && filledText(template.body, { utility: found.name, account: accountNo, amount, month })
      const { subject, body, short } = { ...standard, ...(own !== undefined && { body: own, short: own }) }
      const { channel, recipient } = way
      const message =
        channel === 'email' ? { subject, body } : { subject: null, body: fittingText([body, short], await shortestMessage(pool, country)) }
      const cause = nameBasedId(messagesOfMonth, `${tenant}/${accountNo}/${contractNo}/${month}`)
      await sendMessageOnce(pool, { channel, recipient, tenant, ...message, cause })
    },
  })
