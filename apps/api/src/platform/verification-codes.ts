import { randomInt } from 'node:crypto'
import { type Channel, sendMessage } from '@nightflow/platform/messages/outbox'
import { type Account, findAccount } from '@nightflow/platform/sign-in/accounts'
import { challengeLimits, checkCode as isCodeRight, openCode } from '@nightflow/platform/sign-in/challenges'
import { phoneIdentity } from '@nightflow/schemas/platform/phone-number'
import type { sendCode as sendEndpoint } from '@nightflow/schemas/platform/registration-calls'
import type { checkCode as checkEndpoint } from '@nightflow/schemas/platform/sign-in-calls'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../http/request-context.ts'
import { checkCaptcha } from './captcha.ts'
import { codeMessage } from './message-texts.ts'
import { nameKeyOf } from './name-key.ts'

type Wanted = RequestOf<typeof sendEndpoint>
type Recipient = { channel: Channel; recipient: string; tenant: string | null; language: Account['language'] }

const drawCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Sends a code, and answers before it is known whether there is anybody to send it to: neither the answer nor the time it takes says
 * whether the account exists.
 */
export const sendCode = async (wanted: Wanted, visit: Visit): Promise<ResponseOf<typeof sendEndpoint> | Rejection> => {
  const subject = subjectOf(wanted)
  if (subject === undefined) return rejected('request-invalid')
  const refused = await checkCaptcha(wanted, visit)
  if (refused) return refused
  const code = drawCode()
  const challenge = await openCode(visit.pool, { subject, recipient: recipientOf(subject), address: visit.address, code })
  if (isRejection(challenge)) return challenge
  visit.background.run(() => deliver(wanted, code, visit))
  return { uuid: challenge.id, nextInSeconds: challengeLimits.codeEverySeconds }
}

/** Is this the code that was sent? It stays valid for its purpose. */
export const checkCode = async (
  { uuid, code }: RequestOf<typeof checkEndpoint>,
  { pool }: Visit,
): Promise<Record<string, never> | Rejection> => ((await isCodeRight(pool, uuid, code)) ? {} : rejected('verification-code-wrong'))

const deliver = async (wanted: Wanted, code: string, { pool, language, logger }: Visit): Promise<void> => {
  try {
    const to = wanted.purpose === 'register' ? newcomer(wanted) : await ownerOf(wanted, pool)
    if (!to) return
    const { channel, recipient, tenant } = to
    await sendMessage(pool, { channel, recipient, tenant, ...codeMessage(wanted.purpose, to.language ?? language, code) })
  } catch (error) {
    logger.error({ err: error }, 'a verification code could not be put into the outbox')
  }
}

const newcomer = ({ areaCode, phonenumber }: Wanted): Recipient | undefined =>
  phonenumber === undefined ? undefined : { channel: 'sms', recipient: phoneOf(areaCode, phonenumber), tenant: null, language: null }

/** Where the account can be written to: what was typed, and for a user name the e-mail address before the telephone. */
const ownerOf = async (wanted: Wanted, pool: Visit['pool']): Promise<Recipient | undefined> => {
  const account = await findAccount(pool, nameIn(wanted))
  if (!account || account.isDisabled) return undefined
  const { tenant, language, email, areaCode, phonenumber } = account
  if (email !== null && wanted.phonenumber === undefined) return { channel: 'email', recipient: email, tenant, language }
  return phonenumber === null ? undefined : { channel: 'sms', recipient: phoneOf(areaCode, phonenumber), tenant, language }
}

const nameIn = ({ email, phonenumber, username, areaCode }: Wanted) => ({ name: email ?? phonenumber ?? username ?? '', areaCode })

/** As telephones write it, in one spelling: `+86139…`. */
const phoneOf = phoneIdentity

/** Purpose and recipient of a code; the same for a recipient who is unknown, so that limits hold for those too. */
const subjectOf = (wanted: Wanted): string | undefined => {
  if (wanted.purpose === 'register') return wanted.phonenumber && registrationSubject(wanted.areaCode, wanted.phonenumber)
  const { name, areaCode } = nameIn(wanted)
  return name === '' ? undefined : JSON.stringify([nameKeyOf({ name, areaCode }), 'recover', name.toLowerCase(), areaCode ?? ''])
}

/**
 * How the subjects begin that are counted together: one recipient, for any purpose and in any spelling. With an area code or
 * a leading zero, no one gets ten more codes to guess.
 */
const recipientOf = (subject: string): string => {
  const [key] = JSON.parse(subject) as [string]
  return `${JSON.stringify([key]).slice(0, -1)},`
}

export const registrationSubject = (areaCode: string | undefined, phonenumber: string): string =>
  JSON.stringify([nameKeyOf({ name: phonenumber, areaCode }), 'register', phonenumber, areaCode ?? ''])

/** The account of a recovery code; undefined when the code was for something else, or the name is unknown. */
export const accountOfCode = async (pool: Visit['pool'], subject: string): Promise<Account | undefined> => {
  const [, purpose, name = '', areaCode] = JSON.parse(subject) as string[]
  if (purpose !== 'recover') return undefined
  return findAccount(pool, { name, ...(areaCode && { areaCode }) })
}
