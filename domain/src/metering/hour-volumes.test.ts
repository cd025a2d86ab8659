import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packHourVolumes, sharedHoursOf, unpackHourVolumes } from './hour-volumes.ts'

describe('hour volumes as bytes', () => {
  it('unknown stays unknown and zero stays zero', () => {
    const hours = [0, Number.NaN, 12_000, -1_000]
    expect(unpackHourVolumes(packHourVolumes(hours), 4)).toEqual(hours)
  })

  it('a day of which nothing is known takes four bytes', () => {
    expect(packHourVolumes(new Array<number>(24).fill(Number.NaN))).toHaveLength(4)
  })

  it('the last hour of a day of 25 is kept', () => {
    const hours = new Array<number>(25).fill(Number.NaN)
    hours[24] = 7
    expect(unpackHourVolumes(packHourVolumes(hours), 25)).toEqual(hours)
  })

  it('packed hours are unpacked unchanged, for any number of hours and any volumes', () => {
    const volume = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), fc.integer({ min: -300, max: 300 }))
    fc.assert(
      fc.property(fc.array(volume, { maxLength: 25 }), (values) => {
        expect(unpackHourVolumes(packHourVolumes(values), values.length)).toEqual(values)
      }),
    )
  })

  it('hours that are shares of a longer pause are marked beside their volumes, and cost nothing where there are none', () => {
    const hours = [1_000, Number.NaN, 300, 12_000]
    const packed = packHourVolumes(hours, 0b1101)
    expect([unpackHourVolumes(packed, 4), sharedHoursOf(packed)]).toEqual([hours, 0b1101])
    expect(packed).toHaveLength(packHourVolumes(hours).length + 4)
    expect(sharedHoursOf(packHourVolumes(hours))).toBe(0)
  })

  it('equal hours give equal bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 25 }), (values) => {
        expect(packHourVolumes(values)).toEqual(packHourVolumes(values))
      }),
    )
  })
})
