import type { Configuration } from '../configuration.ts'
import { openMail } from './mail.ts'
import type { Ways } from './outbox-sender.ts'
import { openTextMessages } from './text-messages.ts'

/** The ways that are configured; messages of a channel without one are kept for the operators to read. */
export const openWays = ({ smtpUrl, mailFrom, smsUrl, smsBody, smsHeaders }: Configuration): Ways => ({
  ...(smtpUrl !== undefined && mailFrom !== undefined && { email: openMail({ url: smtpUrl, from: mailFrom }) }),
  ...(smsUrl !== undefined && { sms: openTextMessages({ url: smsUrl, body: smsBody, headers: smsHeaders }) }),
})
