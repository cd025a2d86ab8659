import { ChargingModel, type Tariff, type TariffPrice } from '@nightflow/schemas/billing/tariff'
import { dateOfDay, dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'

/** Months since year 0, so that they can be counted. */
export type MonthNumber = number

const monthOfDate = (date: string): MonthNumber => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** The local month that holds the instant. */
export const monthOf = (at: number, calendar: ZoneCalendar): MonthNumber => monthOfDate(dateOfDay(calendar.dayOf(at)))

/** The instant at which the local month starts. */
export const startOfMonth = (month: MonthNumber, calendar: ZoneCalendar): number =>
  calendar.startOf(dayOfDate(`${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`))

/** Start and end of the cycle of so many months that holds the instant. */
const cycleOf = (at: number, months: number, tariff: Tariff, calendar: ZoneCalendar): { from: number; to: number } => {
  const first = monthOfDate(tariff.firstMonth)
  const start = first + Math.floor((monthOf(at, calendar) - first) / months) * months
  return { from: startOfMonth(start, calendar), to: startOfMonth(start + months, calendar) }
}

export const billingCycleOf = (at: number, tariff: Tariff, calendar: ZoneCalendar) => cycleOf(at, tariff.billingMonths, tariff, calendar)

/** Where the steps are counted from: the accumulation cycle, or each billing cycle. */
export const stepCycleOf = (at: number, tariff: Tariff, calendar: ZoneCalendar) =>
  cycleOf(at, tariff.chargingModel === ChargingModel.enum.cumulative ? tariff.accumulationMonths : tariff.billingMonths, tariff, calendar)

/** The months of a season, over the end of the year too; without a season all of them. */
export const isInSeason = ({ season }: TariffPrice, month: MonthNumber): boolean => {
  if (!season) return true
  const nth = (month % 12) + 1
  return season.firstMonth <= season.lastMonth
    ? nth >= season.firstMonth && nth <= season.lastMonth
    : nth >= season.firstMonth || nth <= season.lastMonth
}
