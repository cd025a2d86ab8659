import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { findTenant, listTenants } from '@nightflow/platform/tenants/tenants'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { reachPayer } from '@nightflow/projections/customers/tellable-leaks'
import { balancesToJudge } from '@nightflow/projections/joined/low-balances'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { lowBalanceText } from './low-balance-texts.ts'
import { filledText, fittingText, shortestMessage, templateNamed } from './message-templates.ts'

const everyMilliseconds = 60_000
/** The rest is found the next time, because judged accounts are not found again. */
const accountsMax = 500

/**
 * When the balance of a prepaid account falls below its threshold, that is recorded and its holder gets a message, once until the balance has recovered. The utility
 * wants the message where it has named a template, and has the text of that template where there is one.
 */
export const warnOfLowBalances = (pool: Pool, every = everyMilliseconds): AnyPolicy =>
  definePolicy({
    name: 'billing/warn-of-low-balances',
    actor: 'policy:low-balance',
    events: ['billing.BalanceFellLow'],
    react: async (event, { tenant, now }) => {
      const { data } = event
      const { accountNo, personId, channel, language, balanceMinor } = data
      if (channel === null || isTooLateToTell(data.at, now)) return
      const found = await findTenant(pool, tenant)
      if (!found || found.settings.accountBalanceTemplateId === null) return
      const holder = await reachPayer(pool, { tenant, accountNo, personId })
      const recipient = channel === 'email' ? holder?.email : holder?.telephone
      if (!recipient) return
      const { country, currencyUnit } = found.settings
      const about = { utility: found.name, accountNo, balance: unitsOf(balanceMinor), currency: currencyUnit }
      const standard = lowBalanceText(language, about)
      const template = await templateNamed(pool, tenant, found.settings.accountBalanceTemplateId)
      const facts = { utility: found.name, account: accountNo, balance: `${unitsOf(balanceMinor)} ${currencyUnit}` }
      const own = template && filledText(template.body, facts)
      const { subject, body, short } = { ...standard, ...(own !== undefined && { body: own, short: own }) }
      const message =
        channel === 'email' ? { subject, body } : { subject: null, body: fittingText([body, short], await shortestMessage(pool, country)) }
      await sendMessageOnce(pool, { channel, recipient, tenant, ...message, cause: event.id })
    },
    conditions: { everyMilliseconds: every, find: () => findBalances(pool) },
  })

async function* findBalances(pool: Pool): AsyncGenerator<Condition> {
  for (const { code } of await listTenants(pool)) {
    const { settings } = await withTenant(pool, code, readCollectionSettings)
    for (const account of await withTenant(pool, code, (database) => balancesToJudge(database, accountsMax)))
      yield {
        tenant: code,
        key: account.accountNo,
        react: async ({ execute }) => {
          await execute(accountCollectionDecider, { type: 'JudgeBalance', ...account, language: settings.messageLanguage })
        },
      }
  }
}
