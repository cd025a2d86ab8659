import { dropExports, eraseExportsOf } from '../jobs/export-jobs.ts'
import { eraseFilesOf } from '../jobs/files.ts'
import { dropImportJobs, eraseImportJobsOf } from '../jobs/import-jobs.ts'
import { eraseJobsOf } from '../jobs/job-queue.ts'
import { eraseSimulationsOf } from '../jobs/price-simulations.ts'
import { eraseMessagesTo } from '../messages/outbox.ts'
import { eraseChallengesOf } from '../sign-in/challenges.ts'
import { removeSessionsOf } from '../sign-in/sessions.ts'
import { eraseSignInsOf } from '../sign-in/sign-ins.ts'
import type { Queryable } from '../storage/platform-tables.ts'
import { eraseFormerUser, eraseUser } from './users.ts'
import { eraseVisitsOf } from './visits.ts'

/** Names and addresses of an account, before it is erased. */
export type ErasedNames = { userId: number; home: string; userName: string; uniqueNames: string[]; names: string[] }

/** Undefined where no account has or had the identifier. */
const findNames = async (database: Queryable, userId: number): Promise<ErasedNames | undefined> => {
  const { rows } = await database.query<Omit<ErasedNames, 'userId'> & { home: string | null }>(
    `select home, user_name as "userName", unique_names as "uniqueNames", names from platform.names_of_person($1)`,
    [userId],
  )
  const found = rows[0]
  return found && found.home !== null ? { ...found, userId } : undefined
}

/**
 * Erases the personal data of an account of this tenant, on the service's own rights and in the caller's transaction. The account stays as
 * `erased-<id>`; it must be out of use. Exports of the tenants that the person worked in are removed, because any of them may hold the person.
 * Answers the names that were erased; undefined where the tenant has and had no such account.
 */
export const erasePerson = async (database: Queryable, tenant: string, userId: number): Promise<ErasedNames | undefined> => {
  const person = await findNames(database, userId)
  if (person?.home !== tenant) return undefined
  const tenants = [tenant, ...(await eraseVisitsOf(database, person.userName))]
  await database.query('select platform.erase_from_operation_log($1)', [userId])
  await dropExports(database, tenants)
  await dropImportJobs(database, tenants)
  await eraseExportsOf(database, person)
  await eraseImportJobsOf(database, person)
  await eraseFilesOf(database, person)
  await eraseJobsOf(database, person)
  await eraseSimulationsOf(database, person)
  await eraseMessagesTo(database, person)
  await eraseChallengesOf(database, person)
  await eraseSignInsOf(database, person)
  await removeSessionsOf(database, userId)
  // After those that find their rows by the user name.
  await database.query('select platform.erase_mentions($1)', [userId])
  await eraseUser(database, userId)
  await eraseFormerUser(database, userId)
  return person
}

/** The text without these names. */
export const withoutNames = async (database: Queryable, text: string, names: readonly string[]): Promise<string> => {
  const { rows } = await database.query<{ text: string }>(
    `select regexp_replace($1, (select string_agg(platform.pattern_of(name), '|') from unnest($2::text[]) as all_names(name)), '(erased)', 'gi') as text`,
    [text, names],
  )
  return rows[0]!.text
}
