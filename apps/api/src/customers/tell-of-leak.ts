import { leakNoticeDecider } from '@nightflow/domain/customers/leak-notice-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { readNoticeLink } from '@nightflow/platform/messages/notice-link'
import { isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { holderOfAccount, leakOfMeter } from '@nightflow/projections/customers/tellable-leaks'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import type * as endpoints from '@nightflow/schemas/customers/leak-notice'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext, Visit } from '../http/request-context.ts'

type Answered = Promise<Decided | Rejection>

/** A clerk tells the customer; the policy writes the message. */
export const tellOfLeak = async ({ meterNo }: RequestOf<typeof endpoints.tellOfLeak>, context: RequestContext): Answered => {
  const leak = await context.read((database) => leakOfMeter(database, meterNo))
  if (!leak) {
    const found = await context.read((database) =>
      database.query('select from views.meter_health where number = $1 and leak_since is not null', [meterNo]),
    )
    return rejected(found.rowCount === 0 ? 'no-leak-found' : 'holder-unreachable', { number: meterNo })
  }
  const { settings } = await context.read(readHealthSettings)
  const { accountNo, personId, leakSince, isLeakSinceLeast, litresPerHour, email } = leak
  return decide(
    context,
    leakNoticeDecider,
    {
      type: 'TellOfLeak',
      ...{ accountNo, personId, meterNo, leakSince, isLeakSinceLeast, litresPerHour, pauseDays: settings.pauseDays },
      ...{ channel: email === null ? 'sms' : 'email', language: settings.messageLanguage, isByHand: true },
    },
    ({ last }) => last ?? null,
  )
}

type Change = RequestOf<typeof endpoints.stopLeakNotices>

export const stopLeakNotices = ({ accountNo, reason }: Change, context: RequestContext): Answered =>
  ofHolder(context, accountNo, (personId) => ({ type: 'StopLeakNotices', accountNo, personId, isByLink: false, reason }))

export const allowLeakNotices = ({ accountNo, reason }: Change, context: RequestContext): Answered =>
  ofHolder(context, accountNo, (personId) => ({ type: 'AllowLeakNotices', accountNo, personId, reason }))

type Command = Parameters<typeof leakNoticeDecider.streamOf>[0]

const ofHolder = async (context: RequestContext, accountNo: string, commandOf: (personId: string) => Command): Answered => {
  const personId = await context.read((database) => holderOfAccount(database, accountNo))
  if (personId === undefined) return rejected('account-not-found', { accountNo })
  return decide(context, leakNoticeDecider, commandOf(personId), ({ stoppedFor }) => ({ isStopped: stoppedFor === personId }))
}

/** The customer's own word, without signing in: the signature says whose it is. The log has it with the link as its actor. */
export const stopLeakNoticesByLink = async (
  { link }: RequestOf<typeof endpoints.stopLeakNoticesByLink>,
  { pool, log, tokenSecret }: Visit,
): Promise<ResponseOf<typeof endpoints.stopLeakNoticesByLink> | Rejection> => {
  const content = readNoticeLink(tokenSecret, link)
  if (!content || !(await isTenantOpen(pool, content.tenant))) return rejected('notice-link-wrong')
  const { tenant, accountNo, personId } = content
  const actor = 'policy:leak-notices'
  const executed = await executeCommand(log, {
    decider: leakNoticeDecider,
    tenant,
    actor,
    command: { type: 'StopLeakNotices', accountNo, personId, isByLink: true, reason: null },
    context: { now: new Date().toISOString(), actor, timeZone: 'UTC' },
  })
  return isRejection(executed) ? executed : { stopped: true }
}
