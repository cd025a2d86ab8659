import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { billedByMonth, countOpenBills } from '@nightflow/projections/billing/ledger-balances'
import type { statisticsBillData as statisticsBillEndpoint } from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { todayOf } from './figures.ts'

const monthsShown = 12

/** So many months up to that of a day, `YYYY-MM`, oldest first. */
const lastMonths = (day: string): string[] => {
  const current = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = current - monthsShown + 1 + index
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

export const statisticsBillData = async (database: PoolClient): Promise<ResponseOf<typeof statisticsBillEndpoint>> => {
  const { timeZone, today } = await todayOf(database)
  const calendar = calendarOf(timeZone)
  const months = lastMonths(dateOfDay(today))
  const from = calendar.startOf(dayOfDate(`${months[0]}-01`))
  const until = calendar.startOf(today + 1)
  const before = await billedByMonth(database, { from: 0, until: from }, timeZone)
  const billed = new Map((await billedByMonth(database, { from, until }, timeZone)).map((row) => [row.period, row]))
  let unpaidMinor = before.reduce((sum, { unpaidChangeMinor }) => sum + unpaidChangeMinor, 0)
  const rows = months.map((period) => {
    const { billedMinor = 0, unpaidChangeMinor = 0 } = billed.get(period) ?? {}
    unpaidMinor += unpaidChangeMinor
    return { period, billedMinor, paidMinor: billedMinor - unpaidChangeMinor, unpaidMinor }
  })
  return { rows, ...(await countOpenBills(database, dateOfDay(today))), timeZone }
}
