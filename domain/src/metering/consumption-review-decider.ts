import {
  decisionsKept,
  type EstimationMethod,
  type Finding,
  type QuestionDay,
  type ReviewCommand,
  ReviewStatus,
} from '@nightflow/schemas/metering/consumption-review'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'

const statuses = ReviewStatus.enum

type Of<Type extends ReviewCommand['type']> = Extract<ReviewCommand, { type: Type }>
type ReviewEvent = EventIn<
  | 'metering.FindingsRecorded'
  | 'metering.ReadingAccepted'
  | 'metering.ConsumptionEstimated'
  | 'metering.ConsumptionEdited'
  | 'metering.ConsumptionDecisionWithdrawn'
>

/** The decision of a person on a day. Without `stated` it was the measured volume. */
type Decision = {
  readonly status: (typeof statuses)['accepted' | 'estimated' | 'edited']
  readonly stated?: { readonly litres: number; readonly hourLitres: number[]; readonly method?: EstimationMethod }
  /** The measured volume at the decision. */
  readonly measuredLitres: number | null
  /** The day was questioned again after it. */
  readonly isQuestioned: boolean
}

type ReviewedDay = {
  readonly status: ReviewStatus
  /** Findings of the last time when the day was questioned. */
  readonly findings: readonly Finding[]
  readonly measuredLitres: number | null
  readonly expectedLitres: number | null
  /** The last one counts; the one before it counts again when it is withdrawn. */
  readonly decisions: readonly Decision[]
}
/** The days of one meter that were questioned, by local date. */
export type ReviewedDays = ReadonlyMap<string, ReviewedDay>

/**
 * Decisions of people on a meter's days: as measured, estimated or edited. It lies over the readings, which stay as they came. The stream is
 * the meter's, so that a replaced meter's days keep their judgement.
 */
export const consumptionReviewDecider: Decider<ReviewCommand, ReviewedDays, ReviewEvent> = {
  streamOf: ({ number }) => `metering-meter-${number}`,
  initialState: new Map(),
  evolve,
  decide: {
    QuestionDay: questionDay,
    AcceptReading: acceptReading,
    EstimateConsumption: estimate,
    EditConsumption: edit,
    WithdrawDecision: withdraw,
  },
}

/** The volume stated by a person for a day; null where the measured volume counts. */
export const statedLitres = (day: ReviewedDay): number | null => day.decisions.at(-1)?.stated?.litres ?? null

const countedLitres = (day: ReviewedDay): number | null => statedLitres(day) ?? day.measuredLitres

function evolve(days: ReviewedDays, event: ReviewEvent): ReviewedDays {
  const { data } = event
  const known = days.get(data.day)
  return new Map(days).set(data.day, evolveDay(known ?? unquestioned, event))
}

function evolveDay(known: ReviewedDay, event: ReviewEvent): ReviewedDay {
  switch (event.type) {
    case 'metering.FindingsRecorded': {
      const { findings, measuredLitres, expectedLitres } = event.data
      const isOpen = findings.length > 0
      const status = isOpen ? statuses.open : (known.decisions.at(-1)?.status ?? statuses.unquestioned)
      const decisions = isOpen ? known.decisions.map((decision) => ({ ...decision, isQuestioned: true })) : known.decisions
      return { status, findings, measuredLitres, expectedLitres, decisions }
    }
    case 'metering.ReadingAccepted':
      return decided({ ...known, measuredLitres: event.data.measuredLitres ?? known.measuredLitres }, { status: statuses.accepted })
    case 'metering.ConsumptionEstimated':
    case 'metering.ConsumptionEdited': {
      const { litres, hourLitres } = event.data
      if (event.type === 'metering.ConsumptionEdited') return decided(known, { status: statuses.edited, stated: { litres, hourLitres } })
      return decided(known, { status: statuses.estimated, stated: { litres, hourLitres, method: event.data.method } })
    }
    case 'metering.ConsumptionDecisionWithdrawn': {
      const { status, findings } = event.data
      return { ...known, status, findings, decisions: known.decisions.slice(0, -1) }
    }
  }
}

const decided = (known: ReviewedDay, decision: Pick<Decision, 'status' | 'stated'>): ReviewedDay => {
  const made = { ...decision, measuredLitres: known.measuredLitres, isQuestioned: false }
  return { ...known, status: decision.status, decisions: [...known.decisions, made].slice(-decisionsKept) }
}

const unquestioned: ReviewedDay = { status: statuses.unquestioned, findings: [], measuredLitres: null, expectedLitres: null, decisions: [] }

const areSameRules = (one: readonly Finding[], other: readonly Finding[]): boolean =>
  one.length === other.length && one.every(({ rule }) => other.some((each) => each.rule === rule))
