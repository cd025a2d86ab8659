import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  planId: z.uuid(),
  walkById: z.int(),
  name: z.string(),
  nameKey: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  numbers: z.array(z.string()),
  metersTotal: z.int32(),
  reader: z.string().nullable(),
  isCancelled: z.boolean(),
  createdAt: z.iso.datetime(),
})

/** Walk-by reading plans. Their progress follows from the manual readings. */
export const walkByPlans = defineEntity({
  name: 'metering/walk-by-plans',
  version: 1,
  table: 'walk_by_plans',
  key: ['planId'],
  row,
  indexes: { id: 'unique (tenant, walk_by_id)' },
  evolve: {
    'metering.WalkByPlanned': (plan, { data: { at, readerId, ...planned }, position }) =>
      plan ?? {
        ...planned,
        nameKey: planned.name.toLowerCase(),
        walkById: position,
        metersTotal: planned.numbers.length,
        reader: readerId === null ? null : `user:${readerId}`,
        isCancelled: false,
        createdAt: at,
      },
    'metering.WalkByCancelled': (plan) => plan && { ...plan, isCancelled: true },
  },
  history: {
    sentences: 'metering:walkBy',
    steps: {
      'metering.WalkByPlanned': { step: 'planned', tell: ({ data: { name } }) => ({ facts: { name } }) },
      'metering.WalkByCancelled': { step: 'cancelled' },
    },
  },
})
