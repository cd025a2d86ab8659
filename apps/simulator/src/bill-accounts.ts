import { callBackOffice, idOf } from './call-back-office.ts'
import { chargeAccounts } from './charge-accounts.ts'
import type { City } from './city.ts'
import type { Meter } from './city-model.ts'
import { isHousehold } from './customer-types.ts'

type Order = {
  baseUrl: string
  token: string
  city: City
  /** First local midnight of the first month to bill, epoch milliseconds. */
  from: number
  signal?: AbortSignal
}
type BillRow = { billNo: number; billId: string; periodFrom: string; totalMinor: number }

/** Whole months of history before the month in which a city begins: as many bills has each of its accounts. */
export const billedMonths = 3
const billed = { households: 40, others: 8 }
const chargedAccounts = 12
/** Accounts at work at once: the service has others to answer. */
const atOnce = 4
const minorPerUnit = 100

/** Kinds of what is sent, so that the identifiers of different ones differ. */
const kinds = { bill: 10, payment: 20, credit: 30 }

/** How much of its bills an account has paid, in the order in which accounts are taken: all, all but the last, half, nothing. */
const sharePaid = (rows: readonly BillRow[], nth: number): number => {
  const total = rows.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  return [total, total - (rows.at(-1)?.totalMinor ?? 0), Math.floor(total / 2), 0][nth % 4]!
}

/**
 * Bills some accounts for the months of the city's daily history, and takes the payments of most of them. A month whose days are not all known is
 * held and has no bill. Run again it changes nothing: every bill and payment has an identifier of its own.
 */
export async function billAccounts({ city, from, ...order }: Order): Promise<void> {
  const call = callBackOffice(order)
  const meters = metersToBill(city)
  // Its schemes are shown once the read models have what was stored before them: every day to be billed.
  await chargeAccounts({ ...order, now: from }, meters.slice(0, chargedAccounts).map(accountNoOf))
  const months = monthsFrom(city, from)
  const billOf = async (accountNo: string, nth: number): Promise<void> => {
    for (const [place, month] of months.entries())
      await call('POST', 'bill', { billId: idOf(kinds.bill + place, nth), accountNo, firstMonth: month, lastMonth: month })
    const { rows } = (await call('GET', `bill/list?pageSize=50&accountNo=${accountNo}`)) as { rows: BillRow[] }
    const bills = rows.toSorted((one, other) => (one.periodFrom < other.periodFrom ? -1 : 1))
    const amountMinor = sharePaid(bills, nth)
    if (amountMinor > 0) {
      const payment = { paymentId: idOf(kinds.payment, nth), accountNo, amount: amountMinor / minorPerUnit }
      await call('POST', 'payment', { ...payment, payMethod: String(nth % 2) })
    }
    const isCredited = nth % 16 === 3
    const [first] = bills
    if (!isCredited || !first) return
    const amount = Math.floor(first.totalMinor / 2) / minorPerUnit
    const reason = 'Half of the water ran out of a burst pipe behind the meter'
    if (amount > 0) await call('PUT', `bill/credit/${first.billNo}`, { adjustmentId: idOf(kinds.credit, nth), amount, reason })
  }
  const waiting = meters.entries()
  const next = async (): Promise<void> => {
    for (const [nth, meter] of waiting) await billOf(accountNoOf(meter), nth)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

const accountNoOf = ({ number }: Meter): string => number.slice(2)

/** The first households and, between them, trade. */
const metersToBill = ({ meters }: City): Meter[] => {
  const customers = meters.filter(({ role, registered, exchanged }) => role === 'sub' && registered && !exchanged)
  const [households, others] = [customers.filter(isHousehold), customers.filter((meter) => !isHousehold(meter))]
  return [...households.slice(0, billed.households), ...others.slice(0, billed.others)]
}

/** `YYYY-MM` of the month that begins at this local midnight and of those after it. */
const monthsFrom = (city: City, from: number): string[] => {
  const [year, month] = city.days.at(from).date.split('-').map(Number) as [number, number]
  return Array.from({ length: billedMonths }, (_, nth) => new Date(Date.UTC(year, month - 1 + nth, 1)).toISOString().slice(0, 7))
}