const isProlonged = (findings: readonly Finding[]): boolean => findings.some(({ rule }) => rule === 'prolonged-estimation')

/** The same findings are recorded once. A day that was answered is questioned again only when its measured volume changed. */
function questionDay({ type: _, ...asked }: QuestionDay, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] {
  const known = days.get(asked.day)
  const findings = [...asked.findings, ...sinceDecision(asked, known?.decisions.at(-1))]
  const recorded = [{ type: 'metering.FindingsRecorded' as const, data: { ...asked, findings, at: now } }]
  if (!known) return findings.length > 0 ? recorded : []
  const isSame = known.measuredLitres === asked.measuredLitres
  if (known.status === statuses.open || known.status === statuses.unquestioned)
    return isSame && areSameRules(known.findings, findings) ? [] : recorded
  if (findings.length === 0) return []
  return isSame && (known.status === statuses.accepted || isProlonged(known.findings) || !isProlonged(findings)) ? [] : recorded
}

/**
 * Changes of the readings since a person decided. A volume that came late is given beside the one that counted; an accepted volume of
 * which readings were withdrawn is missing.
 */
const sinceDecision = ({ measuredLitres, findings }: Omit<QuestionDay, 'type'>, decision: Decision | undefined): Finding[] => {
  if (!decision || decision.measuredLitres === measuredLitres) return []
  const counted = decision.stated?.litres ?? decision.measuredLitres
  if (measuredLitres !== null) return [{ rule: 'late-reading', value: measuredLitres, limit: counted ?? 0 }]
  return decision.status === statuses.accepted && findings.length === 0 ? [{ rule: 'missing', value: 1, limit: 0 }] : []
}

function acceptReading(
  { type: _, ...asked }: Of<'AcceptReading'>,
  days: ReviewedDays,
  { now }: Context,
): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  const { measuredLitres } = asked
  if (measuredLitres === null) return rejected('nothing-measured', { number: nameOf(asked) })
  if (known.status === statuses.accepted && known.measuredLitres === measuredLitres) return []
  return [{ type: 'metering.ReadingAccepted', data: { ...asked, measuredLitres, beforeLitres: countedLitres(known), at: now } }]
}

const nameOf = ({ number, day }: Pick<Of<'AcceptReading'>, 'number' | 'day'>): string => `${number} · ${day}`

function estimate(command: Of<'EstimateConsumption'>, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const { type: _, estimatedDaysMax, ...asked } = command
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.status === statuses.estimated && statedLitres(known) === asked.litres) return []
  const estimated: ReviewEvent = { type: 'metering.ConsumptionEstimated', data: { ...asked, beforeLitres: countedLitres(known), at: now } }
  return [estimated, ...prolonged(command, evolve(days, estimated), now)]
}

/**
 * The days of a run of estimates beyond the limit, which wait for a person once more. A run ends with any other day, so an estimate that joins
 * two of them may question later days. A person who estimates such a day again confirms it.
 */
function prolonged({ number, day, estimatedDaysMax }: Of<'EstimateConsumption'>, days: ReviewedDays, now: string): readonly ReviewEvent[] {
  const isEstimated = (each: number): boolean => days.get(dateOfDay(each))?.decisions.at(-1)?.status === statuses.estimated
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

function edit({ type: _, ...asked }: Of<'EditConsumption'>, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.status === statuses.edited && statedLitres(known) === asked.litres) return []
  return [{ type: 'metering.ConsumptionEdited', data: { ...asked, beforeLitres: countedLitres(known), at: now } }]
}

/**
 * The last decision is taken back at any time: what counted before it counts again, be it a decision, the readings or nothing. The day waits
 * for a person unless the decision before answered the same findings.
 */
function withdraw({ type: _, ...asked }: Of<'WithdrawDecision'>, days: ReviewedDays, { now }: Context): readonly ReviewEvent[] | Rejection {
  const known = days.get(asked.day)
  if (!known) return rejected('review-unknown')
  if (known.decisions.length === 0) return rejected('nothing-decided', { number: nameOf(asked) })
  const restored = known.decisions.at(-2)
  // Without a decision, readings are not late any more.
  const findings = restored ? [...known.findings] : known.findings.filter(({ rule }) => rule !== 'late-reading')
  const status: ReviewStatus =
    restored && !restored.isQuestioned ? restored.status : findings.length > 0 ? statuses.open : statuses.unquestioned
  const data = { ...asked, beforeLitres: countedLitres(known), at: now, status, findings, ...restored?.stated }
  return [{ type: 'metering.ConsumptionDecisionWithdrawn', data }]
}
