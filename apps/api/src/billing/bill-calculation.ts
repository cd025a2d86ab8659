import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { daysOfAccount, publishedVersions } from '@nightflow/projections/billing/bill-days'
import { readPrevious } from '@nightflow/projections/metering/previous-register'
import type { bills } from '@nightflow/schemas/billing/bill'
import type { BillCalculation, CalculationDay } from '@nightflow/schemas/billing/bill-documents'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'

type Bill = RowOf<typeof bills>

/** Where every amount of a bill comes from, with what is known of its days now. `hasDays` reads the days too. */
export const calculationOf = async (
  database: PoolClient,
  bill: Bill,
  { timeZone, hasDays }: { timeZone: string; hasDays: boolean },
): Promise<BillCalculation> => {
  const { billNo, accountNo, computedAtPosition, periodFrom, periodTo } = bill
  const days = hasDays ? await daysOfAccount(database, { accountNo, from: periodFrom, to: periodTo }) : []
  const volumes = bill.volumes.map(({ meterNo, month, litres }) => ({ meterNo, month, litres, litresNow: litresOf(days, meterNo, month) }))
  return {
    ...{ billNo, computedAtPosition, volumes, days },
    versions: await publishedVersions(database, bill.lines),
    meters: await registersOf(database, bill, timeZone),
  }
}

const litresOf = (days: readonly CalculationDay[], meterNo: string, month: string): number | null => {
  const known = days.filter((day) => day.meterNo === meterNo && day.day.startsWith(month) && day.litres !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, { litres }) => sum + litres!, 0))
}

/** What the meters of a bill showed at its start and its end, as the nearest register before says it. */
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
