import { describe, expect, it } from 'vitest'
import { hourMilliseconds } from '../shared/local-time.ts'
import { packDayHours, unpackDayHours, unpackHourVolumes, unpackReverse } from './hour-volumes.ts'
import { netOf } from './reverse-volumes.ts'
import { aHouseholdMeter, dayOf, litresOf, measuredMillilitres, ofADay, type Said, volumesByDay } from './volumes-specification.ts'

const midnight = Date.parse('2026-05-03T22:00:00Z')
/** Forward 14 litres an hour and, of hours 6 to 8, one backward. */
const flow = (reverseAt: (hour: number) => number | undefined, hours = 24): Said[] =>
  Array.from({ length: hours + 1 }, (_, hour) => {
    const reverse = reverseAt(hour)
    return { at: midnight + hour * hourMilliseconds, litres: 1000 + 14 * hour, ...(reverse !== undefined && { reverseLitres: reverse }) }
  })
const backward = (hour: number) => 50 + Math.min(3, Math.max(0, hour - 6))
const first = (said: readonly Said[], rules = aHouseholdMeter()) => dayOf(volumesByDay(said, rules), '2026-05-04')

describe('a reverse register', () => {
  it('stays apart from the volume of a meter, hour by hour, and is taken off where the meter is declared two-way', () => {
    const day = first(flow(backward))
    expect(day).toMatchObject({ dayMillilitres: 24 * 14_000, reverse: { dayMillilitres: 3000 } })
    expect(day.reverse!.hours.slice(5, 10)).toEqual([0, 1000, 1000, 1000, 0])
    expect(netOf(day, day.reverse!).hours.slice(5, 10)).toEqual([14_000, 13_000, 13_000, 13_000, 14_000])
    const net = first(flow(backward), aHouseholdMeter({ isTwoWay: true }))
    expect(net).toMatchObject({ dayMillilitres: 24 * 14_000 - 3000, measuredMillilitres: 24 * 14_000 - 3000, knownHours: 24 })
    expect(net.reverse).toBeUndefined()
  })

  it('that does not move is no flow, however seldom it is sent', () => {
    expect(first(flow(() => 50)).reverse).toBeUndefined()
    expect(first(flow((hour) => (hour === 12 ? 50 : undefined), 48)).reverse).toBeUndefined()
  })

  it('that moved in a long pause leaves its hours unknown and the day known', () => {
    const day = first(flow((hour) => (hour === 0 ? 50 : hour === 12 ? 62 : undefined)))
    expect(day.reverse!.dayMillilitres).toBe(12_000)
    expect(day.reverse!.hours.map(Number.isNaN)).toEqual([...ofADay(1, 12), ...ofADay(0, 12)].map(Boolean))
  })

  it('that fell was reset: the hours and the day are unknown', () => {
    const { reverse } = first(flow((hour) => (hour < 6 ? 50 : 0)))
    expect(reverse!.dayMillilitres).toBeNaN()
    expect(Number.isNaN(reverse!.hours[5])).toBe(true)
    expect(reverse!.hours.filter(Number.isNaN)).toHaveLength(1)
  })

  it('across midnight is shared between the days, and measured once', () => {
    const said = [-30, 30].map((minute) => ({ at: midnight + minute * 60_000, litres: 100 + minute, reverseLitres: minute < 0 ? 4 : 10 }))
    const volumes = volumesByDay(said, aHouseholdMeter({ isTwoWay: true }))
    expect([...volumes.values()].map((day) => day.measuredMillilitres)).toEqual([30_000 - 3000, 30_000 - 3000])
    expect(measuredMillilitres(volumes)).toBe(54_000)
  })

  it('is kept beside the hours of a day', () => {
    const hours = [1000, Number.NaN, -2000]
    const reverse = { hours: [0, 5, Number.NaN], sharedHours: 0, dayMillilitres: 900_000 }
    const packed = packDayHours(hours, 0, reverse)
    expect(unpackHourVolumes(packed, 3)).toEqual(hours)
    expect(unpackReverse(packed, 3)).toEqual(reverse)
    expect(unpackReverse(packDayHours(hours, 0, undefined), 3)).toBeUndefined()
    const unknown = { hours: ofADay(Number.NaN, 25), sharedHours: 0, dayMillilitres: Number.NaN }
    expect(unpackReverse(packDayHours(ofADay(7, 25), 0, unknown), 25)).toEqual(unknown)
  })

  it('is kept with the marks of shared hours, its own and those of the hours', () => {
    const hours = [1000, Number.NaN, -2000]
    for (const sharedHours of [0, 0b101])
      for (const ofReverse of [0, 0b011]) {
        const reverse = { hours: [300, 5, Number.NaN], sharedHours: ofReverse, dayMillilitres: 900_000 }
        expect(unpackDayHours(packDayHours(hours, sharedHours, reverse), 3)).toEqual({ hours, sharedHours, reverse })
      }
    expect(unpackDayHours(packDayHours(hours, 0b101, undefined), 3)).toEqual({ hours, sharedHours: 0b101 })
  })

  it('that is sent once a day by a meter that allows so long a gap makes the net hours shares', () => {
    const rules = { maximumGapMilliseconds: 30 * hourMilliseconds }
    const seldom = flow((hour) => (hour === 0 ? 50 : hour === 24 ? 74 : undefined), 24)
    const all = 2 ** 24 - 1
    const day = first(seldom, aHouseholdMeter(rules))
    expect(day).toMatchObject({ sharedHours: 0, reverse: { sharedHours: all } })
    expect(netOf(day, day.reverse!)).toEqual({ hours: ofADay(13_000), sharedHours: all, dayMillilitres: 24 * 13_000 })
    expect(first(seldom, aHouseholdMeter({ ...rules, isTwoWay: true }))).toMatchObject({ sharedHours: all, dayMillilitres: 24 * 13_000 })
  })
})

describe('a two-way meter', () => {
  const twoWay = aHouseholdMeter({ isTwoWay: true })

  it('counts its register down as it counts it up, across zero too', () => {
    const uses = [10, -20, 30, ...ofADay(5, 21)]
    let register = 5
    const said = [0, ...uses].map((use, hour) => {
      register += use
      return { at: midnight + hour * hourMilliseconds, litres: (register + 100_000) % 100_000 }
    })
    const day = first(said, aHouseholdMeter({ isTwoWay: true, registerWidthMillilitres: 100_000_000 }))
    expect(litresOf(day)).toEqual(uses)
    expect(day).toMatchObject({ dayMillilitres: 125_000, flags: new Set() })
  })

  it('has negative intervals, which count of no other meter', () => {
    const said = ofADay(0).map((_, hour) => ({
      at: midnight + (hour + 1) * hourMilliseconds,
      deltaLitres: hour === 3 ? -8 : 10,
      seconds: 3600,
    }))
    expect(first(said, twoWay)).toMatchObject({ knownHours: 24, dayMillilitres: 222_000 })
    expect(first(said)).toMatchObject({ knownHours: 23, dayMillilitres: Number.NaN, flags: new Set(['step-back']) })
  })

  it('still cannot pass more than its size', () => {
    const said = [5000, 1000].map((litres, hour) => ({ at: midnight + hour * hourMilliseconds, litres }))
    expect(first(said, twoWay)).toMatchObject({ knownHours: 0, flags: new Set(['implausible-jump']) })
  })
})
