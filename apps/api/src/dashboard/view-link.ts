import { createHmac } from 'node:crypto'
import { isSignature } from '@nightflow/platform/rules/is-signature'
import { TenantCode } from '@nightflow/schemas/shared/values'
import { z } from 'zod'

/**
 * A link that shows one tenant's wall screen to its holder until it expires: `base64url(JSON).signature`. The signing key is derived from
 * the service's own for this purpose alone, so that a link is no token and a token no link. It opens no other call.
 */

/** `by` and `visit` name who made the link: their account, and their session where they visited the tenant. Null: the command line. */
const Content = z.object({ tenant: TenantCode, until: z.int(), by: z.int().nullable(), visit: z.uuid().nullable() })
export type LinkMaker = Pick<z.infer<typeof Content>, 'tenant' | 'by' | 'visit'>

const signatureOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('wall screen').digest()).update(text).digest()

export const signViewLink = (secret: string, { tenant, by, visit, until }: LinkMaker & { until: Date }): string => {
  const text = Buffer.from(JSON.stringify({ tenant, until: until.getTime(), by, visit })).toString('base64url')
  return `${text}.${signatureOf(secret, text).toString('base64url')}`
}

/** The tenant and the maker of a link that is whole and still good; whether the maker may still make one is not known here. */
export const readViewLink = (secret: string, link: string, now: Date): LinkMaker | undefined => {
  const [text = '', signature = '', ...rest] = link.split('.')
  if (rest.length > 0 || !isSignature(signature, signatureOf(secret, text))) return undefined
  const content = Content.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return content.success && content.data.until > now.getTime() ? content.data : undefined
}
