import { personDecider } from '@nightflow/domain/privacy/person-decider'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { dropExports } from '@nightflow/platform/jobs/export-jobs'
import { removeAttachmentsOf, removeOrderFiles, removeReadingPhotos } from '@nightflow/platform/jobs/files'
import { dropImportJobs } from '@nightflow/platform/jobs/import-jobs'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { photosOfPerson } from '@nightflow/projections/metering/reading-round'
import { erasuresWithoutEffect } from '@nightflow/projections/privacy/person-queries'
import { textsOfPerson } from '@nightflow/projections/privacy/texts-of-person'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { orderFilesOfPerson } from '@nightflow/projections/work-orders/order-queries'
import type { ErasePerson } from '@nightflow/schemas/privacy/erase-person'
import type { Pool, PoolClient } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

const minuteMilliseconds = 60_000
const viewsMillisecondsMax = 30_000

/**
 * When a person is erased, delete the key and the exports of the tenant, which may name the person, the photos of readings of the person's meters, the
 * attachments of the person's accounts, and the texts of payments and bank entries for these accounts. Repeated without harm: a log that is newer
 * than the restored keys has the erasures, and those that the checkpoint has passed are found in the read models.
 */
export const erasePersonalData = (pool: Pool): AnyPolicy => {
  const keys = createPostgresPersonKeys(pool)
  return definePolicy({
    name: 'privacy/erase-personal-data',
    actor: 'policy:privacy',
    events: ['privacy.PersonErased'],
    react: async ({ data, position }, { tenant, execute }) => {
      const { personId, payment } = data
      await keys.erase({ tenant, personId })
      // Of a payment's texts nothing else is kept.
      if (payment) return
      if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
      for (const erasure of await erasuresWith(pool, tenant, personId)) await execute(personDecider, erasure)
      await writeAsTenant(pool, tenant, async (database) => {
        await dropImportJobs(database, [tenant])
        await dropExports(database, [tenant])
        await removeFilesOf(database, personId)
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

/** Texts of the person's payments have keys of their own, which are deleted by erasures of their own. */
const erasuresWith = async (pool: Pool, tenant: string, personId: string): Promise<ErasePerson[]> => {
  const { payments, entries } = await textsOfPerson(pool, tenant, personId)
  const erase = { type: 'ErasePerson', reason: `with ${personId}` } as const
  return [
    ...payments.map(({ paymentId, ...payment }) => ({ ...erase, personId: paymentId, payment })),
    ...entries.map((entryId) => ({ ...erase, personId: entryId })),
  ]
}

/** The attachments of a person, and the photos of readings and work orders of the meters of this person's accounts. */
const removeFilesOf = async (database: PoolClient, personId: string): Promise<void> => {
  await removeAttachmentsOf(database, personId)
  await removeReadingPhotos(database, await photosOfPerson(database, personId))
  await removeOrderFiles(database, await orderFilesOfPerson(database, personId))
}
