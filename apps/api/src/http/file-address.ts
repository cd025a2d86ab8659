import { createHmac } from 'node:crypto'
import { isSignature } from '@nightflow/platform/rules/is-signature'
import { findImage } from '@nightflow/schemas/platform/file-calls'

/**
 * Addresses of pictures. An `<img>` sends no token, and a cookie for it would permit requests of other sites. So the
 * service signs the address for a person who may see the picture: for this file of this tenant alone, and for some hours. The signing key is
 * derived from the service's own for this purpose, so that no address is a token and no token an address.
 */

type Named = { tenant: string; fileId: string; until: number }

const hourMilliseconds = 3_600_000
const goodForMilliseconds = 8 * hourMilliseconds
/** Addresses change so seldom that a browser finds again what it has kept. */
const stepMilliseconds = 4 * hourMilliseconds

const signatureOf = (secret: string, { tenant, fileId, until }: Named): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('picture').digest())
    .update(`${tenant} ${fileId.toLowerCase()} ${until}`)
    .digest()

/** Where a kept picture is fetched from; empty while there is none. */
export const addressOfFile = (secret: string, tenant: string, fileId: string | null, now = Date.now()): string => {
  if (fileId === null) return ''
  const until = Math.ceil((now + goodForMilliseconds) / stepMilliseconds) * stepMilliseconds
  const signature = signatureOf(secret, { tenant, fileId, until }).toString('base64url')
  const query = new URLSearchParams({ tenant, until: String(until), signature })
  return `${findImage.path.replace(':fileId', fileId)}?${query}`
}

export const isSigned = (secret: string, { signature, ...named }: Named & { signature: string }, now = Date.now()): boolean =>
  named.until > now && isSignature(signature, signatureOf(secret, named))
