import { walkByCommands } from '@nightflow/schemas/metering/walk-by'
import { z } from 'zod'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const NotRead = z.object({ number: z.string(), reason: z.string(), note: z.string(), at: z.string(), by: z.string().nullable() })

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
  isClosed: z.boolean(),
  /** The last visit of each meter that could not be read. */
  notRead: z.array(NotRead),
  createdAt: z.iso.datetime(),
})

type Plan = z.infer<typeof row>

/** Walk-by reading plans. Their progress follows from the manual readings. */
export const walkByPlans = defineEntity({
  name: 'metering/walk-by-plans',
  version: 2,
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
        isClosed: false,
        notRead: [],
        createdAt: at,
      },
    ...casesOf(walkByCommands.becomes, (plan: Plan, change) => ({ ...plan, ...change })),
    'metering.MeterNotRead': (plan, { data: { number, reason, note, at }, metadata }) =>
      plan && {
        ...plan,
        notRead: [...plan.notRead.filter((visit) => visit.number !== number), { number, reason, note, at, by: personOf(metadata.actor) }],
      },
  },
  history: {
    sentences: 'metering:walkBy',
    steps: {
      'metering.WalkByPlanned': { step: 'planned', tell: ({ data: { name } }) => ({ facts: { name } }) },
      ...walkByCommands.steps,
      'metering.MeterNotRead': { step: 'notRead', tell: ({ data: { number, note } }) => ({ facts: { number }, note }) },
    },
  },
})
