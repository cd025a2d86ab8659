import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { loadSecret } from '../sign-in/secrets.ts'
import type { Queryable } from '../storage/platform-tables.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

type Place = { tenant: string; number: string; updateId: string }

/** Authenticated with the key, so that a key cannot be moved to another meter. */
const placeOf = ({ tenant, number, updateId }: Place): Buffer =>
  Buffer.from(JSON.stringify([tenant, number, updateId.toLowerCase()]), 'utf8')

const secretOf = (database: Queryable): Promise<Buffer> => loadSecret(database, 'meter-keys', () => randomBytes(32))

/** Keeps the key of an update, encrypted with the service's own secret. A repeated request keeps the first one. For the service alone. */
export const keepMeterKey = async (database: Queryable, place: Place, key: string): Promise<void> => {
  const nonce = randomBytes(nonceBytes)
  const encrypting = createCipheriv(cipher, await secretOf(database), nonce, { authTagLength: tagBytes }).setAAD(placeOf(place))
  const text = Buffer.concat([encrypting.update(Buffer.from(key, 'hex')), encrypting.final()])
  await database.query(
    `insert into platform.meter_keys (tenant, number, update_id, encrypted_key) values ($1, $2, $3, $4) on conflict do nothing`,
    [place.tenant, place.number, place.updateId, Buffer.concat([nonce, encrypting.getAuthTag(), text])],
  )
}

/** The key of an update, in hexadecimal; undefined where it is not kept. For what sends it to the meter. */
export const findMeterKey = async (database: Queryable, place: Place): Promise<string | undefined> => {
  const { rows } = await database.query<{ encrypted_key: Buffer }>(
    'select encrypted_key from platform.meter_keys where tenant = $1 and number = $2 and update_id = $3',
    [place.tenant, place.number, place.updateId],
  )
  const bytes = rows[0]?.encrypted_key
  if (!bytes) return undefined
  const decrypting = createDecipheriv(cipher, await secretOf(database), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(placeOf(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decrypting.update(bytes.subarray(nonceBytes + tagBytes)), decrypting.final()]).toString('hex')
}

/** The meter has this key now: those before it are of no use. */
export const dropOlderMeterKeys = async (database: Queryable, { tenant, number, updateId }: Place): Promise<void> => {
  await database.query('delete from platform.meter_keys where tenant = $1 and number = $2 and update_id <> $3', [tenant, number, updateId])
}
