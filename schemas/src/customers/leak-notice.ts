import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import type { NamedCommand } from '../shared/named-command.ts'
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

export const TellOfLeak = z.object({
  type: z.literal('TellOfLeak'),
  ...about,
  ...leak,
  ...way,
  /** A clerk tells by hand: then a pause is no obstacle. */
  isByHand: z.boolean(),
  pauseDays: z.int().min(0).max(365),
})
export type TellOfLeak = z.infer<typeof TellOfLeak>

export const StopLeakNotices = z.object({ type: z.literal('StopLeakNotices'), ...about, isByLink: z.boolean(), reason: reason.nullable() })
export type StopLeakNotices = z.infer<typeof StopLeakNotices>
export const AllowLeakNotices = z.object({ type: z.literal('AllowLeakNotices'), ...about, reason })
export type AllowLeakNotices = z.infer<typeof AllowLeakNotices>

/** The events of an account's leak messages; none has an address. `events.ts` has those of all. */
export const leakNoticeEventTypes = {
  'customers.LeakNoticeSent': { version: 1, data: z.object({ ...about, ...leak, ...way, isByHand: z.boolean(), at: Instant }) },
  'customers.LeakNoticesStopped': {
    version: 1,
    data: z.object({ ...about, isByLink: z.boolean(), reason: reason.nullable(), at: Instant }),
  },
  'customers.LeakNoticesAllowed': { version: 1, data: z.object({ ...about, reason, at: Instant }) },
} as const

const Accepted = z.object({ position: z.int() })

export const tellOfLeak = endpoint({
  method: 'PUT',
  path: '/prod-api/business/meterHealth/tell/:meterNo',
  permission: 'customers:leakNotice:send',
  summary: 'Tell the customer of this meter of the leak behind it, by e-mail or else by SMS',
  request: z.object({ meterNo: MeterNumber }),
  response: Accepted,
})

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

type TellableRow = { leakSince: string | null; accountNo: string | null; toldAt: string | null }

export const healthCommands: readonly NamedCommand<TellableRow>[] = [
  {
    name: 'tell',
    endpoint: tellOfLeak,
    icon: 'start',
    isOffered: ({ leakSince, accountNo, toldAt }) => leakSince !== null && accountNo !== null && toldAt === null,
  },
]
