import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { appendPast } from '@nightflow/event-log/postgres/append-past'
import type { City } from '@nightflow/simulator/city'
import type { Pool } from 'pg'
import { startOfBilledHistory } from '../city-order.ts'
import { demoModule } from './demo-vending.ts'
import { workInField } from './field-work.ts'
import { watchFlags } from './flag-alarms.ts'
import { closeMonths } from './month-closes.ts'
import { dayMilliseconds, Past, type Utility } from './past.ts'
import { settleRiverbend } from './riverbend.ts'
import { billRiverbend } from './riverbend-bills.ts'
import { sellForWrongMeter, sellTokensForYear } from './token-sales.ts'
import { settleVillage } from './village.ts'
import { keepShop } from './village-agent.ts'
import { payFromBalances } from './village-balances.ts'
import { carryCards } from './village-cards.ts'
import { type Association, payByTelephone } from './village-orders.ts'
import { watchZones } from './zone-alarms.ts'

type Parts = { pool: Pool; city: City; utility: Utility; association: Association; types: ReadonlyMap<string, number>; now: number }

const monthsTold = 12

/** Local midnights at which the last months began, the present one among them, the earliest first. */
const monthStarts = (city: City, now: number, count: number): number[] => {
  const [year, month] = city.days.at(now).date.split('-').map(Number) as [number, number]
  const firstOf = (nth: number) => new Date(Date.UTC(year, month - count + nth, 1)).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return Array.from({ length: count }, (_, nth) => city.days.dated(firstOf(nth)).startsAt)
}

/**
 * Tells the year before the demo to its empty log: first in memory, decided by the domain day by day, then stored in one statement with the times of
 * those days. Scenes that would come after now are left out.
 *
 * @returns how many events the past has
 */
export const tellPast = async ({ pool, city, utility, association, types, now }: Parts): Promise<number> => {
  const past = new Past(utility, now)
  const months = monthStarts(city, now, monthsTold)
  const from = months[0]! - dayMilliseconds
  const seller = { past, vendor: demoModule(past.log), from }
  const billedFrom = startOfBilledHistory(city, now)
  const riverbend = settleRiverbend(past, from, { city, types, billedFrom, now })
  billRiverbend(past, riverbend)
  workInField(past, riverbend.customers)
  watchZones(past, city)
  watchFlags(past, city)
  closeMonths(past, city, monthStarts(city, now, monthsTold + 1))
  settleVillage(past, from)
  keepShop(past, from, months)
  sellTokensForYear(seller, months)
  sellForWrongMeter(seller)
  carryCards(past, from, months)
  payFromBalances(past, from, months)
  payByTelephone(past, association, months)
  return appendPast(pool, await past.tell(), (log) => personalEventLog(log, pool))
}
