import { createHmac, randomBytes } from 'node:crypto'
import { isSignature } from '@nightflow/platform/rules/is-signature'
import type { Account } from '@nightflow/platform/sign-in/accounts'
import type { Visit } from '../http/request-context.ts'

/**
 * A browser that an account has signed in with: a signed cookie says so, for half a year and until the password changes. It opens nothing. It keeps
 * the owner's own browser out of what strangers do with the account's name: failures elsewhere neither delay it nor ask it for more.
 */
const keptSeconds = 180 * 24 * 3600
const nameOf = ({ userId }: Account): string => `nightflow-device-${userId}`

const signatureOf = (secret: string, id: string, { userId, passwordHash }: Account): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('known device').digest()).update(`${userId}.${id}.${passwordHash}`).digest()

/** The identifier of the caller's device, where the account knows it. */
export const findKnownDevice = ({ cookies, tokenSecret }: Visit, account: Account): string | undefined => {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${nameOf(account)}=`))
  const [id = '', signature = ''] = pair?.slice(nameOf(account).length + 1).split('.') ?? []
  return isSignature(signature, signatureOf(tokenSecret, id, account)) ? id : undefined
}

/** Stores the caller's device as one that the account knows. */
export const keepDevice = (visit: Visit, account: Account): void => {
  const id = findKnownDevice(visit, account) ?? randomBytes(12).toString('base64url')
  const value = `${id}.${signatureOf(visit.tokenSecret, id, account).toString('base64url')}`
  const secure = visit.isEncrypted ? '; Secure' : ''
  visit.newCookies.push(`${nameOf(account)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${keptSeconds}${secure}`)
}
