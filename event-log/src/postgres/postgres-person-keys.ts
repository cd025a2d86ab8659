import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { type KnownKeys, keyBytes, nameOfPerson, type PersonKeys, type PersonOfTenant } from '../person-keys.ts'
import { unavailableWhenAway } from './connection-errors.ts'

type KeyRow = { tenant: string; person_id: string; key: Buffer | null }

const findKeys = `
  select known.tenant, known.person_id, known.key
  from unnest($1::text[], $2::uuid[]) as wanted (tenant, person_id) join log.person_keys known using (tenant, person_id)`

// In one order, so that two processes do not wait for each other. A key that another process creates at this moment is in neither part: the caller repeats the call.
const makeKeys = `
  with wanted as (select * from unnest($1::text[], $2::uuid[], $3::bytea[]) as wanted (tenant, person_id, key)),
  made as (
    insert into log.person_keys (tenant, person_id, key) select tenant, person_id, key from wanted order by 1, 2
    on conflict do nothing returning tenant, person_id, key)
  select * from made union all
  select known.tenant, known.person_id, known.key from wanted join log.person_keys known using (tenant, person_id)`

// The row stays without its key: it says that the person was erased and must not get another one.
const eraseKey = `
  insert into log.person_keys as known (tenant, person_id, erased_at) values ($1, $2, clock_timestamp())
  on conflict (tenant, person_id) do update set key = null, erased_at = excluded.erased_at where known.erased_at is null`

/** The keys of persons in the database of the service, wherever the log is. */
export const createPostgresPersonKeys = (pool: Pool): PersonKeys => {
  const find = async (persons: readonly PersonOfTenant[]): Promise<KnownKeys> => {
    const { tenants, ids } = columnsOf(persons)
    return ids.length === 0 ? () => undefined : knownOf((await unavailableWhenAway(pool.query<KeyRow>(findKeys, [tenants, ids]))).rows)
  }
  return {
    find,
    findOrCreate: async (persons) => {
      const { tenants, ids } = columnsOf(persons)
      if (ids.length === 0) return () => undefined
      const fresh = ids.map(() => randomBytes(keyBytes))
      const { rows } = await unavailableWhenAway(pool.query<KeyRow>(makeKeys, [tenants, ids, fresh]))
      return rows.length < ids.length ? find(persons) : knownOf(rows)
    },
    erase: async ({ tenant, personId }) => (await unavailableWhenAway(pool.query(eraseKey, [tenant, personId]))).rowCount === 1,
  }
}

/** Each person once. */
const columnsOf = (persons: readonly PersonOfTenant[]): { tenants: string[]; ids: string[] } => {
  const each = [...new Map(persons.map((person) => [nameOfPerson(person), person])).values()]
  return { tenants: each.map(({ tenant }) => tenant), ids: each.map(({ personId }) => personId) }
}

const knownOf = (rows: readonly KeyRow[]): KnownKeys => {
  const known = new Map<string, Buffer | 'erased'>(
    rows.map(({ tenant, person_id, key }) => [nameOfPerson({ tenant, personId: person_id }), key ?? 'erased']),
  )
  return (person) => known.get(nameOfPerson(person))
}
