import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { dropExports } from '@nightflow/platform/jobs/export-jobs'
import { removeAttachmentsOf, removeReadingPhotos } from '@nightflow/platform/jobs/files'
import { dropImportJobs } from '@nightflow/platform/jobs/import-jobs'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { photosOfPerson } from '@nightflow/projections/metering/reading-round'
import { erasuresWithoutEffect } from '@nightflow/projections/privacy/person-queries'
import type { PersonErased } from '@nightflow/schemas/privacy/erase-person'
import type { Pool, PoolClient } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

const minuteMilliseconds = 60_000

/**
 * When a person is erased, delete the key and the exports of the tenant, which may name the person, the photos of readings of the person's meters, and
 * the attachments of the person's accounts. Repeated without harm: a log that is newer
 * than the restored keys has the erasures, and those that the checkpoint has passed are found in the read models.
 */
export const erasePersonalData = (pool: Pool): AnyPolicy => {
  const keys = createPostgresPersonKeys(pool)
  return definePolicy({
    name: 'privacy/erase-personal-data',
    actor: 'policy:privacy',
    events: ['privacy.PersonErased'],
    react: async ({ data }, { tenant }) => {
      await keys.erase({ tenant, personId: (data as PersonErased).personId })
      await writeAsTenant(pool, tenant, async (database) => {
        await dropImportJobs(database, [tenant])
        await dropExports(database, [tenant])
        await removeFilesOf(database, (data as PersonErased).personId)
      })
    },
    conditions: {
      everyMilliseconds: 10 * minuteMilliseconds,
      find: async function* () {
        for (const { tenant, personId } of await erasuresWithoutEffect(pool))
          yield {
            tenant,
            key: personId,
            react: async () => {
              await keys.erase({ tenant, personId })
              await writeAsTenant(pool, tenant, (database) => removeFilesOf(database, personId))
            },
          }
      },
    },
  })
}

/** The attachments of a person, and the photos of readings of the meters of this person's accounts. */
const removeFilesOf = async (database: PoolClient, personId: string): Promise<void> => {
  await removeAttachmentsOf(database, personId)
  await removeReadingPhotos(database, await photosOfPerson(database, personId))
}
