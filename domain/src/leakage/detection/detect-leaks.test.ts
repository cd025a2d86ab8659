import { describe, expect, test } from 'vitest'
import { calendarOf } from '../../shared/local-time.ts'
import { type Detected, detectLeaks, nothingDetected } from './detect-leaks.ts'
import type { ZoneHours } from './judge-days.ts'

const utc = calendarOf('UTC')
const firstDay = 18_000
const days = 200
const meanLitresPerHour = 10_000

/** The same numbers between -1 and 1 in each run. */
const noiseOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1
  }
}

type Zone = { leak?: (day: number, hour: number) => number; isUseMeasured?: boolean; isPumped?: boolean; variation?: number }

/** A zone whose customers use more in the morning and in the evening, and not the same on each day. */
const aZone = ({ leak = () => 0, isUseMeasured = false, isPumped = false, variation = 0.02 }: Zone = {}): ZoneHours => {
  const noise = noiseOf(7)
  const inflows = new Float64Array(days * 24)
  const nets = new Float64Array(days * 24).fill(Number.NaN)
  for (let day = 0; day < days; day++) {
    const ofDay = 1 + variation * noise()
    for (let hour = 0; hour < 24; hour++) {
      const use = meanLitresPerHour * (0.6 + 0.4 * Math.sin(((hour - 4) * Math.PI) / 12)) * ofDay * (1 + variation * noise())
      const index = day * 24 + hour
      const measured = use + leak(day, hour)
      inflows[index] = isPumped ? (hour < 8 ? measured * 3 : 0) : measured
      if (isUseMeasured) nets[index] = inflows[index]! - use + 0.001 * meanLitresPerHour * noise()
    }
  }
  return { inflow: { firstDay, flows: inflows }, net: { firstDay, flows: nets, inflows } }
}

const stepOf =
  (litresPerHour: number, from: number, until = days) =>
  (day: number) =>
    day >= from && day < until ? litresPerHour : 0

const detect = (zone: ZoneHours, from = firstDay, until = firstDay + days, before: Detected = nothingDetected) =>
  detectLeaks(utc, zone, { from, until, before })

const dayOf = (instant: string): number => Date.parse(instant) / 86_400_000 - firstDay

