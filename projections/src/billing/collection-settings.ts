import { CollectionSettings, defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { LocalDate } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { changesBetween, readHistory } from '../projector/entity-history.ts'

const row = z.object({ part: z.string(), settings: CollectionSettings, lateFeesSince: LocalDate, reason: z.string() })
const key = { part: 'settings' }

/** When a tenant's bills are due, its reminders and its late fees. */
export const collectionSettings = defineEntity({
  name: 'billing/collection-settings',
  version: 1,
  table: 'collection_settings',
  key: ['part'],
  row,
  keysOf: () => [key],
  evolve: {
    'billing.CollectionSettingsSet': (_, { data }) => ({
      ...key,
      settings: CollectionSettings.parse(data),
      lateFeesSince: data.lateFeesSince,
      reason: data.reason,
    }),
  },
  history: {
    sentences: 'billing:collectionSettings',
    steps: {
      'billing.CollectionSettingsSet': {
        step: 'set',
        tell: ({ data: { reason } }, { before, after }) => ({
          note: reason,
          changes: changesBetween(before?.settings ?? defaultCollectionSettings, after.settings, Object.keys(CollectionSettings.shape)),
        }),
      },
    },
  },
})

type Stored = { settings: CollectionSettings; lateFeesSince: string | null; reason: string | null }

/** `lateFeesSince` is null while the defaults hold. */
export const readCollectionSettings = async (database: PoolClient): Promise<Stored> => {
  const { rows } = await database.query<Stored>(
    `select settings, late_fees_since::text as "lateFeesSince", reason from views.collection_settings where part = 'settings'`,
  )
  return rows[0] ?? { settings: defaultCollectionSettings, lateFeesSince: null, reason: null }
}

/** Changes that the screen shows, the newest first. */
const settingStepsMax = 50

export const findCollectionSettings = async (database: PoolClient) => {
  const { settings, reason } = await readCollectionSettings(database)
  const { rows: history } = await readHistory(database, collectionSettings.entity, key, { limit: settingStepsMax })
  return { ...settings, reason, history }
}
