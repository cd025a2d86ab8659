import type { MailingOutcome } from '@nightflow/schemas/platform/report-mailings'
import type { Queryable } from '../storage/platform-tables.ts'

export type Channel = 'sms' | 'email'
export type Message = { channel: Channel; recipient: string; subject: string | null; body: string; tenant: string | null }
export type ClaimedMessage = Message & { messageId: string; attempts: number }

export const outboxLimits = {
  attempts: 6,
  /** Before the second attempt; each further one waits four times as long. */
  firstPauseSeconds: 15,
  /** Messages to one recipient in a day, so that no telephone is flooded with codes. */
  perRecipientAndDay: 20,
  keptDays: 30,
} as const

/** Codes requested for an address must not use up the limit for notices of a change to its owner. */
export const noticesPerRecipientAndDay = 100

/** Puts a message where the sender finds it. False, and nothing is sent, when the recipient has had enough for a day. */
export const sendMessage = async (
  database: Queryable,
  { channel, recipient, subject, body, tenant }: Message,
  perRecipientAndDay: number = outboxLimits.perRecipientAndDay,
): Promise<boolean> => {
  const { rows } = await database.query(
    `insert into platform.outbox (tenant, channel, recipient, subject, body)
     select $1, $2, $3, $4, $5
     where (select count(*) from platform.outbox where recipient = $3 and create_time > now() - interval '1 day') < $6
     returning message_id`,
    [tenant, channel, recipient, subject, body, perRecipientAndDay],
  )
  return rows.length > 0
}

/** The message that an event causes, with the event's id: written once, however often the event is reacted to. A text message has no subject. */
export const sendMessageOnce = async (
  database: Queryable,
  { channel, recipient, subject, body, tenant, cause }: Message & { cause: string },
): Promise<void> => {
  await database.query(
    `insert into platform.outbox (tenant, channel, recipient, subject, body, cause) values ($1, $2, $3, $4, $5, $6)
     on conflict (cause) where cause is not null do nothing`,
    [tenant, channel, recipient, channel === 'email' ? subject : null, body, cause],
  )
}

/**
 * Messages that are due, at most `limit`; each is due again after a pause that grows with its attempts, in case the sender crashes.
 * A message may therefore arrive twice, and is never lost.
 */
export const claimMessages = async (database: Queryable, limit: number): Promise<ClaimedMessage[]> => {
  const { rows } = await database.query<ClaimedMessage>(
    `update platform.outbox set attempts = attempts + 1, send_after = now() + make_interval(secs => $2 * power(4, least(attempts, 10)))
     where message_id in (
       select message_id from platform.outbox where state = 'waiting' and send_after <= now()
       order by send_after limit $1 for update skip locked)
     returning message_id as "messageId", tenant, channel, recipient, subject, body, attempts`,
    [limit, outboxLimits.firstPauseSeconds],
  )
  return rows
}

export type Attachment = { fileName: string; mediaType: string; bytes: Buffer }

/** The file that goes with a message. */
export const attachmentOf = async (database: Queryable, messageId: string): Promise<Attachment | undefined> => {
  const { rows } = await database.query<Attachment>(
    'select file_name as "fileName", media_type as "mediaType", bytes from platform.outbox_attachments where message_id = $1',
    [messageId],
  )
  return rows[0]
}

/** A message that was sent keeps its envelope only: codes, first passwords and attachments are deleted. */
export const markSent = async (database: Queryable, messageId: string): Promise<void> => {
  await database.query('delete from platform.outbox_attachments where message_id = $1', [messageId])
  await database.query(`update platform.outbox set state = 'sent', sent_at = now(), failure = null, body = '' where message_id = $1`, [
    messageId,
  ])
}

/** Tried again later, unless that was the last attempt. */
export const markFailed = async (database: Queryable, { messageId, attempts }: ClaimedMessage, failure: string): Promise<void> => {
  await database.query('update platform.outbox set state = $2, failure = $3 where message_id = $1', [
    messageId,
    attempts >= outboxLimits.attempts ? 'failed' : 'waiting',
    failure.slice(0, 500),
  ])
}

/** It cannot be sent: it is kept for an operator to read. */
export const markKept = async (database: Queryable, messageId: string): Promise<void> => {
  await database.query(`update platform.outbox set state = 'kept' where message_id = $1`, [messageId])
}