describe('detection', () => {
  test('a zone without a leak has no detection', () => expect(detect(aZone()).found).toEqual([]))

  test('a step is found with its start, its size in an interval of 90 %, and its end', () => {
    const { found } = detect(aZone({ leak: stepOf(800, 100, 150) }))
    expect(found).toHaveLength(1)
    const [step] = found
    expect(step).toMatchObject({ number: 1, kind: 'step', continues: null })
    expect(dayOf(step!.startedAt)).toBe(100)
    expect(dayOf(step!.detectedAt)).toBeLessThanOrEqual(103)
    expect(step!.flowLow).toBeLessThan(800)
    expect(step!.flowHigh).toBeGreaterThan(800)
    expect(dayOf(step!.endedAt!)).toBe(150)
  })

  test('a leak that grows is one case: further alarms name the detection that they continue', () => {
    const { found } = detect(aZone({ leak: (day) => (day < 80 ? 0 : Math.min(3000, 25 * (day - 80))) }))
    expect(found.length).toBeGreaterThan(1)
    expect(found.map(({ continues }) => continues).slice(1)).not.toContain(null)
  })

  test('a burst in the evening is found at the end of its day', () => {
    const { found } = detect(aZone({ leak: (day, hour) => (day > 120 || (day === 120 && hour >= 18) ? 4000 : 0) }))
    expect(found[0]).toMatchObject({ kind: 'step', explanation: expect.arrayContaining([{ code: 'rose-within-day', value: 18 }]) })
    expect(dayOf(found[0]!.detectedAt)).toBe(121)
  })

  test('a fall that no open detection accounts for is an anomaly', () => {
    const { found } = detect(aZone({ leak: stepOf(-1500, 120) }))
    expect(found.map(({ kind }) => kind)).toEqual(['anomaly'])
    expect(found[0]!.flowLitresPerHour).toBeLessThan(0)
  })

  test("customers' measured use, subtracted, shows a leak of one percent of the inflow, which its variation hides", () => {
    const leak = stepOf(100, 120)
    const { found } = detect(aZone({ leak, variation: 0.15, isUseMeasured: true }))
    expect(found).toHaveLength(1)
    expect(found[0]!.flowLitresPerHour).toBeCloseTo(100, -1)
    expect(found[0]!.explanation.find(({ code }) => code === 'customers-subtracted')!.value).toBeGreaterThan(0.9)
  })

  test('a rise at less pressure is found on its first day, and says so; flow that follows a higher pressure says that', () => {
    const zone = aZone({ leak: stepOf(700, 120), variation: 0.15 })
    const pressures = (change: number) =>
      new Map(Array.from({ length: days }, (_, day) => [firstDay + day, day < 120 ? 0.1 * (day % 2) : change]))
    const [alone, fell, rose] = [undefined, pressures(-2), pressures(2)].map((known) => detect({ ...zone, pressures: known }).found[0]!)
    expect(dayOf(alone!.detectedAt)).toBe(122)
    expect(dayOf(fell!.detectedAt)).toBe(121)
    expect(fell!.explanation).toContainEqual({ code: 'pressure-fell', value: expect.closeTo(2, 0) })
    expect(dayOf(rose!.detectedAt)).toBe(dayOf(alone!.detectedAt))
    expect(rose!.explanation).toContainEqual({ code: 'pressure-rose', value: expect.closeTo(2, 0) })
  })

  test('a pump that fills a tank is not judged by a single day', () => {
    const { found } = detect(aZone({ leak: stepOf(1500, 120), isPumped: true }))
    expect(dayOf(found[0]!.detectedAt)).toBeGreaterThanOrEqual(122)
    expect(found[0]!.explanation.map(({ code }) => code)).toContain('tank-filling')
  })

  test('unknown hours and days cost no detection', () => {
    const zone = aZone({ leak: stepOf(800, 100) })
    const random = noiseOf(3)
    for (let hour = 0; hour < zone.inflow.flows.length; hour++) if (random() > 0.9) zone.inflow.flows[hour] = Number.NaN
    zone.inflow.flows.fill(Number.NaN, 60 * 24, 63 * 24)
    expect(detect(zone).found.map(({ startedAt }) => dayOf(startedAt))).toEqual([100])
  })

  test('nothing later than the moment of a detection is read', () => {
    const zone = aZone({ leak: (day) => (day < 60 ? 0 : day < 110 ? 900 : Math.min(2500, 40 * (day - 110))) })
    const whole = detect(zone).found
    expect(whole.length).toBeGreaterThan(1)
    for (const [index, detection] of whole.slice(0, 3).entries()) {
      const known = dayOf(detection.detectedAt)
      const cut = { firstDay, flows: zone.inflow.flows.slice(0, known * 24) }
      const net = { ...cut, flows: zone.net.flows.slice(0, known * 24), inflows: cut.flows }
      const until = detect({ inflow: cut, net }, firstDay, firstDay + known).found
      expect(until.map(({ endedAt: _, ...rest }) => rest)).toEqual(whole.slice(0, index + 1).map(({ endedAt: _, ...rest }) => rest))
    }
  })

  test('night by night gives what the whole history gives', () => {
    const zone = aZone({ leak: (day) => (day < 60 ? 0 : day < 110 ? 900 : Math.min(2500, 40 * (day - 110))) })
    const whole = detect(zone)
    let after = nothingDetected
    const found: unknown[] = []
    const ended: unknown[] = []
    for (let day = firstDay; day < firstDay + days; day++) {
      const night = detect(zone, day, day + 1, after)
      found.push(...night.found.map(({ endedAt: _, ...rest }) => rest))
      ended.push(...night.ended)
      after = night.after
    }
    expect(found).toEqual(whole.found.map(({ endedAt: _, ...rest }) => rest))
    expect(ended).toEqual(whole.ended)
  })
})
