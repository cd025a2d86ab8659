import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CredentialName } from '@nightflow/schemas/payments/payment-platform'
import { loadSecret } from '../sign-in/secrets.ts'
import type { Queryable } from '../storage/platform-tables.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
/** How long a secret is good after another one took its place. */
const replacedForHours = 24

type Place = { tenant: string; platformId: number }

/** Authenticated with the secret, so that it cannot be moved to another platform or another field. */
const placeOf = ({ tenant, platformId }: Place, name: string): Buffer => Buffer.from(JSON.stringify([tenant, platformId, name]), 'utf8')

const secretOf = (database: Queryable): Promise<Buffer> => loadSecret(database, 'payment-credentials', () => randomBytes(32))

const seal = (secret: Buffer, place: Buffer, text: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, secret, nonce, { authTagLength: tagBytes }).setAAD(place)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
}

const unseal = (secret: Buffer, place: Buffer, sealed: Buffer): string => {
  const opening = createDecipheriv(cipher, secret, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(place)
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8')
}

/** The same for another secret; its place keeps it from being moved. */
export const sealAt = async (database: Queryable, place: readonly (string | number)[], text: string): Promise<Buffer> =>
  seal(await secretOf(database), Buffer.from(JSON.stringify(place), 'utf8'), text)

export const unsealAt = async (database: Queryable, place: readonly (string | number)[], sealed: Buffer): Promise<string> =>
  unseal(await secretOf(database), Buffer.from(JSON.stringify(place), 'utf8'), sealed)

export type Credentials = Partial<Record<CredentialName, string>>

/** Seals these credentials and keeps those that they replace for a day. Answers the names of all that are set. For the service alone. */
export const setCredentials = async (database: Queryable, place: Place, values: Credentials, now: Date): Promise<CredentialName[]> => {
  const secret = await secretOf(database)
  for (const [name, text] of Object.entries(values)) {
    if (text === undefined || text === '') continue
    await database.query(
      `insert into platform.payment_credentials as kept (tenant, platform_id, name, sealed, set_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant, platform_id, name) do update
       set sealed = excluded.sealed, set_at = excluded.set_at, previous_sealed = kept.sealed, previous_until = excluded.set_at + make_interval(hours => $6)`,
      [place.tenant, place.platformId, name, seal(secret, placeOf(place, name), text), now, replacedForHours],
    )
  }
  const { rows } = await database.query<{ names: CredentialName[] }>(
    `update platform.payment_platforms set credential_names = (select coalesce(jsonb_agg(name order by name), '[]')
       from platform.payment_credentials kept where kept.tenant = $1 and kept.platform_id = $2)
     where tenant = $1 and platform_id = $2 returning credential_names as names`,
    [place.tenant, place.platformId],
  )
  return rows[0]?.names ?? []
}

/** Credentials of a platform, and of each what it replaced and is still good at this moment. */
export const readCredentials = async (
  database: Queryable,
  place: Place,
  now: Date,
): Promise<{ credentials: Credentials; replaced: Credentials }> => {
  const { rows } = await database.query<{ name: CredentialName; sealed: Buffer; previous: Buffer | null }>(
    `select name, sealed, case when previous_until > $3 then previous_sealed end as previous
     from platform.payment_credentials where tenant = $1 and platform_id = $2`,
    [place.tenant, place.platformId, now],
  )
  if (rows.length === 0) return { credentials: {}, replaced: {} }
  const secret = await secretOf(database)
  const open = (name: string, sealed: Buffer) => [name, unseal(secret, placeOf(place, name), sealed)] as const
  return {
    credentials: Object.fromEntries(rows.map(({ name, sealed }) => open(name, sealed))),
    replaced: Object.fromEntries(rows.flatMap(({ name, previous }) => (previous ? [open(name, previous)] : []))),
  }
}
