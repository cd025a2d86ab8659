import { type NightOfCase, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import { calendarOf, dayOfDate, hourMilliseconds } from '../shared/local-time.ts'

/** Nights of the proof on each side of the repair. */
export const nightsOfProof = 3
/** Days after the repair within which these nights are looked for; a night without a known flow is skipped. */
export const proofDaysMax = 10

type Repair = {
  /** Epoch milliseconds. */
  repairedAt: number
  /** The start of the leak: earlier nights were without it. */
  startedAt: number
  timeZone: string
  nightUntilHour: number
  /** The smallest flow that the leak may have, litres per hour. */
  flowLow: number
  nights: readonly NightOfCase[]
}

export type Proof = {
  nightsBefore: NightOfCase[]
  nightsAfter: NightOfCase[]
  dropLitresPerHour: number
  verdict: RepairVerdict
}

/**
 * Compares the mean night flow of the last three nights before a repair with that of the first three after it. The repair is proven where the flow fell
 * by the lower bound of the detection at least. Undefined while fewer nights are known, or where the leak had no night before its repair.
 */
export const proveRepair = ({ repairedAt, startedAt, timeZone, nightUntilHour, flowLow, nights }: Repair): Proof | undefined => {
  const calendar = calendarOf(timeZone)
  const startOf = ({ date }: NightOfCase): number => calendar.startOf(dayOfDate(date))
  const endOf = (night: NightOfCase): number => startOf(night) + nightUntilHour * hourMilliseconds
  const before = nights.filter((night) => endOf(night) <= repairedAt && startOf(night) >= startedAt).slice(-nightsOfProof)
  const after = nights.filter((night) => startOf(night) >= repairedAt).slice(0, nightsOfProof)
  if (after.length < nightsOfProof || before.length === 0) return undefined
  const dropLitresPerHour = Math.round(meanOf(before) - meanOf(after))
  return { nightsBefore: before, nightsAfter: after, dropLitresPerHour, verdict: verdictOf(dropLitresPerHour, flowLow) }
}

const meanOf = (nights: readonly NightOfCase[]): number =>
  nights.reduce((sum, { flowLitresPerHour }) => sum + flowLitresPerHour, 0) / nights.length

const { proven, partial, unproven } = RepairVerdict.enum
const verdictOf = (drop: number, flowLow: number): RepairVerdict => {
  if (drop <= 0) return unproven
  return drop >= flowLow ? proven : partial
}
