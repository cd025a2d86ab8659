import { type HourlyFlows, hoursOfDay } from '@nightflow/domain/leakage/detection/daily-figure'
import { type Detected, detectLeaks, nothingDetected } from '@nightflow/domain/leakage/detection/detect-leaks'
import type { ZoneHours } from '@nightflow/domain/leakage/detection/judge-days'
import { calendarOf, hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import { buildCity, type City } from '@nightflow/simulator/city'
import { burstMillilitres } from '@nightflow/simulator/faults'

/** The simulated city of the demo: its flows are known to the litre, with and without its own bursts. */

const timeZone = 'Europe/Rome'
const daysOfCity = 320
const daysBeforeOnset = 120
const daysAfterOnset = 45
const daysJudgedBefore = 45
/** A detection whose start is farther from that of the leak is another one. */
const startsWithin = 72 * hourMilliseconds
/** Moments at which a leak is added to each zone, at other hours of the day each. */
const onsets = [
  { day: 120, hour: 2 },
  { day: 171, hour: 9 },
  { day: 222, hour: 14 },
  { day: 273, hour: 20 },
] as const

export type CityZone = { id: string; calendar: ZoneCalendar; inflow: HourlyFlows; use: Float64Array; meanLitresPerHour: number }

/** Each zone of the city without its bursts: what flows in, and what the customers' meters that report by the hour counted. */
export const readCityZones = ({ seed = 20_260_401, meters = 2_200 }: { seed?: number; meters?: number } = {}): CityZone[] => {
  const city = buildCity({ seed, timeZone, meters })
  const calendar = calendarOf(timeZone)
  const firstDay = calendar.dayOf(Date.UTC(2025, 0, 1, 12))
  const zones = city.zones.map(({ id }) => ({
    ...{ id, calendar, meanLitresPerHour: 0 },
    inflow: { firstDay, flows: new Float64Array(daysOfCity * hoursOfDay).fill(Number.NaN) },
    use: new Float64Array(daysOfCity * hoursOfDay),
  }))
  for (let day = 0; day < daysOfCity; day += 1) addDay(city, calendar, zones, { day, number: firstDay + day })
  for (const zone of zones) zone.meanLitresPerHour = meanOf(zone.inflow.flows)
  return zones
}

const addDay = (city: City, calendar: ZoneCalendar, zones: CityZone[], { day, number }: { day: number; number: number }): void => {
  const { used, supplied, stride } = city.water.day(number)
  const start = calendar.startOf(number)
  calendar.wallHoursOf(number).forEach((hour, slot) => {
    const place = day * hoursOfDay + hour
    const litresOf = (totals: Float64Array, index: number) =>
      (totals[index * stride + 4 * slot + 4]! - totals[index * stride + 4 * slot]!) / 1000
    const own = new Float64Array(city.zones.length)
    for (const meter of city.meters)
      if (meter.use && meter.registered && meter.reporting.everyMinutes <= 60) own[meter.zone]! += litresOf(used, meter.index)
    const bursts = city.zones.map(({ index }) => litresOfBursts(city, index, start + slot * hourMilliseconds))
    city.zones.forEach(({ index, subtree }) => {
      const zone = zones[index]!
      const burst = subtree.reduce((sum, below) => sum + bursts[below]!, 0)
      // An hour that is there twice counts once: the second one takes the place of the first.
      zone.inflow.flows[place] = litresOf(supplied, index) - burst
      zone.use[place] = subtree.reduce((sum, below) => sum + own[below]!, 0)
    })
  })
}

const litresOfBursts = (city: City, zone: number, from: number): number =>
  city.water.troubles
    .burstsBefore(zone, from + hourMilliseconds)
    .reduce((sum, burst) => sum + burstMillilitres(burst, from + hourMilliseconds) - burstMillilitres(burst, from), 0) / 1000

const meanOf = (flows: Float64Array): number => {
  const known = flows.filter((flow) => !Number.isNaN(flow))
  return known.reduce((sum, flow) => sum + flow, 0) / known.length
}

export type CityLeaks = {
  /** Of the mean inflow of the zone. */
  share: number
  found: number
  medianDelayDays: number | null
  /** Median over those that are found, as a share of the leak. */
  sizeError: number | null
}

type Before = { zone: CityZone; onset: (typeof onsets)[number]; withMeters: boolean; detected: Detected }

/** The zones at each moment, judged up to the day before a leak begins. */
export const judgeBefore = (zones: readonly CityZone[], withMeters: boolean): Before[] =>
  zones.flatMap((zone) =>
    onsets.map((onset) => {
      const onsetDay = zone.inflow.firstDay + onset.day
      const hours = hoursWithLeak(zone, onset, { litres: 0, withMeters })
      const range = { from: onsetDay - daysJudgedBefore, until: onsetDay, before: nothingDetected }
      return { zone, onset, withMeters, detected: detectLeaks(zone.calendar, hours, range).after }
    }),
  )

/** A leak of a size in each zone at each moment: how many are found within 45 days, and after how long. A share of zero is the level of chance. */
export const leaksOfCity = (zones: readonly Before[], share: number): CityLeaks => {
  const outcomes = zones.map((before) => findLeak(before, share))
  const found = outcomes.filter((outcome) => outcome !== undefined)
  return {
    share,
    found: found.length / outcomes.length,
    medianDelayDays: middleOf(outcomes.map((outcome) => outcome?.delayDays ?? Number.POSITIVE_INFINITY)),
    sizeError: share === 0 ? null : middleOf(found.map(({ sizeError }) => sizeError)),
  }
}

const hoursWithLeak = (
  { inflow, use }: CityZone,
  { day, hour: onsetHour }: (typeof onsets)[number],
  { litres, withMeters }: { litres: number; withMeters: boolean },
): ZoneHours => {
  const first = day - daysBeforeOnset
  const flows = inflow.flows.slice(first * hoursOfDay, (day + daysAfterOnset) * hoursOfDay)
  for (let hour = daysBeforeOnset * hoursOfDay + onsetHour; hour < flows.length; hour += 1) flows[hour]! += litres
  const net = flows.map((flow, hour) => (withMeters ? flow - use[first * hoursOfDay + hour]! : Number.NaN))
  const firstDay = inflow.firstDay + first
  return { inflow: { firstDay, flows }, net: { firstDay, flows: net, inflows: flows } }
}

const findLeak = ({ zone, onset, withMeters, detected }: Before, share: number): { delayDays: number; sizeError: number } | undefined => {
  const { calendar, inflow, meanLitresPerHour } = zone
  const litres = share * meanLitresPerHour
  const hours = hoursWithLeak(zone, onset, { litres, withMeters })
  const onsetDay = inflow.firstDay + onset.day
  const startsAt = calendar.startOf(onsetDay) + onset.hour * hourMilliseconds
  let before = detected
  for (let day = onsetDay; day < onsetDay + daysAfterOnset; day += 1) {
    const { found, after } = detectLeaks(calendar, hours, { from: day, until: day + 1, before })
    before = after
    const hit = found.find(({ kind, startedAt }) => kind !== 'anomaly' && Math.abs(Date.parse(startedAt) - startsAt) < startsWithin)
    if (!hit) continue
    const delayDays = (Date.parse(hit.detectedAt) - startsAt) / (24 * hourMilliseconds)
    return { delayDays, sizeError: litres === 0 ? 0 : Math.abs(hit.flowLitresPerHour - litres) / litres }
  }
  return undefined
}

/** Infinite, that is missed, is null. */
const middleOf = (values: readonly number[]): number | null => {
  const middle = values.toSorted((one, other) => one - other)[values.length >> 1]
  return middle === undefined || !Number.isFinite(middle) ? null : middle
}
