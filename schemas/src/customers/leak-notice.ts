import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { PersonId } from '../shared/personal.ts'
import { Measured } from '../shared/quantity.ts'
import { lines, verbatim } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate, MeterNumber, TenantCode } from '../shared/values.ts'

const reason = lines(200).min(1)
/** Messages are to a person: another holder of the account has got none, and has stopped nothing. */
const about = { accountNo: AccountNo, personId: PersonId }
const leak = {
  meterNo: MeterNumber,
  leakSince: LocalDate,
  /** The flow may have begun before that day. Absent in events of before. */
  isLeakSinceLeast: z.boolean().optional(),
  litresPerHour: Measured,
}
const way = { channel: z.enum(['email', 'sms']), language: Language }

export const StopLeakNotices = z.object({ type: z.literal('StopLeakNotices'), ...about, isByLink: z.boolean(), reason: reason.nullable() })
export type StopLeakNotices = z.infer<typeof StopLeakNotices>
export const AllowLeakNotices = z.object({ type: z.literal('AllowLeakNotices'), ...about, reason })
export type AllowLeakNotices = z.infer<typeof AllowLeakNotices>

const Accepted = z.object({ position: z.int() })

const change = (verb: string, summary: string) =>
  ({
    method: 'PUT',
    path: `/prod-api/business/customer/:accountNo/leakNotices/${verb}`,
    permission: 'customers:leakNotice:send',
    summary,
    request: z.object({ accountNo: AccountNo, reason }),
    response: Accepted,
  }) as const

export const stopLeakNotices = endpoint(change('stop', 'The holder wants no messages about leaks'))
export const allowLeakNotices = endpoint(change('allow', 'The holder wants messages about leaks again'))

/** The address and signature of a link in a message: no more than its account and its holder. */
export const NoticeLink = verbatim(500).min(1)

export const stopLeakNoticesByLink = endpoint({
  method: 'POST',
  path: '/api/v1/leak-notices/stop',
  permission: 'public',
  summary: 'The holder of a link from a message wants no more of them',
  request: z.object({ link: NoticeLink }),
  response: z.object({ stopped: z.boolean() }),
})

/** Whose messages a link stops. */
export const NoticeLinkContent = z.object({ tenant: TenantCode, accountNo: AccountNo, personId: PersonId })
export type NoticeLinkContent = z.infer<typeof NoticeLinkContent>

type TellableRow = { meterNo: string; leakSince: string | null; accountNo: string | null; toldAt: string | null }
/** A clerk tells by hand: then a pause is no obstacle. */
const told = { ...leak, ...way, isByHand: z.boolean() }

/** Commands on meters with a leak behind them. */
export const healthCommands = commandsOn<TellableRow>()(
  {
    entity: 'LeakNotice',
    id: 'meterNo',
    ids: { one: MeterNumber },
    path: '/prod-api/business/meterHealth',
    permission: 'customers:leakNotice:send',
    key: about,
    response: Accepted,
  },
  {
    tell: {
      command: 'TellOfLeak',
      call: 'tellOfLeak',
      summary: 'Tell the customer of this meter of the leak behind it, by e-mail or else by SMS',
      typed: {},
      given: { ...told, pauseDays: z.int().min(0).max(365) },
      event: 'customers.LeakNoticeSent',
      recorded: told,
      icon: 'start',
      isOffered: ({ leakSince, accountNo, toldAt }) => leakSince !== null && accountNo !== null && toldAt === null,
    },
  },
)
export const { tellOfLeak } = healthCommands.calls
export type TellOfLeak = GivenTo<typeof healthCommands>

/** The events of an account's leak messages; none has an address. `events.ts` has those of all. */
export const leakNoticeEventTypes = {
  ...healthCommands.events,
  'customers.LeakNoticesStopped': {
    version: 1,
    data: z.object({ ...about, isByLink: z.boolean(), reason: reason.nullable(), at: Instant }),
  },
  'customers.LeakNoticesAllowed': { version: 1, data: z.object({ ...about, reason, at: Instant }) },
} as const
