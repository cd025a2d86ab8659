import type { PoolClient } from 'pg'

export type FoundPerson = { name: string | null; address: string | null; email: string | null }

/** Data of a person; undefined after an erasure. */
export const findPerson = async (database: PoolClient, personId: string): Promise<FoundPerson | undefined> => {
  const { rows } = await database.query<FoundPerson>(
    'select name, address, email from views.persons where person_id = $1 and erased_at is null',
    [personId],
  )
  return rows[0]
}
