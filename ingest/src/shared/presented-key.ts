import type { IncomingHttpHeaders } from 'node:http'

const basic = /^Basic ([A-Za-z0-9+/]{1,400}={0,2})$/i

/**
 * The gateway's key as an `Authorization: Bearer` header, from wherever the sender can put it: network servers let their users set a
 * user name and a password, or a header of their own, more often than a bearer token.
 */
export const presentedKey = (headers: IncomingHttpHeaders): string | undefined => {
  const { authorization, 'x-api-key': apiKey } = headers
  const credentials = basic.exec(authorization ?? '')?.[1]
  if (credentials !== undefined) {
    const text = Buffer.from(credentials, 'base64').toString('utf8')
    return `Bearer ${text.slice(text.indexOf(':') + 1)}`
  }
  if (authorization === undefined && typeof apiKey === 'string') return `Bearer ${apiKey.trim()}`
  return authorization
}
