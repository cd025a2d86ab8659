import { createHmac, randomBytes } from 'node:crypto'
import type { Role } from '@nightflow/schemas/shared/permissions'
import { firstRowOf, platform, type Queryable, rowsOf } from './platform-tables.ts'

export type AccessClaims = { tenant: string; username: string; role: Role }

/** Tokens are short-lived and renewable: a user who is disabled or loses a role is out within this time. */
export const accessTokenSeconds = 30 * 60

/** A JSON Web Token, HS256 (RFC 7515, 7519), that the API takes as `Authorization: Bearer`. */
export const issueAccessToken = (
  secret: Uint8Array | string,
  { tenant, username, role }: AccessClaims,
  secondsToLive = accessTokenSeconds,
): string => {
  const issuedAt = Math.floor(Date.now() / 1000)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ tenant, username, role, iat: issuedAt, exp: issuedAt + secondsToLive })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/**
 * The secret that signs tokens, made on first use and kept in the database, so that every process and the command line agree.
 * Requests cannot read it. As text (base64url), to be handed to the API as it is.
 */
export const loadTokenSecret = async (database: Queryable): Promise<string> => {
  const fresh = { name: 'access-token', value: randomBytes(32) }
  await rowsOf(
    database,
    platform
      .insertInto('platform.secrets')
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing()),
  )
  const row = await firstRowOf(database, platform.selectFrom('platform.secrets').select('value').where('name', '=', fresh.name))
  if (!row) throw new Error('the secret of access tokens vanished while it was read')
  return row.value.toString('base64url')
}
