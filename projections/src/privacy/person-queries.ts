import type {
  findPerson as findPersonEndpoint,
  listPersons as listPersonsEndpoint,
  PersonRow,
  PersonUse,
} from '@nightflow/schemas/privacy/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { type ListDeclaration, listPageOf } from '../storage/list-query.ts'

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

const personalColumns = ['name', 'telephone', 'email', 'address', 'identity_number'] as const

/** A row has its values as long as its key exists, also where the projector has not come to the erasure yet. */
const shown = (column: (typeof personalColumns)[number]): string => `case when known.erased_at is null then person.${column} end`
const columns = `person_id as "personId", ${shown('name')} as name, ${shown('telephone')} as telephone, ${shown('email')} as email,
  ${shown('address')} as address, ${shown('identity_number')} as "identityNumber", person.first_recorded_at as "firstRecordedAt",
  coalesce(person.erased_at, known.erased_at) as "erasedAt"`
const withKeys = 'left join log.person_keys known using (tenant, person_id)'

const rowOf = ({ firstRecordedAt, erasedAt, ...person }: StoredPerson): PersonRow => ({
  ...person,
  firstRecordedAt: firstRecordedAt.toISOString(),
  erasedAt: erasedAt?.toISOString() ?? null,
})

const personsList: ListDeclaration<{ search: string }> = {
  from: 'views.persons person',
  key: ['person_id'],
  sorts: { name: { by: 'name', isNullable: true } },
  conditions: ({ search }, parameter) =>
    search === ''
      ? []
      : [
          `strpos(lower(concat_ws(' ', person_id, ${personalColumns.join(', ')})), lower(${parameter(search)})) > 0`,
          'not exists (select from log.person_keys erased where erased.person_id = person.person_id and erased.erased_at is not null)',
        ],
  columns,
  joins: withKeys,
}

/** A page of the persons whose fields or identifier contain `search`, by name. Those without a name come last, the erased among them. */
export const listPersons = async (
  database: PoolClient,
  { search, ...place }: RequestOf<typeof listPersonsEndpoint>,
): Promise<ResponseOf<typeof listPersonsEndpoint>> => {
  const { page, limit } = place
  const byName = { sort: 'name', direction: 'asc', ...place } as const
  const found = await listPageOf<StoredPerson, { search: string }>(database, personsList, { search }, byName)
  const hasNext = found.isTotalBounded ? found.rows.length === limit : page * limit < found.total
  return { ...found, rows: found.rows.map(rowOf), next: hasNext ? page + 1 : null }
}

/** Uses that are shown of one person. */
const usesMax = 200

export const findPerson = async (
  database: PoolClient,
  { personId }: RequestOf<typeof findPersonEndpoint>,
): Promise<ResponseOf<typeof findPersonEndpoint> | undefined> => {
  const { rows } = await database.query<StoredPerson>(`select ${columns} from views.persons person ${withKeys} where person_id = $1`, [
    personId,
  ])
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
 * than the log. Payments whose texts are erased and have a key are among them.
 */
export const erasuresWithoutEffect = async (database: Pick<PoolClient, 'query'>): Promise<RecordedErasure[]> => {
  const { rows } = await database.query<RecordedErasure>(
    `select person.tenant, person.person_id as "personId" from views.persons person left join log.person_keys known using (tenant, person_id)
     where person.erased_at is not null and known.erased_at is null
     union all
     select payments.tenant, payment_id from views.payments join log.person_keys known on known.tenant = payments.tenant and person_id = payment_id
     where reference = '' and remark = '' and known.erased_at is null limit ${missingAtOnce}`,
  )
  return rows
}
