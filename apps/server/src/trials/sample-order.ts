import { buildCity, type City } from '@nightflow/simulator/city'

/** Input of the thread that makes a trial's sample. Instants in epoch milliseconds. */
export type SampleOrder = {
  baseUrl: string
  timeZone: string
  /** Key by gateway. */
  keys: Record<string, string>
  /** Bearer token with which the sample's meters and partitions are registered; absent when they are already. */
  registrationToken: string | undefined
  historyFrom: number
  from: number
  to: number
}

const historyDays = 21
/** Some fifteen partitions in three cascades, with a handful of customers each. */
const customers = 60

/** A small utility, the same for every trial. */
export const buildSample = (timeZone: string): City => buildCity({ seed: 20_260_402, timeZone, meters: customers })

/** A local midnight three weeks before the trial was opened: the same at every call. */
export const startOfSample = (city: City, createdAt: number): number => city.days.of(city.days.at(createdAt).day - historyDays).startsAt
