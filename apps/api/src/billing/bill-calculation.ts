import { monthsAfter } from '@nightflow/domain/billing/compare-use'
import { monthsOfBill } from '@nightflow/domain/billing/papers'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { daysOfAccount, meterSpansOfAccount, publishedVersions } from '@nightflow/projections/billing/bill-days'
import { accountAtBill } from '@nightflow/projections/billing/latest-of-account'
import { billDaysAsOf } from '@nightflow/projections/joined/bill-days-as-of'
import { readPrevious } from '@nightflow/projections/metering/previous-register'
import type { bills } from '@nightflow/schemas/billing/bill'
import type { BillCalculation, CalculationDay } from '@nightflow/schemas/billing/bill-documents'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'
import { ProblemError } from '../http/problem.ts'
import type { RequestContext } from '../http/request-context.ts'
import { travelInTime } from '../http/travel-in-time.ts'

type Bill = Omit<RowOf<typeof bills>, 'customerName'>
/** A bill, and the moment at which it is looked at; null for now. */
type Seen = { bill: Bill; asOf: string | null; timeZone: string }
/** `hasDays` reads the days of the bill, `hasUse` those of the two years before it. */
type Wanted = { hasDays: boolean; hasUse: boolean }
type Evidence = Pick<BillCalculation, 'days' | 'meters'> & { daysBefore: CalculationDay[] }
type Explained = { calculation: BillCalculation; daysBefore: CalculationDay[] }

/** Where every amount of a bill comes from, and the days of the account's use before it. */
export const explainBill = async (context: RequestContext, seen: Seen, wanted: Wanted): Promise<Explained | Rejection> => {
  const { bill, asOf } = seen
  const evidence = asOf === null ? await evidenceNow(context, seen, wanted) : await evidenceThen(context, seen, asOf)
  if (isRejection(evidence)) return evidence
  const { days, daysBefore } = evidence
  const meters = asOf === null && bill.recomputed ? await registersBilled(context, seen) : evidence.meters
  const { billNo, computedAtPosition } = bill
  const volumes = bill.volumes.map(({ meterNo, month, litres }) => ({ meterNo, month, litres, litresNow: litresOf(days, meterNo, month) }))
  const versions = await context.read((database) => publishedVersions(database, bill.lines))
  const account = await context.read((database) => accountAtBill(database, bill))
  return { calculation: { billNo, computedAtPosition, volumes, days, versions, meters, account }, daysBefore }
}

/** A year before the first month of a bill, and as many months as the bill has before it. */
const firstDayOfUse = (bill: Bill): string => `${monthsAfter(monthsOfBill(bill).first, -24)}-01`

const evidenceNow = (context: RequestContext, { bill, timeZone }: Seen, { hasDays, hasUse }: Wanted): Promise<Evidence> =>
  context.read(async (database) => {
    const { accountNo, periodFrom, periodTo } = bill
    return {
      days: hasDays ? await daysOfAccount(database, { accountNo, from: periodFrom, to: periodTo }) : [],
      daysBefore: hasUse ? await daysOfAccount(database, { accountNo, from: firstDayOfUse(bill), to: periodFrom }) : [],
      meters: await registersOf(database, bill, timeZone),
    }
  })

/**
 * The registers of the meters as they were known when the bill was calculated. Their difference is the billed volume; later corrections are in the
 * bill's credit or debit. Registers are left out where too many others travel in time.
 */
const registersBilled = async (context: RequestContext, seen: Seen): Promise<Evidence['meters']> => {
  try {
    const then = await evidenceThen(context, seen, seen.bill.computedAtPosition)
    return isRejection(then) ? [] : then.meters
  } catch (error) {
    if (error instanceof ProblemError) return []
    throw error
  }
}

/** The same by what was recorded up to a moment, or a position. */
const evidenceThen = async (context: RequestContext, { bill, timeZone }: Seen, asOf: string | number): Promise<Evidence | Rejection> => {
  const { billNo, accountNo, periodFrom: from, periodTo: to, volumes } = bill
  const spans = await context.read((database) => meterSpansOfAccount(database, accountNo))
  const wanted = { spans, timeZone, from, to, daysFrom: firstDayOfUse(bill) }
  const then = await travelInTime(context, ['bill-days', billNo], asOf, (moment) => billDaysAsOf(moment, wanted))
  if (then === undefined || isRejection(then)) return then ?? { days: [], daysBefore: [], meters: [] }
  const numbers = new Set(volumes.map(({ meterNo }) => meterNo))
  return {
    days: then.days.filter(({ day }) => day >= from),
    daysBefore: then.days.filter(({ day }) => day < from),
    meters: then.meters.filter(({ meterNo }) => numbers.has(meterNo)),
  }
}

const litresOf = (days: readonly CalculationDay[], meterNo: string, month: string): number | null => {
  const known = days.filter((day) => day.meterNo === meterNo && day.day.startsWith(month) && day.litres !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, { litres }) => sum + litres!, 0))
}

/** Registers of a bill's meters at the start and the end of its period: the nearest reading before each. */
const registersOf = async (database: PoolClient, { volumes, periodFrom, periodTo }: Bill, timeZone: string) => {
  const numbers = [...new Set(volumes.map(({ meterNo }) => meterNo))]
  const { startOf } = calendarOf(timeZone)
  // A register at midnight belongs to both days.
  const shownAt = async (date: string) => {
    const rows = await readPrevious(database, numbers, startOf(dayOfDate(date)) + 1)
    return new Map(
      rows.map(({ number, previousAt, previousLitres }) => [
        number,
        previousAt === null || previousLitres === null ? null : { at: previousAt, litres: previousLitres },
      ]),
    )
  }
  const before = await shownAt(periodFrom)
  const after = await shownAt(periodTo)
  return numbers.map((meterNo) => ({ meterNo, before: before.get(meterNo) ?? null, after: after.get(meterNo) ?? null }))
}
