import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'

/** A frozen file `NNNN-name.sql` of a migrations folder. */
export type Migration = { number: number; name: string; sql: string; checksum: string }

/** The database and the files of this version do not belong together. The message names the migration and the way out. */
export class MigrationMismatch extends Error {}

const fileName = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/

const readMigration = (folder: URL, file: string): Migration => {
  const [, number, name] = fileName.exec(file) ?? []
  if (number === undefined || name === undefined) throw new Error(`${file} is not named like 0001-what-it-does.sql`)
  // A checkout with other line ends is the same migration.
  const sql = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n')
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** The migrations of a folder in the order of their numbers, which begin at 1 and leave none out. */
export const readMigrations = (folder: URL): Migration[] => {
  const migrations = readdirSync(folder)
    .sort()
    .map((file) => readMigration(folder, file))
  for (const [index, { number, name }] of migrations.entries())
    if (number !== index + 1) throw new Error(`migration ${number} (${name}) should have the number ${index + 1} in ${folder.pathname}`)
  return migrations
}

type Applied = { number: number; name: string; checksum: string | null }

const readApplied = async (client: ClientBase, schema: string): Promise<Map<number, Applied>> => {
  await client.query(`
    create schema if not exists ${schema};
    create table if not exists ${schema}.migrations (
      number integer primary key, name text not null, applied_at timestamptz not null default clock_timestamp()
    )`)
  // Only where it is missing: the statement waits for readers of the table, also where it has nothing to add.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = '${schema}.migrations'::regclass and attname = 'checksum' and not attisdropped`,
  )
  if (rowCount === 0)
    await client.query(`alter table ${schema}.migrations add checksum text, alter applied_at set default clock_timestamp()`)
  const { rows } = await client.query<Applied>(`select number, name, checksum from ${schema}.migrations`)
  return new Map(rows.map((row) => [row.number, row]))
}

const refuseNewer = (schema: string, applied: Map<number, Applied>, newest: number): void => {
  const newer = [...applied.values()].find(({ number }) => number > newest)
  if (!newer) return
  throw new MigrationMismatch(
    `a newer version of Nightflow has used this database (migration ${newer.number} of ${schema}, ${newer.name}); start that version or a later one`,
  )
}

const refuseEdited = (schema: string, { number, name, checksum }: Migration, ran: string): void => {
  if (checksum === ran) return
  throw new MigrationMismatch(
    `migration ${number} of ${schema} (${name}) is not the one that this database ran; restore the released file, and put what changed into a further migration`,
  )
}

/**
 * Runs the migrations of a folder that this database has not run yet, within the caller's transaction, and records the checksum of each in
 * `<schema>.migrations`. The caller serialises. Throws `MigrationMismatch` when a file differs from the one that ran, or when the database
 * has run more than there are. Versions before the checksums recorded number and name alone: released files never change, so that such a
 * row gets the checksum of the file with its number.
 */
export const migrateSchema = async (client: ClientBase, schema: string, migrations: readonly Migration[]): Promise<void> => {
  const applied = await readApplied(client, schema)
  refuseNewer(schema, applied, migrations.length)
  for (const migration of migrations) {
    const { number, name, sql, checksum } = migration
    const ran = applied.get(number)
    if (ran?.checksum) refuseEdited(schema, migration, ran.checksum)
    else if (ran) await client.query(`update ${schema}.migrations set checksum = $2 where number = $1`, [number, checksum])
    else {
      await client.query(sql)
      await client.query(`insert into ${schema}.migrations (number, name, checksum) values ($1, $2, $3)`, [number, name, checksum])
    }
  }
}
