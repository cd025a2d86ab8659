import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow } from '../shared/history.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, RowId, wording } from '../shared/lists.ts'
import { Measured, registerLitresMax } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, LocalDate, MeterNumber } from '../shared/values.ts'

/** Why a meter's day waits for a person. `docs/formulas.md` has the formula of each. */
export const validationRules = [
  'spike',
  'negative',
  'zero',
  'stuck',
  'high',
  'low',
  'sum-check',
  'closed-valve',
  'prolonged-estimation',
  'duplicate',
  'missing',
  'late-reading',
] as const
export const ValidationRule = z.enum(validationRules)
export type ValidationRule = z.infer<typeof ValidationRule>

/** A rule that a day breaks: what was found beside what the rule allows, both in the unit of the rule: litres or days. */
export const Finding = z.object({ rule: ValidationRule, value: Measured, limit: Measured })
export type Finding = z.infer<typeof Finding>

/** Accepted as measured; unquestioned: no rule is broken any more. */
export const ReviewStatus = z.enum({ open: '0', accepted: '1', estimated: '2', edited: '3', unquestioned: '4' })
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** Decision on a day: the measured volume, an estimate, or a volume of their own. */
export const ReviewDecision = z.enum(['accepted', 'estimated', 'edited'])
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** Decisions about one day that can be withdrawn one after the other, newest first. Before them the readings count. */
export const decisionsKept = 10

/**
 * How a person may have a day's volume computed: by the registers or the days on both sides, by the same week of the year before, or by the
 * same weekdays of the weeks before.
 */
export const EstimationMethod = z.enum(['interpolation', 'last-year', 'profile'])
export type EstimationMethod = z.infer<typeof EstimationMethod>

/** Hours of a local day: 23, 24 or 25, and whatever a zone makes of it. */
const hoursMax = 26
const DayLitres = z.number().min(0).max(registerLitresMax)
const meant = { number: MeterNumber, day: LocalDate }
const reason = lines(200).min(1)
const stated = { litres: DayLitres, hourLitres: z.array(DayLitres).min(1).max(hoursMax) }

export const QuestionDay = z.object({
  type: z.literal('QuestionDay'),
  ...meant,
  findings: z.array(Finding).max(validationRules.length),
  /** The measured volume, and the one expected from the meter's own history; null where unknown. */
  measuredLitres: Measured.nullable(),
  expectedLitres: Measured.nullable(),
})
export type QuestionDay = z.infer<typeof QuestionDay>

/** The volume that counted before; null where the day was unknown. */
const before = { beforeLitres: Measured.nullable() }
const recorded = { reason, at: Instant }

export const ConsumptionReviewRow = z.object({
  reviewId: z.int(),
  meterNo: MeterNumber,
  day: z.iso.date(),
  status: ReviewStatus,
  /** The decision that counts, also where the day was questioned again after it; null where there is none. */
  decided: ReviewDecision.nullable(),
  /** The rules that the day breaks, separated by blanks. */
  rules: z.string(),
  measuredLitres: z.number().nullable(),
  expectedLitres: z.number().nullable(),
  /** The volume that counts; null while the day is unknown. */
  litres: z.number().nullable(),
  method: EstimationMethod.nullable(),
  reason: z.string().nullable(),
  answeredBy: PersonName.nullable(),
  answeredAt: Instant.nullable(),
  raisedAt: Instant,
})
export type ConsumptionReviewRow = z.infer<typeof ConsumptionReviewRow>

export const reviewFilter = { rule: ValidationRule.optional(), status: ReviewStatus.optional(), meterNo: text(64).optional() }
const filter = { ...reviewFilter, ...createdWithin }
const path = '/prod-api/business/consumptionReview'

export const listConsumptionReviews = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'metering:readings:read',
  summary: 'Days of meters that break a rule of validation, newest first; beginTime and endTime are local days',
  envelope: 'rows',
  sorts: ['day', 'meterNo', 'status', 'measuredLitres', 'expectedLitres', 'answeredAt', 'raisedAt'],
  request: z.object({ ...filter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(ConsumptionReviewRow), ...boundedTotal }),
})

export const exportConsumptionReviews = endpoint({
  method: 'POST',
  path: `${path}/export`,
  permission: 'metering:readings:read',
  summary: 'All days that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...filter, ...wording }),
  response: z.object({}),
})