/** Messages to an erased person go, whatever became of them. */
export const forgetMessagesTo = async (database: Queryable, tenant: string, recipients: readonly (string | null)[]): Promise<void> => {
  const known = recipients.filter((recipient) => recipient !== null)
  if (known.length > 0)
    await database.query('delete from platform.outbox where tenant = $1 and recipient = any($2::text[])', [tenant, known])
}

/** Old messages go, at most a thousand at once. */
export const forgetOldMessages = async (database: Queryable): Promise<void> => {
  await database.query(
    `delete from platform.outbox where message_id in (
       select message_id from platform.outbox where create_time < now() - make_interval(days => $1) order by create_time limit 1000)`,
    [outboxLimits.keptDays],
  )
}

/** Removes the messages to a person whose account is erased, and those about the account. A telephone number may have its area code before it. */
export const eraseMessagesTo = async (database: Queryable, { names, userName }: { names: string[]; userName: string }): Promise<void> => {
  await database.query(
    `delete from platform.outbox where concat_ws(' ', subject, body) ~* platform.pattern_of($2) or exists (
       select from unnest($1::text[]) as names(name)
       where lower(recipient) = lower(name) or name ~ '^[0-9]+$' and right(recipient, length(name)) = name)`,
    [names, userName],
  )
}

/** As the table of attachments has it. */
export const attachmentBytesMax = 2 * 1024 * 1024

type Mailing = { tenant: string; mailingId: string }
export type MailedBill = Mailing & {
  billNo: number
  recipient: string
  subject: string
  body: string
  attachment: Attachment
}

/** Numbers of the bills that a mailing has sent. */
export const mailedBillsOf = async (database: Queryable, { tenant, mailingId }: Mailing): Promise<ReadonlySet<number>> => {
  const { rows } = await database.query<{ billNo: number }>(
    'select bill_no::float8 as "billNo" from platform.mailed_bills where tenant = $1 and mailing_id = $2',
    [tenant, mailingId],
  )
  return new Set(rows.map(({ billNo }) => billNo))
}

/** Puts the e-mail of a bill with its PDF into the outbox, once per mailing, however often it is tried. */
export const mailBill = async (
  database: Queryable,
  { tenant, mailingId, billNo, recipient, subject, body, attachment }: MailedBill,
): Promise<'mailed' | 'mailedBefore' | 'tooLarge'> => {
  const { fileName, mediaType, bytes } = attachment
  if (bytes.length > attachmentBytesMax) return 'tooLarge'
  const { rows } = await database.query(
    `with mailed as (
       insert into platform.mailed_bills (tenant, mailing_id, bill_no) values ($1, $2, $3) on conflict do nothing returning bill_no),
     written as (
       insert into platform.outbox (tenant, channel, recipient, subject, body) select $1, 'email', $4, $5, $6 from mailed returning message_id)
     insert into platform.outbox_attachments (message_id, file_name, media_type, bytes) select message_id, $7, $8, $9 from written
     returning message_id`,
    [tenant, mailingId, billNo, recipient, subject, body, fileName, mediaType, bytes],
  )
  return rows.length > 0 ? 'mailed' : 'mailedBefore'
}

export type MailedReport = {
  tenant: string
  reportScheduleId: number
  dueAt: Date
  outcome: MailingOutcome
  recipients: readonly string[]
  rows: number
  subject: string
  body: string
  attachment: Attachment | null
  refusal: string | null
}

/** Puts the messages of an occasion into the outbox with its record, once, however often it is tried. */
export const mailReport = async (
  database: Queryable,
  { tenant, reportScheduleId, dueAt, outcome, recipients, rows, subject, body, attachment, refusal }: MailedReport,
): Promise<void> => {
  await database.query(
    `with mailed as (
       insert into platform.report_mailings (tenant, report_schedule_id, due_at, outcome, recipients, rows, file_name, refusal)
       values ($1, $2, $3, $4, cardinality($5::text[]), $6, $9, $12) on conflict do nothing returning due_at),
     written as (
       insert into platform.outbox (tenant, channel, recipient, subject, body)
       select $1, 'email', recipient, $7, $8 from mailed cross join unnest($5::text[]) recipient returning message_id)
     insert into platform.outbox_attachments (message_id, file_name, media_type, bytes)
     select message_id, $9, $10, $11 from written where $11::bytea is not null`,
    [
      ...[tenant, reportScheduleId, dueAt, outcome, recipients, rows, subject, body],
      ...[attachment?.fileName ?? null, attachment?.mediaType ?? null, attachment?.bytes ?? null, refusal],
    ],
  )
}
