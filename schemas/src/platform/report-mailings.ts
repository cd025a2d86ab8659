import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'
import { reportSchedules } from './report-schedule.ts'

/** `linked`: the file is too large for a message, which says where to export it. */
export const MailingOutcome = z.enum(['sent', 'linked', 'failed'])
export type MailingOutcome = z.infer<typeof MailingOutcome>

export const ReportMailing = z.object({
  dueAt: Instant,
  sentAt: Instant,
  outcome: MailingOutcome,
  recipients: z.int(),
  rows: z.int(),
  fileName: z.string().nullable(),
  /** The refusal, where it failed. */
  refusal: z.string().nullable(),
})
export type ReportMailing = z.infer<typeof ReportMailing>

const mailingsMax = 100
export const listReportMailings = endpoint({
  method: 'GET',
  path: `${reportSchedules.path}/mailings/:reportScheduleId`,
  permission: 'system:reportSchedule:list',
  summary: 'What a schedule has sent, newest first',
  request: z.object({ reportScheduleId: RowId, limit: typedNumber().int().min(1).max(mailingsMax).default(mailingsMax) }),
  response: z.object({ rows: z.array(ReportMailing).max(mailingsMax) }),
})

const peopleMax = 500
export const listReportRecipients = endpoint({
  method: 'GET',
  path: `${reportSchedules.path}/recipients`,
  permission: 'system:reportSchedule:list',
  summary: 'The users that a report can be sent to, by name: those with an e-mail address',
  request: z.object({ limit: typedNumber().int().min(1).max(peopleMax).default(peopleMax) }),
  response: z.object({ people: z.array(z.object({ userId: z.int(), name: z.string() })).max(peopleMax) }),
})
