import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { BillCalculation, CalculationDay } from '@nightflow/schemas/billing/bill-documents'
import { ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import type { MeterSpan } from '../billing/bill-days.ts'
import { dayReviews, type Review } from '../metering/day-reviews.ts'
import { readingsOf } from '../metering/meter-day.ts'
import type { Meter } from '../metering/meter-registry.ts'
import { type Register, registersOf } from '../metering/previous-register.ts'
import type { DayChange } from '../projector/projection.ts'
import { eventsUntil, foldPoints, type Moment, readStructure } from './night-flow-as-of.ts'

/** Days before a period in which the register at its start is looked for. */
const registerDays = 31

/** `to` is the day after the last, `daysFrom` the first whose volumes are wanted. */
type Wanted = { spans: readonly MeterSpan[]; timeZone: string; from: string; to: string; daysFrom: string }
type Evidence = Pick<BillCalculation, 'days' | 'meters'>
type Decided = Review & { position: number | null }

/**
 * Days and registers of an account's meters as they followed from the log up to a moment, in the form of `daysOfAccount`. Folded in memory by the
 * code that keeps the read models. Which meters the account had is what is known now.
 */
export const billDaysAsOf = async (moment: Moment, { spans, timeZone, from, to, daysFrom }: Wanted): Promise<Evidence> => {
  const structure = await readStructure(moment)
  const numbers = [...new Set(spans.map(({ meterNo }) => meterNo))]
  const firstDay = Math.min(dayOfDate(from) - registerDays, dayOfDate(daysFrom)) - 1
  const { meters, changesOf } = await foldPoints(moment, structure, [], { firstDay, lastDay: dayOfDate(to) + 1 }, numbers)
  const reviews = await readReviews(moment, new Set(numbers))
  const isHeld = (meterNo: string, day: string): boolean =>
    spans.some((span) => span.meterNo === meterNo && day >= span.first && (span.until === null || day < span.until))
  const days = numbers
    .flatMap((meterNo) => daysOfMeter(meterNo, changesOf.get(meterNo) ?? [], reviews.get(meterNo)))
    .filter(({ meterNo, day }) => day >= daysFrom && day < to && isHeld(meterNo, day))
    .sort((one, other) => compare(one.day, other.day) || compare(one.meterNo, other.meterNo))
  const { startOf } = calendarOf(timeZone)
  const shown = (meterNo: string, date: string) => lastRegister(meters.get(meterNo), startOf(dayOfDate(date)))
  return { days, meters: numbers.map((meterNo) => ({ meterNo, before: shown(meterNo, from), after: shown(meterNo, to) })) }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const reviewTypes = [...dayReviews.entity.cases.keys()]

/** Decisions of people on the meters' days, by meter and day. */
const readReviews = async (moment: Moment, numbers: ReadonlySet<string>): Promise<ReadonlyMap<string, ReadonlyMap<string, Decided>>> => {
  const reviews = new Map([...numbers].map((number) => [number, new Map<string, Decided>()]))
  for await (const event of eventsUntil(moment, reviewTypes)) {
    const { number, day } = event.data as { number: string; day: string }
    const ofMeter = reviews.get(number)
    if (!ofMeter) continue
    const seen = ofMeter.get(day)
    const review = dayReviews.entity.cases.get(event.type)?.(seen, event, { number, day }) as Review | undefined
    const position = event.type === 'metering.FindingsRecorded' ? (seen?.position ?? null) : event.position
    if (review) ofMeter.set(day, { ...review, position })
  }
  return reviews
}

const daysOfMeter = (
  meterNo: string,
  changes: readonly DayChange[],
  reviews: ReadonlyMap<string, Decided> = new Map(),
): CalculationDay[] => {
  const litresOf = new Map<string, number | null>([...reviews.keys()].map((day) => [day, null]))
  for (const { day, after } of changes) {
    const measured = after?.dayMillilitres ?? Number.NaN
    litresOf.set(dateOfDay(day), Number.isNaN(measured) ? null : measured / 1000)
  }
  return [...litresOf].map(([day, measured]) => {
    const review = reviews.get(day)
    const decided = { reviewId: review?.reviewId ?? null, reason: review?.reason ?? null, position: review?.position ?? null }
    return { meterNo, day, litres: review?.statedLitres ?? measured, how: howOf(measured, review), ...decided }
  })
}

const howOf = (measured: number | null, review: Review | undefined): CalculationDay['how'] => {
  if (review && review.statedLitres !== null) return review.method === null ? 'edited' : 'estimated'
  if (measured === null) return null
  return review?.status === ReviewStatus.enum.accepted ? 'accepted' : 'measured'
}

/** The last register of a meter at an instant. A register at midnight belongs to both days. */
const lastRegister = (meter: Meter | undefined, at: number): { at: string; litres: number } | null => {
  const shown = (registers: readonly Register[]) => registers.findLast((register) => register.at <= at)
  for (const day of meter?.days.toReversed() ?? []) {
    const last = shown(registersOf(readingsOf(day)))
    if (last) return { at: new Date(last.at).toISOString(), litres: last.litres }
  }
  return null
}
