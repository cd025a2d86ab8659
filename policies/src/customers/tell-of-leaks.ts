import { leakNoticeDecider } from '@nightflow/domain/customers/leak-notice-decider'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { signNoticeLink } from '@nightflow/platform/messages/notice-link'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { findTenant, listTenants } from '@nightflow/platform/tenants/tenants'
import { leaksToTell, reachHolder, type TellableLeak } from '@nightflow/projections/customers/tellable-leaks'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import type { HealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy, type Reaction, type RecordedOf } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { leakNoticeText } from './leak-notice-texts.ts'

const everyMilliseconds = 60_000
const leaksAtOnce = 500

/**
 * When a meter shows a leak and its utility sends such messages, send one to the holder of its account once. The event records the holder; the message follows from
 * the event, so that one that a clerk sends by hand goes the same way.
 */
export const tellOfLeaks = (pool: Pool, every = everyMilliseconds): AnyPolicy =>
  definePolicy({
    name: 'customers/tell-of-leaks',
    actor: 'policy:leak-notices',
    events: ['customers.LeakNoticeSent'],
    react: (event, reaction) => write(pool, event, reaction),
    conditions: { everyMilliseconds: every, find: () => findLeaks(pool) },
  })

async function* findLeaks(pool: Pool): AsyncGenerator<Condition> {
  for (const { code } of await listTenants(pool)) {
    const { settings } = await withTenant(pool, code, readHealthSettings)
    if (!settings.tellsCustomers) continue
    let afterNumber: string | undefined = ''
    while (afterNumber !== undefined) {
      const range: { afterNumber: string; limit: number } = { afterNumber, limit: leaksAtOnce }
      const leaks: TellableLeak[] = await withTenant(pool, code, (database) => leaksToTell(database, range))
      for (const leak of leaks)
        yield { tenant: code, key: `${leak.number}/${leak.leakSince}`, react: (reaction) => tell(reaction, leak, settings) }
      afterNumber = leaks.length < leaksAtOnce ? undefined : leaks.at(-1)!.number
    }
  }
}

/** Rejected where the holder stopped the messages meanwhile. */
const tell = async ({ execute }: Reaction, leak: TellableLeak, { messageLanguage, pauseDays }: HealthSettings): Promise<void> => {
  const { number: meterNo, accountNo, personId, leakSince, isLeakSinceLeast, litresPerHour, email } = leak
  await execute(leakNoticeDecider, {
    type: 'TellOfLeak',
    ...{ accountNo, personId, meterNo, leakSince, isLeakSinceLeast, litresPerHour, pauseDays },
    ...{ channel: email === null ? 'sms' : 'email', language: messageLanguage, isByHand: false },
  })
}

/** Nothing is written to a holder who has left or was erased. */
const write = async (pool: Pool, event: RecordedOf<'customers.LeakNoticeSent'>, { tenant, now }: Reaction): Promise<void> => {
  const { data } = event
  const { accountNo, personId, channel, language, meterNo, leakSince, isLeakSinceLeast = false, litresPerHour } = data
  if (isTooLateToTell(data.at, now)) return
  const holder = await reachHolder(pool, { tenant, accountNo, personId })
  const recipient = channel === 'email' ? holder?.email : holder?.telephone
  if (!recipient) return
  const { serviceUrl } = (await withTenant(pool, tenant, readHealthSettings)).settings
  const signed = serviceUrl && signNoticeLink(await loadTokenSecret(pool), { tenant, accountNo, personId })
  const link = serviceUrl && `${serviceUrl.replace(/\/+$/, '')}/leakNotices?link=${signed}`
  const utility = (await findTenant(pool, tenant))?.name ?? ''
  const { subject, body } = leakNoticeText(language, {
    utility,
    meterNo,
    since: leakSince,
    isSinceLeast: isLeakSinceLeast,
    litresPerHour,
    link,
  })
  await sendMessageOnce(pool, { channel, recipient, tenant, subject, body, cause: event.id })
}
