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
