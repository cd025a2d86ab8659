import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'

/** A secret of the service, made on first use and kept in the database, so that every process has the same. Requests cannot read it. */
export const loadSecret = async (database: Queryable, name: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer> => {
  const kept = await findSecret(database, name)
  if (kept) return kept
  const fresh = { name, value: await make() }
  await rowsOf(
    database,
    platform
      .insertInto('platform.secrets')
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing()),
  )
  const made = await findSecret(database, name)
  if (!made) throw new Error(`the secret ${name} vanished while it was read`)
  return made
}

const findSecret = async (database: Queryable, name: string): Promise<Buffer | undefined> =>
  (await firstRowOf(database, platform.selectFrom('platform.secrets').select('value').where('name', '=', name)))?.value
