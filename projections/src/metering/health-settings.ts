import { defaultHealthSettings, HealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { changesBetween, readHistory } from '../projector/entity-history.ts'

const row = z.object({
  part: z.string(),
  /** Null in the row that keeps how far the meters were looked at. */
  settings: HealthSettings.nullable(),
  reason: z.string().nullable(),
  assessedUntil: z.string().nullable(),
})

/** A tenant's limits of meter health, and the day up to which its meters were looked at. */
export const healthSettings = defineEntity({
  name: 'metering/health-settings',
  version: 2,
  table: 'health_settings',
  key: ['part'],
  row,
  keysOf: ({ type }) => [{ part: type === 'metering.HealthDayRecorded' ? 'progress' : 'settings' }],
  evolve: {
    'metering.HealthSettingsSet': (_, { data: { reason, at: __, ...settings } }) => ({
      part: 'settings',
      settings,
      reason,
      assessedUntil: null,
    }),
    'metering.HealthDayRecorded': (_, { data: { day } }) => ({ part: 'progress', settings: null, reason: null, assessedUntil: day }),
  },
  history: {
    sentences: 'metering:healthSettings',
    steps: {
      'metering.HealthSettingsSet': {
        step: 'set',
        tell: (_, { before, after }) => ({
          changes: changesBetween(before?.settings ?? defaultHealthSettings, after.settings ?? {}, Object.keys(HealthSettings.shape)),
        }),
      },
    },
  },
})

type Stored = { part: string; settings: HealthSettings | null; reason: string | null; assessedUntil: string | null }

export const readHealthSettings = async (database: PoolClient) => {
  const { rows } = await database.query<Stored>(
    'select part, settings, reason, assessed_until as "assessedUntil" from views.health_settings',
  )
  const own = rows.find(({ part }) => part === 'settings')
  return {
    settings: own?.settings ?? defaultHealthSettings,
    reason: own?.reason ?? null,
    assessedUntil: rows.find(({ part }) => part === 'progress')?.assessedUntil ?? null,
  }
}

/** Changes that the screen shows, the newest first. */
const settingStepsMax = 50

/** The same as the screen shows it. */
export const findHealthSettings = async (database: PoolClient) => {
  const { settings, ...rest } = await readHealthSettings(database)
  const { rows: history } = await readHistory(database, healthSettings.entity, { part: 'settings' }, { limit: settingStepsMax })
  return { ...settings, ...rest, history }
}
