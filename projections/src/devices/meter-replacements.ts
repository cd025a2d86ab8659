import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  number: z.string(),
  /** The log position of the replacement: the same after every rebuild. */
  id: z.int(),
  replacedBy: z.string(),
  replacedAt: z.iso.datetime(),
  finalLitres: z.number(),
  initialLitres: z.number(),
  reason: z.string().nullable(),
  recordedBy: z.string(),
  recordedAt: z.iso.datetime(),
})

/** Every replacement, named by the meter that left: it leaves once. */
export const meterReplacements = defineEntity({
  name: 'devices/meter-replacements',
  version: 1,
  table: 'meter_replacements',
  key: ['number'],
  row,
  indexes: { newest: '(tenant, replaced_at, number)' },
  evolve: {
    'devices.MeterReplaced': (seen, { data, position, metadata, recordedAt }) =>
      seen ?? {
        ...data,
        id: position,
        reason: data.reason ?? null,
        recordedBy: metadata.actor,
        recordedAt: new Date(recordedAt).toISOString(),
      },
  },
})

/** The meter that this one took the place of last. */
export const replacedBy = async (database: PoolClient, number: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ number: string }>(
    'select number from views.meter_replacements where replaced_by = $1 order by replaced_at desc, number limit 1',
    [number],
  )
  return rows[0]?.number
}
