import type {
  AcceptReading,
  EditConsumption,
  EstimateConsumption,
  QuestionDay,
  ReviewStatus,
} from '@nightflow/schemas/metering/consumption-review'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type ReviewCommand = QuestionDay | AcceptReading | EstimateConsumption | EditConsumption
type ReviewEvent = EventIn<
  'metering.FindingsRecorded' | 'metering.ReadingAccepted' | 'metering.ConsumptionEstimated' | 'metering.ConsumptionEdited'
>

type ReviewedDay = {
  readonly status: ReviewStatus
  /** The rules that were broken when the day was questioned last. */
  readonly rules: string
  readonly measuredLitres: number | null
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
      const { findings, measuredLitres } = event.data
      const status = findings.length > 0 ? '0' : '4'
      return { status, rules: rulesOf(findings), measuredLitres, statedLitres: known?.statedLitres ?? null }
    }
    case 'metering.ReadingAccepted':
      return { ...(known ?? unquestioned), status: '1', statedLitres: null }
    case 'metering.ConsumptionEstimated':
      return { ...(known ?? unquestioned), status: '2', statedLitres: event.data.litres }
    case 'metering.ConsumptionEdited':
      return { ...(known ?? unquestioned), status: '3', statedLitres: event.data.litres }
  }
}

const unquestioned: ReviewedDay = { status: '4', rules: '', measuredLitres: null, statedLitres: null }

const rulesOf = (findings: QuestionDay['findings']): string => findings.map(({ rule }) => rule).join(' ')

/** The same findings are recorded once. A day that was answered is questioned again only when its measured volume changed. */
function questionDay({ type: _, ...asked }: QuestionDay, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] {
  const known = days.get(asked.day)
  const recorded = [{ type: 'metering.FindingsRecorded' as const, data: { ...asked, at: now } }]
  if (!known) return asked.findings.length > 0 ? recorded : []
  const isSame = known.measuredLitres === asked.measuredLitres
  if (known.status === '0' || known.status === '4') return isSame && known.rules === rulesOf(asked.findings) ? [] : recorded
  if (asked.findings.length === 0) return []
  const isProlonged = (rules: string) => rules.split(' ').includes('prolonged-estimation')
  return isSame && (known.status === '1' || isProlonged(known.rules) || !isProlonged(rulesOf(asked.findings))) ? [] : recorded
}

function acceptReading({ type: _, ...asked }: AcceptReading, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.measuredLitres === null) return rejected('nothing-measured', { number: `${asked.number} · ${asked.day}` })
  if (known.status === '1') return []
  return [{ type: 'metering.ReadingAccepted', data: { ...asked, beforeLitres: countedLitres(known), at: now } }]
}

function estimate({ type: _, ...asked }: EstimateConsumption, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.status === '2' && known.statedLitres === asked.litres) return []
  return [{ type: 'metering.ConsumptionEstimated', data: { ...asked, beforeLitres: countedLitres(known), at: now } }]
}

function edit({ type: _, ...asked }: EditConsumption, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.status === '3' && known.statedLitres === asked.litres) return []
  return [{ type: 'metering.ConsumptionEdited', data: { ...asked, beforeLitres: countedLitres(known), at: now } }]
}
