import { createHmac } from 'node:crypto'
import { NoticeLinkContent } from '@nightflow/schemas/customers/leak-notice'
import { isSignature } from '../rules/is-signature.ts'

const signatureOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('leak notice').digest()).update(text).digest()

/**
 * Content of the link in a message about a leak: `base64url(JSON).signature`. It stops the messages to one holder of one account and opens nothing else.
 * The signing key is derived from the service's own for this purpose alone.
 */
export const signNoticeLink = (secret: string, { tenant, accountNo, personId }: NoticeLinkContent): string => {
  const text = Buffer.from(JSON.stringify({ tenant, accountNo, personId })).toString('base64url')
  return `${text}.${signatureOf(secret, text).toString('base64url')}`
}

/** Undefined for a link that was not made here. */
export const readNoticeLink = (secret: string, link: string): NoticeLinkContent | undefined => {
  const [text = '', signature = '', ...rest] = link.split('.')
  if (rest.length > 0 || !isSignature(signature, signatureOf(secret, text))) return undefined
  return NoticeLinkContent.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
}
