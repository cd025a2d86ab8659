import { memoryDays } from '@nightflow/domain/leakage/detection/daily-figure'
import { judgeBefore, leaksOfCity, readCityZones } from '../../tests/support/detection/city-zones.ts'
import {
  detectionsOf,
  hasMeasuredZones,
  readItalianAreas,
  readLtown,
  shareOfStepsFound,
} from '../../tests/support/detection/measured-zones.ts'
import { foundByChance, scoreBySize, scoreDetections } from '../../tests/support/detection/score-detections.ts'
import type { BenchOptions } from './bench-options.ts'

/** A night has so many zones at most, and so many seconds. */
const zonesOfNight = 10_000
const secondsOfNight = 30
/** Sorts that are the limit, before the verdicts and after them. */
const sorts = 1_500

export const whyNoDetection = (): string | undefined =>
  hasMeasuredZones() ? undefined : 'the measured zones are not beside the repository'

/**
 * Leaks that detection finds in the flow of L-Town in 2018, of two Italian areas with steps added, and of the demo city, and its false alarms. The figure is zone days
 * in a second of processor time; its limit is how often that second sorts the hours that a verdict remembers.
 */
export const benchDetection = async ({ isQuick }: BenchOptions) => {
  const reason = whyNoDetection()
  if (reason) throw new Error(reason)
  const { total, areasAB, areaC, leaks, meanLitresPerHour } = readLtown()
  const limitBefore = sortsPerSecond(total.flows)
  const used = process.cpuUsage()
  const [ofAB, ofC, ofTotal] = [detectionsOf(areasAB), detectionsOf(areaC), detectionsOf(total)]
  const zoneDays = [areasAB, areaC, total].reduce((days, { flows }) => days + flows.length / 24, 0)
  const zoneDaysPerSecond = zoneDays / secondsSince(used)
  const limit = (limitBefore + sortsPerSecond(total.flows)) / 2
  const zones = scoreDetections([...ofAB, ...ofC], leaks, meanLitresPerHour)
  const whole = scoreDetections(ofTotal, leaks, meanLitresPerHour)
  return {
    ...{ name: 'detection', figure: zoneDaysPerSecond, zoneDaysPerSecond, limit, ratio: zoneDaysPerSecond / limit },
    ...zones,
    foundByChance: foundByChance([...ofAB, ...ofC], leaks, meanLitresPerHour),
    ltownTotalFound: whole.found,
    ltownTotalFalseAlarmsPerMonth: whole.falseAlarmsPerMonth,
    ltownBySize: scoreBySize([...ofAB, ...ofC], leaks, meanLitresPerHour),
    ...(!isQuick && { ...stepsInItaly(), ...leaksInCity() }),
    /** Seconds of a core for a night of 10,000 zones. */
    secondsOfNight: zonesOfNight / zoneDaysPerSecond,
    /** Whether a night of so many zones is judged in its seconds, on a core like this one. */
    shareOfNight: zoneDaysPerSecond / (zonesOfNight / secondsOfNight),
  }
}

/** Processor time, which load of others hardly changes. */
const secondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

const sortsPerSecond = (flows: Float64Array): number => {
  const before = process.cpuUsage()
  for (let index = 0; index < sorts; index += 1) flows.slice(index, index + memoryDays * 24).sort()
  return sorts / secondsSince(before)
}

const stepsInItaly = () => {
  const areas = readItalianAreas().slice(3)
  const found = (share: number) => areas.reduce((sum, area) => sum + shareOfStepsFound(area, share), 0) / areas.length
  const alarms = areas.map((area) => {
    const months = area.flows.length / 24 / 30.4375
    return detectionsOf(area).filter(({ kind }) => kind !== 'anomaly').length / months
  })
  return {
    bwdfSteps5Found: found(0.05),
    bwdfSteps10Found: found(0.1),
    bwdfAlarmsPerMonth: alarms.reduce((sum, each) => sum + each, 0) / alarms.length,
  }
}

/** Of the mean inflow of a zone; the first one is the level of chance. */
const sharesInCity = [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2]

/** The demo city, whose leaks are known: each size in each of its zones at four moments, with and without the customers' meters. */
const leaksInCity = () => {
  const zones = readCityZones()
  const curve = (withMeters: boolean) => {
    const judged = judgeBefore(zones, withMeters)
    return sharesInCity.map((share) => leaksOfCity(judged, share))
  }
  return { cityWithMeters: curve(true), cityWithoutMeters: curve(false) }
}
