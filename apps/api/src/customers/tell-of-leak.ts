import { leakNoticeDecider } from '@nightflow/domain/customers/leak-notice-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { readNoticeLink } from '@nightflow/platform/messages/notice-link'
import { isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { holderOfAccount, leakOfMeter } from '@nightflow/projections/customers/tellable-leaks'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import * as endpoints from '@nightflow/schemas/customers/leak-notice'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import type { RequestContext, Visit } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'

const consent = commandsOf(leakNoticeDecider, ({ stoppedFor }, { personId }) => ({ isStopped: stoppedFor === personId }))

/** The leak of a meter, and the holder who can be reached about it. */
const findLeak = async (database: PoolClient, [meterNo]: readonly string[]) => {
  const leak = await leakOfMeter(database, meterNo!)
  if (leak) return [leak]
  const found = await database.query('select from views.meter_health where number = $1 and leak_since is not null', [meterNo])
  return rejected(found.rowCount === 0 ? 'no-leak-found' : 'holder-unreachable', { number: meterNo! })
}

const findHolder = async ({ accountNo }: { accountNo: string }, { read }: RequestContext) => {
  const personId = await read((database) => holderOfAccount(database, accountNo))
  return personId === undefined ? rejected('account-not-found', { accountNo }) : { personId }
}

export const leakNoticeRoutes: readonly Route[] = [
  // A clerk tells the customer; the policy writes the message.
  ...commandRoutes(
    { commands: endpoints.healthCommands, decider: leakNoticeDecider, find: findLeak, logged: ({ last }) => last ?? null },
    {
      tell: {
        prepare: async ({ leakSince, isLeakSinceLeast, litresPerHour, email }, _, { read }) => {
          const { pauseDays, messageLanguage: language } = (await read(readHealthSettings)).settings
          const channel = email === null ? ('sms' as const) : ('email' as const)
          return { leakSince, isLeakSinceLeast, litresPerHour, pauseDays, channel, language, isByHand: true }
        },
      },
    },
  ),
  consent(endpoints.stopLeakNotices, {
    prepare: findHolder,
    command: ({ accountNo, reason }, { personId }) => ({ type: 'StopLeakNotices', accountNo, personId, isByLink: false, reason }),
  }),
  consent(endpoints.allowLeakNotices, {
    prepare: findHolder,
    command: ({ accountNo, reason }, { personId }) => ({ type: 'AllowLeakNotices', accountNo, personId, reason }),
  }),
]

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
