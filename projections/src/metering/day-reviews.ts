import { decisionsKept, EstimationMethod, Finding, ReviewDecision, ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import { z } from 'zod'
import { defineEntity, type EventAt } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** Actor, time and reason of the decision in the row of the day. */
const decision = z.object({
  decided: ReviewDecision,
  reason: z.string(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime(),
})

const row = z.object({
  number: z.string(),
  /** A local date; a text, because it is part of the key. */
  day: z.string(),
  /** The log position at which the day was questioned first: the same after every rebuild. */
  reviewId: z.int(),
  status: ReviewStatus,
  /** The decision that counts; null where there is none. */
  decided: ReviewDecision.nullable(),
  /** Those before it, the last one last: each counts again when those after it are withdrawn. */
  decidedBefore: z.array(decision),
  rules: z.string(),
  findings: z.array(Finding),
  measuredLitres: z.number().nullable(),
  expectedLitres: z.number().nullable(),
  method: EstimationMethod.nullable(),
  /** The volume stated by a person for the day; null where the measured volume counts. */
  statedLitres: z.number().nullable(),
  statedHours: z.array(z.number()).nullable(),
  reason: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  raisedAt: z.iso.datetime(),
})
export type Review = z.infer<typeof row>

/** Readings that came after a decision, with the volume that counted beside them. */
const lateOf = ({ findings }: { findings: Finding[] }): Finding | undefined => findings.find(({ rule }) => rule === 'late-reading')

/** The days of meters that broke a rule of validation, and what a person lets count of them. */
export const dayReviews = defineEntity({
  name: 'metering/day-reviews',
  version: 3,
  table: 'day_reviews',
  key: ['number', 'day'],
  row,
  indexes: {
    id: 'unique (tenant, review_id)',
    open: `(tenant, day desc, review_id) where status = '${ReviewStatus.enum.open}'`,
    // Days that count as a person stated them are few.
    stated: '(tenant, day, number) include (stated_litres) where stated_litres is not null',
    // Days whose readings may have changed since they were judged are looked through over and over.
    judged: `(tenant, day, number) include (status, measured_litres) where status <> '${ReviewStatus.enum.unquestioned}'`,
    // Lists are filtered, counted and sorted by it, without the findings and hours that make a row wide.
    day: '(tenant, day, review_id) include (number, status, rules)',
  },
  shardedBy: 'number',
  evolve: {
    'metering.FindingsRecorded': (review, event) => questioned(review, event),
    'metering.ReadingAccepted': (review, event) =>
      review && {
        ...answered(review, 'accepted', event),
        ...measured,
        measuredLitres: event.data.measuredLitres ?? review.measuredLitres,
      },
    'metering.ConsumptionEstimated': (review, event) =>
      review && { ...answered(review, 'estimated', event), ...stated(event.data), method: event.data.method },
    'metering.ConsumptionEdited': (review, event) =>
      review && { ...answered(review, 'edited', event), ...stated(event.data), method: null },
    'metering.ConsumptionDecisionWithdrawn': (review, event) => review && restored(review, event),
  },
  history: {
    sentences: 'metering:consumptionReview',
    steps: {
      'metering.FindingsRecorded': [
        {
          step: 'questioned',
          tell: ({ data }) => (lateOf(data) ? undefined : { facts: { measuredLitres: data.measuredLitres } }),
        },
        {
          step: 'questionedLate',
          tell: ({ data }) => {
            const late = lateOf(data)
            return late && { facts: { measuredLitres: data.measuredLitres, beforeLitres: late.limit } }
          },
        },
      ],
      'metering.ReadingAccepted': { step: 'accepted', tell: ({ data: { beforeLitres } }) => ({ facts: { beforeLitres } }) },
      'metering.ConsumptionEstimated': {
        step: 'estimated',
        tell: ({ data: { beforeLitres, litres, method } }) => ({ facts: { beforeLitres, litres, method } }),
      },
      'metering.ConsumptionEdited': {
        step: 'edited',
        tell: ({ data: { beforeLitres, litres } }) => ({ facts: { beforeLitres, litres } }),
      },
      'metering.ConsumptionDecisionWithdrawn': {
        step: 'withdrawn',
        tell: ({ data: { beforeLitres } }) => ({ facts: { beforeLitres } }),
      },
    },
  },
})

const measured = { statedLitres: null, statedHours: null, method: null }

const stated = ({ litres, hourLitres }: { litres: number; hourLitres: number[] }) => ({ statedLitres: litres, statedHours: hourLitres })

const rulesOf = (findings: readonly Finding[]): string => findings.map(({ rule }) => rule).join(' ')

const undecided = { decided: null, decidedBefore: [], ...measured, reason: null, answeredBy: null, answeredAt: null }

const questioned = (review: Review | undefined, { data, position }: EventAt<'metering.FindingsRecorded'>): Review => {
  const { number, day, findings, measuredLitres, expectedLitres, at } = data
  const found = { findings, rules: rulesOf(findings), measuredLitres, expectedLitres, raisedAt: at }
  // A day that breaks no rule has the status of what a person decided of it.
  const status = findings.length > 0 ? ReviewStatus.enum.open : ReviewStatus.enum[review?.decided ?? 'unquestioned']
  return review ? { ...review, ...found, status } : { number, day, reviewId: position, status, ...found, ...undecided }
}

type Answer = EventAt<'metering.ReadingAccepted' | 'metering.ConsumptionEstimated' | 'metering.ConsumptionEdited'>

const answered = (review: Review, decided: ReviewDecision, { data, metadata }: Answer): Review => ({
  ...review,
  status: ReviewStatus.enum[decided],
  decided,
  decidedBefore: [...review.decidedBefore, ...decisionOf(review)].slice(1 - decisionsKept),
  reason: data.reason,
  answeredBy: personOf(metadata.actor),
  answeredAt: data.at,
})

/** An instant as an event has it and as the database gives it back is the same text. */
const decisionOf = ({ decided, reason, answeredBy, answeredAt }: Review): Review['decidedBefore'] =>
  decided === null || reason === null || answeredAt === null
    ? []
    : [{ decided, reason, answeredBy, answeredAt: new Date(answeredAt).toISOString() }]

/** The decision before counts again, with who made it and why. */
const restored = (review: Review, { data }: EventAt<'metering.ConsumptionDecisionWithdrawn'>): Review => {
  const { status, findings, litres, hourLitres, method = null } = data
  const volume = litres === undefined || hourLitres === undefined ? measured : { ...stated({ litres, hourLitres }), method }
  return {
    ...{ ...review, ...undecided, ...review.decidedBefore.at(-1), ...volume },
    ...{ decidedBefore: review.decidedBefore.slice(0, -1), status, findings, rules: rulesOf(findings) },
  }
}
