import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import { describe, expect, it } from 'vitest'
import { applyMapping } from './apply-mapping.ts'
import { sourceInstant } from './source-instant.ts'

const receivedAt = Date.parse('2026-03-01T10:00:00Z')
const mapped = (mapping: Omit<DeviceProfileMapping, 'profile'>, decoded: unknown, message: unknown = {}) =>
  applyMapping({ profile: 'p', ...mapping }, decoded, { device: 'eui', receivedAt, message })

describe('a device profile’s mapping', () => {
  it('reads every field in its own unit', () => {
    const mapping: Omit<DeviceProfileMapping, 'profile'> = {
      litres: { path: 'a.total', unit: 'm3' },
      reverseLitres: { path: 'back', unit: 'gal' },
      flowLitresPerHour: { path: 'flow', unit: 'l/min' },
      pressureKilopascal: { path: 'pressure', unit: 'bar' },
      batteryMillivolt: { path: 'battery', unit: 'V' },
      temperatureCelsius: { path: 'temperature', unit: 'degC' },
      valve: { path: 'valve' },
    }
    const decoded = { a: { total: 123.529 }, back: 1, flow: 2, pressure: 3.5, battery: 3.6, temperature: 9.5, valve: 'CLOSED' }
    expect(mapped(mapping, decoded)).toEqual([
      {
        reading: {
          meter: 'eui',
          at: receivedAt,
          litres: 123_529,
          reverseLitres: 3.785,
          flowLitresPerHour: 120,
          pressureKilopascal: 350,
          batteryMillivolt: 3600,
          temperatureCelsius: 9.5,
          valve: 'closed',
        },
      },
    ])
  })

  it('finds the meter’s number in the message around the codec’s output', () => {
    const rows = mapped({ meter: '$.deviceInfo.tags.meter', litres: { path: 'l' } }, { l: 5 }, { deviceInfo: { tags: { meter: '4711' } } })
    expect(rows).toEqual([{ reading: { meter: '4711', at: receivedAt, litres: 5 } }])
  })

  it('leaves a bad value out, and flags one that no reading may carry', () => {
    const mapping = { litres: { path: 'l' }, temperatureCelsius: { path: 't', bad: [127] }, valve: { path: 'v' } }
    expect(mapped(mapping, { l: 5, t: 127 })).toEqual([{ reading: { meter: 'eui', at: receivedAt, litres: 5 } }])
    expect(mapped(mapping, { l: 5, t: 300, v: 'ajar' })).toEqual([
      { reading: { meter: 'eui', at: receivedAt, litres: 5, flags: ['unreadable-temperature', 'unreadable-valve'] } },
    ])
  })

  it('never takes a field for another quantity than it is', () => {
    expect(mapped({ litres: { path: 'p', unit: 'bar' } }, { p: 3 })).toEqual([
      { reading: { meter: 'eui', at: receivedAt, litres: '3 bar' } },
    ])
  })

  it('refuses a time that is none, and a message without a value', () => {
    expect(mapped({ at: 't', litres: { path: 'l' } }, { l: 1, t: 'noon' })).toEqual([
      { refusal: { reason: 'time-malformed', field: 't', value: 'noon' } },
    ])
    expect(mapped({ litres: { path: 'l' } }, { status: 'OK' })).toMatchObject([{ refusal: { reason: 'value-missing', field: 'l' } }])
    expect(mapped({ litres: { path: 'constructor' } }, {})).toMatchObject([{ refusal: { reason: 'value-missing' } }])
  })

  it('turns volumes of intervals into intervals where no register comes with them', () => {
    const history = { path: 'd', everySeconds: 900, deltaUnit: 'l' as const }
    expect(mapped({ history }, { d: [1, null, 3] })).toEqual([
      { reading: { meter: 'eui', at: receivedAt - 1_800_000, deltaLitres: 1, seconds: 900 } },
      { reading: { meter: 'eui', at: receivedAt, deltaLitres: 3, seconds: 900 } },
    ])
  })

  it('does not guess registers beyond an unknown volume', () => {
    const history = { path: 'd', everySeconds: 900, startAt: 't', startLitres: { path: 'l' } }
    const rows = mapped({ history }, { d: [1, null, 3], t: '2026-03-01T00:00:00Z', l: 100 })
    const start = Date.parse('2026-03-01T00:00:00Z')
    expect(rows).toEqual([
      { reading: { meter: 'eui', at: start, litres: 100 } },
      { reading: { meter: 'eui', at: start + 900_000, litres: 101 } },
      { reading: { meter: 'eui', at: start + 2_700_000, deltaLitres: 3, seconds: 900 } },
    ])
  })
})

describe('a time as devices write it', () => {
  it.each([
    ['2026-07-01T12:00:00+02:00', 'UTC', '2026-07-01T10:00:00.000Z'],
    ['2020-02-12T15:15:46.014773143Z', 'UTC', '2020-02-12T15:15:46.014Z'],
    ['2026-07-01 12:30', 'Europe/Rome', '2026-07-01T10:30:00.000Z'],
    ['2026-10-25T02:30:00', 'Europe/Rome', '2026-10-25T00:30:00.000Z'],
    ['2021-12-31', 'Europe/Rome', '2021-12-31T23:00:00.000Z'],
    ['2020-10-01', 'Europe/Rome', '2020-09-30T22:00:00.000Z'],
    [1788390574, 'UTC', '2026-09-02T23:09:34.000Z'],
    [1788390574000, 'UTC', '2026-09-02T23:09:34.000Z'],
  ])('%s in %s is %s', (value, zone, expected) => {
    expect(new Date(sourceInstant(value, zone)!).toISOString()).toBe(expected)
  })

  it.each(['', 'noon', '2000-00-00', '2026-02-30', '2026-02-30 10:00', '2026-01-01 25:00', 1e300, Number.NaN, null, {}])(
    '%s is none',
    (value) => {
      expect(sourceInstant(value, 'UTC')).toBeUndefined()
    },
  )
})
