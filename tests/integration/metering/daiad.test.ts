import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withPreset } from '@nightflow/cli/metering/register-presets'
import { type MeterRegisters, parseRegisterTable } from '@nightflow/cli/metering/register-table'
import { findUnit } from '@nightflow/cli/metering/units'
import { wallClockOf } from '@nightflow/cli/metering/wall-clock'
import { openTable } from '@nightflow/cli/shared/table/open-table'
import type { NeighbourDay } from '@nightflow/domain/metering/day-readings'
import { type DayVolumes, volumesOfDay } from '@nightflow/domain/metering/day-volumes'
import { volumeRulesOf } from '@nightflow/domain/metering/volume-rules'
import { calendarOf, dateOfDay, dayOfDate, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import { mergeReadings } from '@nightflow/projections/metering/merge-readings'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * The DAIAD trial: 45 household registers in Madrid time, a year of them, with all that goes wrong in the field.
 * The true values were looked up in the file by hand; each test states them and why its result is plausible.
 */
const data = fileURLToPath(new URL('../../../../shared/data/daiad/', import.meta.url))

const calendar = calendarOf('Europe/Madrid')
const rules = volumeRulesOf({ hasValve: false, caliberMillimetres: 15 })

type Year = { readings: number; days: ReadonlyMap<number, DayVolumes>; conflicts: number; at: Float64Array; litres: Float64Array }
type Reference = { net: number; naive: number; stepsBack: number }

const years = new Map<string, Year>()
const references = new Map<string, Reference>()

/** Days of a meter as the read models would hold them; the readings come in two halves, the later one first. */
const yearOf = ({ at, litres }: MeterRegisters): Year => {
  const columns = {
    count: at.length,
    meters: ['0'],
    meterIndex: new Uint32Array(at.length),
    at,
    registerMillilitres: litres.map((register) => register * 1000),
  }
  const middle = at.length >> 1
  const merged = mergeReadings([
    { columns, from: middle, to: at.length },
    { columns, from: 0, to: middle },
  ])
  const days: NeighbourDay[] = []
  for (let from = 0; from < merged.count; ) {
    const day = calendar.dayOf(merged.at[from]!)
    let to = from
    while (to < merged.count && calendar.dayOf(merged.at[to]!) === day) to++
    days.push({ day, readings: mergeReadings([{ columns: merged, from, to }]) })
    from = to
  }
  const volumes = days.map(
    ({ day, readings }, place) => [day, volumesOfDay(calendar, day, readings, rules, days[place - 1], days[place + 1])] as const,
  )
  const conflicts = merged.flagIndex?.reduce((sum, place) => sum + (merged.flagSets![place] === 'conflicting' ? 1 : 0), 0) ?? 0
  return { readings: merged.count, days: new Map(volumes), conflicts, at, litres }
}

const yearLitres = ({ days }: Year) => [...days.values()].reduce((sum, { measuredMillilitres }) => sum + measuredMillilitres, 0) / 1000
const flaggedDays = ({ days }: Pick<Year, 'days'>, flag: string) =>
  [...days].filter(([, { flags }]) => (flags as ReadonlySet<string>).has(flag)).map(([day]) => dateOfDay(day))
/** The volume of the hour that holds an instant; NaN where it is unknown or the day has no readings at all. */
const hourAt = (days: Year['days'], instant: number): number => {
  const day = calendar.dayOf(instant)
  return days.get(day)?.hours[Math.floor((instant - calendar.startOf(day)) / hourMilliseconds)] ?? Number.NaN
}
const litresOfDay = (year: Year, date: string) => year.days.get(dayOfDate(date))!.dayMillilitres / 1000
const meter = (start: string): Year => {
  const found = [...years].filter(([number]) => number.startsWith(start))
  if (found.length !== 1) throw new Error(`${found.length} meters begin with ${start}`)
  return found[0]![1]
}
const referenceOf = (start: string) => [...references].find(([number]) => number.startsWith(start))![1]

describe.skipIf(!existsSync(data))('a year of household registers (data in ../shared/data/daiad)', () => {
  beforeAll(async () => {
    const file = `${data}swm_trialA_half.csv.gz`
    const options = { ...withPreset('daiad', { timezone: 'Europe/Madrid' }), unit: findUnit('l')! }
    const { meters } = await parseRegisterTable(await openTable(file), options, wallClockOf('Europe/Madrid'))
    for (const registers of meters) years.set(registers.number, yearOf(registers))
    const [heading = '', ...rows] = readFileSync(`${data}reference_per_meter.csv`, 'utf8').trim().split(/\r?\n/)
    const names = heading.split(',')
    for (const row of rows) {
      const cells = row.split(',')
      const cell = (name: string) => Number(cells[names.indexOf(name)])
      references.set(cells[0]!, { net: cell('net'), naive: cell('sum_pos'), stepsBack: cell('n_neg') })
    }
  })

  test('every meter of the reference is there', () => {
    expect(references.size).toBe(45)
    expect([...years.keys()].sort()).toEqual([...references.keys()].sort())
  })

  test('every reading counts once, both passes of the hour that autumn repeats among them', () => {
    expect([...years.values()].reduce((sum, { readings }) => sum + readings, 0)).toBe(335_261)
    expect([...years.values()].filter(({ conflicts }) => conflicts > 0)).toEqual([])
    const day = dayOfDate('2016-10-30')
    const allKnown = [...years.values()].filter(({ days }) => days.get(day)?.knownHours === 25)
    expect(allKnown.length).toBeGreaterThan(20)
    for (const { days } of years.values()) expect(days.get(day)?.hours.length ?? 25).toBe(25)
  })

  test('the year of all meters but two is what their register advanced, to the litre: 32 only count forward, eleven step back a little', () => {
    const exact = [...years].filter(([number, year]) => yearLitres(year) === references.get(number)!.net).map(([number]) => number)
    const inexact = [...years.keys()].filter((number) => !exact.includes(number)).map((number) => number.slice(0, 8))
    expect(inexact.sort()).toEqual(['12913a45', '1de2cf65'])
    expect(exact.filter((number) => references.get(number)!.stepsBack === 0)).toHaveLength(32)
    expect(exact.filter((number) => references.get(number)!.stepsBack > 0)).toHaveLength(11)
  })

  test('the naive sum of positive differences is not what comes out where a register ever stepped back', () => {
    const steppedBack = [...years].filter(([number]) => references.get(number)!.stepsBack > 0)
    expect(steppedBack).toHaveLength(13)
    for (const [number, year] of steppedBack) expect(yearLitres(year), number).toBeLessThan(references.get(number)!.naive)
  })

  test('a register that wavers by a litre or two 125 times keeps all of its hours, some of them a little below zero', () => {
    // Nearly all of them by one litre, as a register does that is rounded or pushed back by a pressure wave.
    const year = meter('219ffd09')
    expect([referenceOf('219ffd09').stepsBack, referenceOf('219ffd09').naive, yearLitres(year)]).toEqual([125, 69_805, 69_633])
    expect(flaggedDays(year, 'backflow-noise')).toHaveLength(76)
    expect(flaggedDays(year, 'step-back')).toEqual([])
    const hours = [...year.days.values()].flatMap((day) => [...day.hours])
    expect(Math.min(...hours.filter((volume) => !Number.isNaN(volume)))).toBeGreaterThan(-10_000)
  })

  test('an old value that is reported once more, 45 litres low, makes its day unknown and changes no litre of the year', () => {
    // 2016-07-01: 22:21:45 shows 255,369, 22:28:45 shows 255,324, 23:21:45 shows 255,391.
    const year = meter('326e83b5')
    expect(flaggedDays(year, 'step-back')).toEqual(['2016-07-01'])
    expect(yearLitres(year)).toBe(164_066)
    const hours = year.days.get(dayOfDate('2016-07-01'))!.hours
    expect(Number.isNaN(hours[22])).toBe(true)
    expect(Number.isNaN(hours[20])).toBe(false)
    // No litre of the day is known for certain while the register stepped back within it; what was measured of it is.
    expect(litresOfDay(year, '2016-07-01')).toBeNaN()
    expect(year.days.get(dayOfDate('2016-07-01'))!.measuredMillilitres).toBeGreaterThan(0)
  })

  test('two meters under one key for an afternoon, 12,288 litres apart, cost 49 litres and the hours in doubt', () => {
    // 2016-09-30: 307,775 falls to 295,487, climbs to 307,788, falls to 304,712, climbs to 307,824, all within two hours.
    const year = meter('1de2cf65')
    const { net, naive } = referenceOf('1de2cf65')
    expect(naive - net).toBe(15_376)
    // The two climbs are 12,301 and 3,112 litres; 13 and 36 of them were water, which the two readings alone do not show.
    expect(net - yearLitres(year)).toBe(13 + 36)
    expect(flaggedDays(year, 'step-back')).toEqual(['2016-09-30'])
    expect(flaggedDays(year, 'implausible-jump')).toEqual(['2016-09-30'])
    const day = year.days.get(dayOfDate('2016-09-30'))!
    expect([...day.hours.slice(8, 16)].map((volume) => Number.isNaN(volume))).toEqual([false, false, true, true, true, true, false, false])
    expect(Number.isNaN(day.dayMillilitres)).toBe(true)
  })

  test('a meter read by two clocks steps back 35 times and loses eight litres of 106,659', () => {
    // Fifteen steps of 11 to 112 litres, minutes or seconds after a higher value. Two of them and one climb of 61 litres come within
    // seconds of the reading before, faster than a household meter turns: they count nowhere, so the climbs of 13 and 40 litres after
    // the two count, and the 61 do not. The other thirteen cancel the climbs that follow them.
    const year = meter('12913a45')
    expect(referenceOf('12913a45')).toEqual({ net: 106_659, naive: 107_250, stepsBack: 35 })
    expect(yearLitres(year)).toBe(106_659 + 13 + 40 - 61)
    expect(flaggedDays(year, 'step-back')).toHaveLength(14)
    expect(flaggedDays(year, 'implausible-jump')).toEqual(['2016-09-24'])
    expect(flaggedDays(year, 'backflow-noise')).toHaveLength(19)
  })

  test('only these meters are flagged for steps or jumps; noise is seen on eleven', () => {
    const flagged = (flag: string) =>
      [...years].filter(([, year]) => flaggedDays(year, flag).length > 0).map(([number]) => number.slice(0, 8))
    expect(flagged('step-back').sort()).toEqual(['12913a45', '1de2cf65', '326e83b5'])
    expect(flagged('implausible-jump').sort()).toEqual(['12913a45', '1de2cf65'])
    expect(flagged('backflow-noise')).toHaveLength(11)
    expect(flagged('rollover')).toEqual([])
  })

  test('no hour of any meter holds more than the meter can pass', () => {
    for (const [number, { days }] of years) {
      const known = [...days.values()].flatMap(({ hours }) => [...hours]).filter((volume) => !Number.isNaN(volume))
      expect(Math.max(...known), number).toBeLessThanOrEqual(rules.maximumFlowMillilitresPerHour!)
    }
  })

  test('every pause longer than three hours is flagged on the day it ends, and no hour that it touches is known', () => {
    let pauses = 0
    for (const [number, { at, days }] of years) {
      const inOrder = at.slice().sort()
      const ends = new Set<string>()
      for (let index = 1; index < inOrder.length; index++) {
        const [from, to] = [inOrder[index - 1]!, inOrder[index]!]
        if (to - from <= 3 * hourMilliseconds) continue
        pauses++
        ends.add(dateOfDay(calendar.dayOf(to)))
        for (let instant = from; instant < to; instant += hourMilliseconds) expect(hourAt(days, instant), number).toBeNaN()
        expect(hourAt(days, to - 1), number).toBeNaN()
      }
      expect(flaggedDays({ days }, 'gap'), number).toEqual([...ends].sort())
    }
    expect(pauses).toBe(7198)
  })

  test('a meter that was silent for most of the year keeps its year and knows 35 of its days', () => {
    // 375 readings in 79 days, the longest silence 74 days: the register went on counting, the hours are unknown.
    const year = meter('ba70d0b8')
    expect(yearLitres(year)).toBe(34_069)
    expect(year.days.size).toBe(79)
    expect([...year.days.values()].filter(({ dayMillilitres }) => !Number.isNaN(dayMillilitres))).toHaveLength(35)
    expect([...year.days.values()].reduce((sum, { knownHours }) => sum + knownHours, 0)).toBe(210)
    expect(flaggedDays(year, 'gap')).toHaveLength(64)
  })

  test('a sender that knows one pass of the repeated hour only: the smaller value counts, flagged, and the year stays', () => {
    const autumn = Date.parse('2016-10-30T01:00:00Z')
    const firstPass = (at: Float64Array) =>
      at.map((instant) => (instant >= autumn && instant < autumn + hourMilliseconds ? instant - hourMilliseconds : instant))
    let conflicts = 0
    for (const [number, { at, litres }] of years) {
      const year = yearOf({ number, at: firstPass(at), litres, flags: [] })
      conflicts += year.conflicts
      expect(Math.abs(yearLitres(year) - references.get(number)!.net), number).toBeLessThan(50)
    }
    expect(conflicts).toBe(6)
  })
})
