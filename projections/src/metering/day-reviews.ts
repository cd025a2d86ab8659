import { EstimationMethod, Finding, ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import { z } from 'zod'
import { defineEntity, type EventAt } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const row = z.object({
  number: z.string(),
  /** A local date; a text, because it is part of the key. */
  day: z.string(),
  /** The log position at which the day was questioned first: the same after every rebuild. */
  reviewId: z.int(),
  status: ReviewStatus,
  rules: z.string(),
  findings: z.array(Finding),
  measuredLitres: z.number().nullable(),
  expectedLitres: z.number().nullable(),
  method: EstimationMethod.nullable(),
  /** What a person stated for the day; null where the measured volume counts. */
  statedLitres: z.number().nullable(),
  statedHours: z.array(z.number()).nullable(),
  reason: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  raisedAt: z.iso.datetime(),
})
export type Review = z.infer<typeof row>

/** The days of meters that broke a rule of validation, and what a person lets count of them. */
export const dayReviews = defineEntity({
  name: 'metering/day-reviews',
  version: 2,
  table: 'day_reviews',
  key: ['number', 'day'],
  row,
  indexes: {
    id: 'unique (tenant, review_id)',
    open: "(tenant, day desc, review_id) where status = '0'",
    // Days that count as a person stated them are few.
    stated: '(tenant, day, number) include (stated_litres) where stated_litres is not null',
    // Lists are filtered, counted and sorted by it, without the findings and hours that make a row wide.
    day: '(tenant, day, review_id) include (number, status, rules)',
  },
  shardedBy: 'number',
  evolve: {
    'metering.FindingsRecorded': (review, event) => questioned(review, event),
    'metering.ReadingAccepted': (review, event) => review && { ...answered(review, '1', event), ...measured },
    'metering.ConsumptionEstimated': (review, event) =>
      review && { ...answered(review, '2', event), ...stated(event.data), method: event.data.method },
    'metering.ConsumptionEdited': (review, event) => review && { ...answered(review, '3', event), ...stated(event.data), method: null },
  },
  history: {
    sentences: 'metering:consumptionReview',
    steps: {
      'metering.FindingsRecorded': {
        step: 'questioned',
        tell: ({ data: { measuredLitres } }) => ({ facts: { measuredLitres } }),
      },
      'metering.ReadingAccepted': { step: 'accepted', tell: ({ data: { beforeLitres } }) => ({ facts: { beforeLitres } }) },
      'metering.ConsumptionEstimated': {
        step: 'estimated',
        tell: ({ data: { beforeLitres, litres, method } }) => ({ facts: { beforeLitres, litres, method } }),
      },
      'metering.ConsumptionEdited': {
        step: 'edited',
        tell: ({ data: { beforeLitres, litres } }) => ({ facts: { beforeLitres, litres } }),
      },
    },
  },
})

const measured = { statedLitres: null, statedHours: null, method: null }

const stated = ({ litres, hourLitres }: { litres: number; hourLitres: number[] }) => ({ statedLitres: litres, statedHours: hourLitres })

const questioned = (review: Review | undefined, { data, position }: EventAt<'metering.FindingsRecorded'>): Review => {
  const { number, day, findings, measuredLitres, expectedLitres, at } = data
  const found = { findings, rules: findings.map(({ rule }) => rule).join(' '), measuredLitres, expectedLitres, raisedAt: at }
  const status = findings.length > 0 ? ('0' as const) : ('4' as const)
  if (review) return { ...review, ...found, status }
  return { number, day, reviewId: position, status, ...found, ...measured, reason: null, answeredBy: null, answeredAt: null }
}

type Answer = EventAt<'metering.ReadingAccepted' | 'metering.ConsumptionEstimated' | 'metering.ConsumptionEdited'>

const answered = (review: Review, status: Review['status'], { data, metadata }: Answer): Review => ({
  ...review,
  status,
  reason: data.reason,
  answeredBy: personOf(metadata.actor),
  answeredAt: data.at,
})
