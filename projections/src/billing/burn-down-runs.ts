import { FinishBurnDown } from '@nightflow/schemas/billing/burn-down'
import { Instant } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

/** The days up to which the use of all prepaid accounts was deducted. */
export const burnDownRuns = defineEntity({
  name: 'billing/burn-down-runs',
  version: 1,
  table: 'burn_down_runs',
  key: ['day'],
  row: FinishBurnDown.omit({ type: true }).extend({ day: z.string(), at: Instant }),
  evolve: { 'billing.BurnDownFinished': (_, { data }) => data },
})

/** The last of these days; null before the first one. */
export const lastBurnDown = async (database: PoolClient): Promise<string | null> =>
  (await database.query<{ day: string | null }>('select max(day) as day from views.burn_down_runs')).rows[0]?.day ?? null
