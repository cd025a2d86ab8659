import type {
  findPerson as findPersonEndpoint,
  listPersons as listPersonsEndpoint,
  PersonRow,
  PersonUse,
} from '@nightflow/schemas/privacy/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { nextPage } from '@nightflow/schemas/shared/list-page'
import type { PoolClient } from 'pg'

/** How many persons of the tenant were erased: an answer that was kept at a smaller number may name one of them. */
export const countErasedPersons = async (database: PoolClient): Promise<number> =>
  (await database.query<{ erased: number }>('select count(*)::int as erased from log.person_keys where erased_at is not null')).rows[0]!
    .erased

/** A person of exactly this name and telephone. One that is known by one of them alone may be another one. */
export const findSamePerson = async (
  database: PoolClient,
  { name, telephone }: { name: string | null; telephone: string | null },
): Promise<string | undefined> => {
  if (name === null || telephone === null) return undefined
  const { rows } = await database.query<{ id: string }>(
    `select person_id as id from views.persons where name = $1 and telephone = $2 and erased_at is null order by first_recorded_at limit 1`,
    [name, telephone],
  )
  return rows[0]?.id
}

type StoredPerson = Omit<PersonRow, 'firstRecordedAt' | 'erasedAt'> & { firstRecordedAt: Date; erasedAt: Date | null }

/** Persons as they may be shown: nothing of one whose key is gone, also where the projector has not come to the erasure yet. */
const persons = `(
  select person_id, first_recorded_at, coalesce(person.erased_at, known.erased_at) as erased_at,
    ${['name', 'telephone', 'email', 'address', 'identity_number'].map((field) => `case when known.erased_at is null then ${field} end as ${field}`).join(', ')}
  from views.persons person left join log.person_keys known using (tenant, person_id)) person`

const columns = `person_id as "personId", name, telephone, email, address, identity_number as "identityNumber",
  first_recorded_at as "firstRecordedAt", erased_at as "erasedAt"`

const rowOf = ({ firstRecordedAt, erasedAt, ...person }: StoredPerson): PersonRow => ({
  ...person,
  firstRecordedAt: firstRecordedAt.toISOString(),
  erasedAt: erasedAt?.toISOString() ?? null,
})

/** A page of the persons whose fields or identifier contain `search`, by name. Erased persons come last. */
export const listPersons = async (
  database: PoolClient,
  { search, limit, page }: RequestOf<typeof listPersonsEndpoint>,
): Promise<ResponseOf<typeof listPersonsEndpoint>> => {
  const found = `from ${persons} where $1 = '' or strpos(lower(concat_ws(' ', person_id, name, telephone, email, address, identity_number)), lower($1)) > 0`
  const counted = await database.query<{ total: number }>(`select count(*)::int as total ${found}`, [search])
  const { rows } = await database.query<StoredPerson>(
    `select ${columns} ${found} order by erased_at is not null, name nulls last, person_id limit $2 offset $3`,
    [search, limit, (page - 1) * limit],
  )
  const { total } = counted.rows[0]!
  return { rows: rows.map(rowOf), total, next: nextPage({ limit, page }, total) }
}

/** Uses that are shown of one person. */
const usesMax = 200

export const findPerson = async (
  database: PoolClient,
  { personId }: RequestOf<typeof findPersonEndpoint>,
): Promise<ResponseOf<typeof findPersonEndpoint> | undefined> => {
  const { rows } = await database.query<StoredPerson>(`select ${columns} from ${persons} where person_id = $1`, [personId])
  const [person] = rows
  if (!person) return undefined
  const uses = await database.query<PersonUse>(
    `select 'partition' as kind, id, name from views.partitions where details->>'personId' = $1
     union all
     select 'account', account_no, account_no from views.accounts
     where $1 in (parties->>'holderId', parties->>'legalRepresentativeId', parties->>'agentId')
     order by kind desc, name, id limit ${usesMax}`,
    [person.personId],
  )
  return { ...rowOf(person), uses: uses.rows }
}

/** A person whose erasure is recorded. */
export type RecordedErasure = { tenant: string; personId: string }

const missingAtOnce = 1_000

/**
 * Persons of all tenants who are erased in the read models and can still get or have a key: `log.person_keys` was restored from an older backup
 * than the log.
 */
export const erasuresWithoutEffect = async (database: Pick<PoolClient, 'query'>): Promise<RecordedErasure[]> => {
  const { rows } = await database.query<RecordedErasure>(
    `select person.tenant, person.person_id as "personId" from views.persons person left join log.person_keys known using (tenant, person_id)
     where person.erased_at is not null and known.erased_at is null limit ${missingAtOnce}`,
  )
  return rows
}
