import { DeviceInstant } from '@nightflow/schemas/shared/values'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant } from './instant.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const nearlyInstant = fc
  .tuple(
    digits(4),
    fc.constantFrom('01', '02', '04', '12', '13', '00'),
    fc.constantFrom('01', '28', '29', '30', '31', '32', '00', '0x'),
    fc.constantFrom('00', '12', '23', '24'),
    fc.constantFrom('00', '59', '60'),
    fc.constantFrom('00', '59', '60', '-1'),
    fc.constantFrom('', '.1', '.123', '.123456', '.12x', '.'),
    fc.constantFrom('Z', '+00:00', '+02:00', '-23:59', '', 'z', '+24:00'),
  )
  .map(
    ([year, month, day, hour, minute, second, fraction, zone]) => `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`,
  )

describe('the time of a reading', () => {
  it('is taken exactly where the schema takes it, and means the same instant', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyInstant, fc.string()), (text) => {
        const time = parseInstant(text)
        if (!DeviceInstant.safeParse(text).success) expect(time).toBeNaN()
        else if (Number.isNaN(time)) expect(new Date(Date.parse(text)).toISOString()).not.toMatch(/^\d{4}-/)
        else expect(time).toBe(Date.parse(text))
      }),
      { numRuns: 5000 },
    )
  })

  it('comes back from its own text', () => {
    const first = Date.parse('0000-01-01T00:00:00Z')
    const last = Date.parse('9999-12-31T23:59:59.999Z')
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (time) => {
        expect(parseInstant(new Date(time).toISOString())).toBe(time)
      }),
      { numRuns: 5000 },
    )
  })
})
