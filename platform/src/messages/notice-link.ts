import { createHmac, timingSafeEqual } from 'node:crypto'
import { TenantCode } from '@nightflow/schemas/shared/values'
import { z } from 'zod'

/**
 * What the link of a message about a leak says: `base64url(JSON).signature`. It stops the messages to one holder of one account and opens nothing else.
 * The signing key is derived from the service's own for this purpose alone.
 */
const Content = z.object({ tenant: TenantCode, accountNo: z.string().max(32), personId: z.uuid() })
type Content = z.infer<typeof Content>

const signatureOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('leak notice').digest()).update(text).digest()

export const signNoticeLink = (secret: string, { tenant, accountNo, personId }: Content): string => {
  const text = Buffer.from(JSON.stringify({ tenant, accountNo, personId })).toString('base64url')
  return `${text}.${signatureOf(secret, text).toString('base64url')}`
}

/** Undefined for a link that was not made here. */
export const readNoticeLink = (secret: string, link: string): Content | undefined => {
  const [text = '', signature = '', ...rest] = link.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, text)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Content.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
}
