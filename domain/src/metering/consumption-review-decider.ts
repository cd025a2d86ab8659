import type {
  AcceptReading,
  EditConsumption,
  EstimateConsumption,
  Finding,
  QuestionDay,
  ReviewStatus,
} from '@nightflow/schemas/metering/consumption-review'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'

export type ReviewCommand = QuestionDay | AcceptReading | EstimateConsumption | EditConsumption
type ReviewEvent = EventIn<
  'metering.FindingsRecorded' | 'metering.ReadingAccepted' | 'metering.ConsumptionEstimated' | 'metering.ConsumptionEdited'
>

type ReviewedDay = {
  readonly status: ReviewStatus
  /** What was found when the day was questioned last. */
  readonly findings: readonly Finding[]
  readonly measuredLitres: number | null
  readonly expectedLitres: number | null
  readonly isEstimated: boolean
  /** What a person had stated, if anything. */
  readonly statedLitres: number | null
}
/** The days of one meter that were questioned, by local date. */
export type ReviewedDays = ReadonlyMap<string, ReviewedDay>

/**
 * What a person lets count of a meter's days: as measured, estimated or edited. It lies over the readings, which stay as they came. The stream is
 * the meter's, so that a replaced meter's days keep their judgement.
 */
export const consumptionReviewDecider: Decider<ReviewCommand, ReviewedDays, ReviewEvent> = {
  streamOf: ({ number }) => `metering-meter-${number}`,
  initialState: new Map(),
  evolve,
  decide: { QuestionDay: questionDay, AcceptReading: acceptReading, EstimateConsumption: estimate, EditConsumption: edit },
}

/** What counts for a day: what was stated, else what was measured. */
export const countedLitres = (day: ReviewedDay): number | null => day.statedLitres ?? day.measuredLitres

function evolve(days: ReviewedDays, event: ReviewEvent): ReviewedDays {
  const { data } = event
  const known = days.get(data.day)
  return new Map(days).set(data.day, evolveDay(known, event))
}

function evolveDay(known: ReviewedDay | undefined, event: ReviewEvent): ReviewedDay {
  switch (event.type) {
    case 'metering.FindingsRecorded': {
      const { findings, measuredLitres, expectedLitres } = event.data
      const status = findings.length > 0 ? '0' : '4'
      return { ...(known ?? unquestioned), status, findings, measuredLitres, expectedLitres }
    }
    case 'metering.ReadingAccepted':
      return { ...(known ?? unquestioned), status: '1', statedLitres: null, isEstimated: false }
    case 'metering.ConsumptionEstimated':
      return { ...(known ?? unquestioned), status: '2', statedLitres: event.data.litres, isEstimated: true }
    case 'metering.ConsumptionEdited':
      return { ...(known ?? unquestioned), status: '3', statedLitres: event.data.litres, isEstimated: false }
  }
}

const unquestioned: ReviewedDay = {
  status: '4',
  findings: [],
  measuredLitres: null,
  expectedLitres: null,
  statedLitres: null,
  isEstimated: false,
}

const areSameRules = (one: readonly Finding[], other: readonly Finding[]): boolean =>
  one.length === other.length && one.every(({ rule }) => other.some((each) => each.rule === rule))
const isProlonged = (findings: readonly Finding[]): boolean => findings.some(({ rule }) => rule === 'prolonged-estimation')

/** The same findings are recorded once. A day that was answered is questioned again only when its measured volume changed. */
function questionDay({ type: _, ...asked }: QuestionDay, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] {
  const known = days.get(asked.day)
  const recorded = [{ type: 'metering.FindingsRecorded' as const, data: { ...asked, at: now } }]
  if (!known) return asked.findings.length > 0 ? recorded : []
  const isSame = known.measuredLitres === asked.measuredLitres
  if (known.status === '0' || known.status === '4') return isSame && areSameRules(known.findings, asked.findings) ? [] : recorded
  if (asked.findings.length === 0) return []
  return isSame && (known.status === '1' || isProlonged(known.findings) || !isProlonged(asked.findings)) ? [] : recorded
}

function acceptReading({ type: _, ...asked }: AcceptReading, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.measuredLitres === null) return rejected('nothing-measured', { number: `${asked.number} · ${asked.day}` })
  if (known.status === '1') return []
  return [{ type: 'metering.ReadingAccepted', data: { ...asked, beforeLitres: countedLitres(known), at: now } }]
}

function estimate(command: EstimateConsumption, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const { type: _, estimatedDaysMax, ...asked } = command
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.status === '2' && known.statedLitres === asked.litres) return []
  const estimated: ReviewEvent = { type: 'metering.ConsumptionEstimated', data: { ...asked, beforeLitres: countedLitres(known), at: now } }
  return [estimated, ...prolonged(command, evolve(days, estimated), now)]
}

/**
 * The days of a run of estimates beyond the limit, which wait for a person once more. A run ends with any other day, so an estimate that joins
 * two of them may question later days. A person who estimates such a day again confirms it.
 */
function prolonged({ number, day, estimatedDaysMax }: EstimateConsumption, days: ReviewedDays, now: string): readonly ReviewEvent[] {
  const isEstimated = (each: number): boolean => days.get(dateOfDay(each))?.isEstimated ?? false
  const estimated = dayOfDate(day)
  let first = estimated
  while (isEstimated(first - 1)) first -= 1
  const found: ReviewEvent[] = []
  for (let each = Math.max(estimated, first + estimatedDaysMax); isEstimated(each); each += 1) {
    const known = days.get(dateOfDay(each))!
    if (isProlonged(known.findings)) continue
    const findings = [...known.findings, { rule: 'prolonged-estimation' as const, value: each - first + 1, limit: estimatedDaysMax }]
    const { measuredLitres, expectedLitres } = known
    const data = { number, day: dateOfDay(each), findings, measuredLitres, expectedLitres, at: now }
    found.push({ type: 'metering.FindingsRecorded', data })
  }
  return found
}

function edit({ type: _, ...asked }: EditConsumption, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.status === '3' && known.statedLitres === asked.litres) return []
  return [{ type: 'metering.ConsumptionEdited', data: { ...asked, beforeLitres: countedLitres(known), at: now } }]
}