export const findConsumptionReview = endpoint({
  method: 'GET',
  path: `${path}/:reviewId`,
  permission: 'metering:readings:read',
  summary: 'One day of a meter with its findings, its history, and the metering points whose figures depend on it',
  request: z.object({ reviewId: RowId }),
  response: ConsumptionReviewRow.extend({
    findings: z.array(Finding),
    history: z.array(HistoryRow),
    partitions: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** Changes by one command: the volume that counted before, the one that counts now, and the metering points that were computed anew. */
const Changed = z.object({
  changed: z.array(
    z.object({
      meterNo: MeterNumber,
      day: z.iso.date(),
      beforeLitres: z.number().nullable(),
      afterLitres: z.number().nullable(),
      partitions: z.array(z.string()),
    }),
  ),
  /** Of several days, those to which it was not done, with the code of the refusal. */
  refused: z.array(z.object({ number: z.string(), code: z.string() })),
})

/** Commands on questioned days, in the order of their buttons. */
export const reviewCommands = commandsOn<ConsumptionReviewRow>()(
  {
    entity: 'Consumption',
    id: 'reviewId',
    path,
    permission: 'metering:consumption:review',
    key: meant,
    response: Changed,
  },
  {
    accept: {
      command: 'AcceptReading',
      call: 'acceptReading',
      summary: 'Let the measured volume of days count: one, or several by commas. An estimate or an edit of them ends',
      typed: { reason },
      /** The volume by the present readings; late ones may have come since the day was questioned. Null where they do not cover it. */
      given: { reason, measuredLitres: Measured.nullable() },
      event: 'metering.ReadingAccepted',
      /** Without `measuredLitres` the volume of the findings was accepted. */
      recorded: { ...recorded, ...before, measuredLitres: Measured.optional() },
      icon: 'finish',
      isOffered: ({ status, measuredLitres }) => status !== ReviewStatus.enum.accepted && measuredLitres !== null,
      isForMany: true,
      isEach: true,
    },
    estimate: {
      summary: 'Estimate the volume of days from the history of their meters: one, or several by commas',
      typed: { method: EstimationMethod, reason },
      /** `estimatedDaysMax`: days in a row that may be estimated, by the tenant's thresholds. */
      given: { method: EstimationMethod, ...stated, reason, estimatedDaysMax: z.int().min(1).max(28) },
      event: 'metering.ConsumptionEstimated',
      recorded: { ...recorded, method: EstimationMethod, ...stated, ...before },
      icon: 'start',
      isForMany: true,
      isEach: true,
    },
    edit: {
      summary: 'State the volume of a day, litres; several days by commas get the same volume each',
      typed: { litres: DayLitres, reason },
      given: { ...stated, reason },
      event: 'metering.ConsumptionEdited',
      recorded: { ...recorded, ...stated, ...before },
      icon: 'edit',
      isForMany: true,
      isEach: true,
    },
    withdraw: {
      command: 'WithdrawDecision',
      call: 'withdrawDecision',
      summary:
        'Withdraw the last decision about days: one, or several by commas. What counted before it counts again, and a day without readings is unknown again',
      typed: { reason },
      event: 'metering.ConsumptionDecisionWithdrawn',
      /** The status that holds again: the status and findings, and the volume of the decision before. Without `litres` the readings count, where there are some. */
      recorded: {
        ...recorded,
        ...before,
        status: ReviewStatus,
        findings: z.array(Finding).max(validationRules.length),
        litres: stated.litres.optional(),
        hourLitres: stated.hourLitres.optional(),
        method: EstimationMethod.optional(),
      },
      icon: 'undo',
      isOffered: ({ decided }) => decided !== null,
      isForMany: true,
      isEach: true,
    },
  },
)
export const { acceptReading, estimateConsumption, editConsumption, withdrawDecision } = reviewCommands.calls
export type ReviewCommand = QuestionDay | GivenTo<typeof reviewCommands>

/** The events of a meter's days that a person judges; `events.ts` has those of all. Readings stay as they came. */
export const consumptionEventTypes = {
  'metering.FindingsRecorded': { version: 1, data: QuestionDay.omit({ type: true }).extend({ at: Instant }) },
  ...reviewCommands.events,
} as const
