import { billedMonths } from '@nightflow/simulator/bill-accounts'
import { buildCity, type City } from '@nightflow/simulator/city'

/** Input of the thread that plays the demo city. Instants in epoch milliseconds. */
export type CityOrder = {
  baseUrl: string
  tenant: string
  timeZone: string
  /** Key by gateway; the city's gateways sign in with them as real ones do. */
  keys: Record<string, string>
  /** Bearer token with which the city is registered; absent when it is registered already. */
  registrationToken: string | undefined
  /** The city reports from here on, and of each day since `dailyFrom` the registers at midnight alone. */
  historyFrom: number
  dailyFrom: number
  /** Before `dailyFrom`, the registers of the meters that are billed for the year. */
  billedFrom: number
  /** Everything due before this was acknowledged earlier. */
  fedUntil: number
}

/** Messages of the thread. `fedUntil`: everything due before it is acknowledged. */
export type CityReport =
  | { phase: 'history'; readingsDone: number; readingsTotal: number; fedUntil: number }
  | { phase: 'live'; fedUntil: number; position: number }
  | { phase: 'problem'; problem: string }

const historyDays = 35

/** With it the city of this seed has 2,254 registered households. */
const customers = 2_570

/** The demo city is the same on every computer. */
export const buildDemoCity = (timeZone: string): City => buildCity({ seed: 20_260_401, timeZone, meters: customers })

/** First instant of the history of a city whose tenant was made at `createdAt`: a local midnight, the same at every start. */
export const startOfHistory = (city: City, createdAt: number): number => city.days.of(city.days.at(createdAt).day - historyDays).startsAt

/** Whole months of daily registers of all meters. */
const dailyMonths = 3

/** The local midnight at which the first month begins of which all meters of a city made at `createdAt` have daily registers. */
export const startOfDailyHistory = (city: City, createdAt: number): number => startOfMonthBefore(city, createdAt, dailyMonths)

/** The local midnight at which the first month begins that accounts of a city made at `createdAt` are billed for. */
export const startOfBilledHistory = (city: City, createdAt: number): number => startOfMonthBefore(city, createdAt, billedMonths)

const startOfMonthBefore = (city: City, instant: number, months: number): number => {
  const [year, month] = city.days.at(instant).date.split('-').map(Number) as [number, number]
  return city.days.dated(new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)).startsAt
}
