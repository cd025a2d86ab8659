import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { holderOfAccount, reachHolder } from '@nightflow/projections/customers/tellable-leaks'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import { TokensAfterSale } from '@nightflow/schemas/platform/token-settings'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'

/** Of the message that a sale sends by itself, so that it is one message whatever repeats. */
const sendNamespace = '6f0f3a0c5a3b4f6b9a3e2f1b7c8d9e01'

type Reached = { personId: string; channel: 'email' | 'sms' }

/** The way that the utility has chosen, where the holder is reached by it. */
const wayTo = (wanted: TokensAfterSale, holder: { email: string | null; telephone: string | null }): Reached['channel'] | undefined => {
  const { sms, email, either } = TokensAfterSale.enum
  if ((wanted === email || wanted === either) && holder.email) return 'email'
  return (wanted === sms || wanted === either) && holder.telephone ? 'sms' : undefined
}

/** The digits of a sale go to the holder of its account by themselves, where the utility has chosen a way: once for each sale, whatever is sold where. */
export const sendSoldTokens = ({ pool, log }: { pool: Pool; log: EventLog }): AnyPolicy =>
  definePolicy({
    name: 'prepaid/send-sold-tokens',
    actor: 'policy:token-messages',
    events: ['prepaid.TokensIssued'],
    react: async (event, { tenant, now, execute }) => {
      const { meterNo, requestId, at } = event.data
      const wanted = (await findTenant(pool, tenant))?.settings.tokensAfterSale ?? TokensAfterSale.enum.none
      if (wanted === TokensAfterSale.enum.none || isTooLateToTell(at, now)) return
      const { sales } = await stateOfStream(log, `${tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)
      const accountNo = sales.get(requestId)?.started.accountNo
      // Tokens that manage a meter are no sale.
      if (accountNo === undefined) return
      const sentTo = await withTenant(pool, tenant, async (database) => {
        const personId = await holderOfAccount(database, accountNo)
        const holder = personId === undefined ? undefined : await reachHolder(database, { tenant, accountNo, personId })
        const channel = holder && wayTo(wanted, holder)
        if (personId === undefined || !channel) return undefined
        return { personId, channel, language: (await readHealthSettings(database)).settings.messageLanguage }
      })
      if (!sentTo) return
      await execute(meterTokensDecider, { type: 'SendToken', meterNo, requestId, sendId: nameBasedId(sendNamespace, requestId), ...sentTo })
    },
  })
