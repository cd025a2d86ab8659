import { createHmac, randomBytes } from 'node:crypto'
import type { Role } from '@nightflow/schemas/shared/permissions'
import type { Queryable } from '../storage/platform-tables.ts'
import { loadSecret } from './secrets.ts'

export type AccessClaims = { tenant: string; username: string; role: Role }

/** A token of the command line has no person and no session and cannot be revoked, so it expires soon. */
const accessTokenSeconds = 30 * 60

/** A JSON Web Token, HS256 (RFC 7515, 7519), that the API takes as `Authorization: Bearer`. */
export const issueAccessToken = (
  secret: Uint8Array | string,
  { tenant, username, role }: AccessClaims,
  secondsToLive = accessTokenSeconds,
): string => signToken(secret, { tenant, username, role }, Math.floor(Date.now() / 1000) + secondsToLive)

/** A person's token: it names the session and nothing else, so that what they may do is looked up with every request. */
export const issueSessionToken = (secret: Uint8Array | string, session: { id: string; endsAt: Date }): string =>
  signToken(secret, { sid: session.id }, Math.ceil(session.endsAt.getTime() / 1000))

const signToken = (secret: Uint8Array | string, claims: object, expiresAt: number): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: Math.floor(Date.now() / 1000), exp: expiresAt })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** The secret that signs tokens, the same for every process and the command line. As text (base64url), to be handed to the API as it is. */
export const loadTokenSecret = async (database: Queryable): Promise<string> =>
  (await loadSecret(database, 'access-token', () => randomBytes(32))).toString('base64url')
