import { calendarOf, type DayNumber, dayOfDate, hourMilliseconds } from '../shared/local-time.ts'
import type { DayReadings, NeighbourDay } from './day-readings.ts'
import { type DayVolumes, volumesOfDay } from './day-volumes.ts'
import { type VolumeRules, volumeRulesOf } from './volume-rules.ts'

/** A reading for tests of volumes: an instant (ISO) with its register in litres, or a volume in litres with its length in seconds. */
export type Said = { at: string | number; litres?: number; deltaLitres?: number; seconds?: number; reverseLitres?: number }

export const aHouseholdMeter = (differs: Partial<VolumeRules> = {}): VolumeRules => ({
  ...volumeRulesOf({ hasValve: false, caliberMillimetres: 15 }),
  ...differs,
})

export const millilitres = (litres: number | undefined) => (litres === undefined ? Number.NaN : Math.round(litres * 1000))
const instantOf = (at: string | number) => (typeof at === 'number' ? at : Date.parse(at))

const toDay = (said: readonly Said[]): DayReadings => ({
  count: said.length,
  at: Float64Array.from(said, ({ at }) => instantOf(at)),
  ...(said.some(({ litres }) => litres !== undefined) && {
    registerMillilitres: Float64Array.from(said, (one) => millilitres(one.litres)),
  }),
  ...(said.some(({ reverseLitres }) => reverseLitres !== undefined) && {
    reverseMillilitres: Float64Array.from(said, (one) => millilitres(one.reverseLitres)),
  }),
  ...(said.some(({ deltaLitres }) => deltaLitres !== undefined) && {
    deltaMillilitres: Float64Array.from(said, (one) => millilitres(one.deltaLitres)),
    deltaSeconds: Float64Array.from(said, (one) => one.seconds ?? Number.NaN),
  }),
})

/** The volumes of every local day that has readings, each computed beside the nearest days that have some. */
export const volumesByDay = (
  said: readonly Said[],
  rules = aHouseholdMeter(),
  timeZone = 'Europe/Rome',
  serviceDays: readonly string[] = [],
) => {
  const calendar = calendarOf(timeZone)
  const inOrder = [...said].sort((a, b) => instantOf(a.at) - instantOf(b.at))
  const groups = Map.groupBy(inOrder, ({ at }) => calendar.dayOf(instantOf(at)))
  for (const date of serviceDays) if (!groups.has(dayOfDate(date))) groups.set(dayOfDate(date), [])
  const days = [...groups].sort(([a], [b]) => a - b).map(([day, some]): NeighbourDay => ({ day, readings: toDay(some) }))
  return new Map<DayNumber, DayVolumes>(
    days.map(({ day, readings }, place) => [day, volumesOfDay(calendar, day, readings, rules, days[place - 1], days[place + 1])]),
  )
}

export const dayOf = (volumes: ReadonlyMap<DayNumber, DayVolumes>, date: string): DayVolumes => volumes.get(dayOfDate(date))!
export const litresOf = (day: DayVolumes): (number | null)[] =>
  [...day.hours].map((volume) => (Number.isNaN(volume) ? null : volume / 1000))
export const measuredMillilitres = (volumes: ReadonlyMap<DayNumber, DayVolumes>) =>
  [...volumes.values()].reduce((sum, day) => sum + day.measuredMillilitres, 0)

/** Registers every hour from an instant on, using so many litres each hour. */
export const hourlyRegisters = (from: string, uses: readonly number[], first = 1000): Said[] => {
  let litres = first
  return [first, ...uses].map((use, hour) => {
    if (hour > 0) litres += use
    return { at: Date.parse(from) + hour * hourMilliseconds, litres }
  })
}
export const ofADay = (use: number, hours = 24) => new Array<number>(hours).fill(use)
