import { Reading } from '@nightflow/schemas/metering/report-readings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../shared/problem.ts'
import { decodeCarefully, decodeJsonFrame } from './decode-json-frame.ts'
import { scanFrame } from './scan-frame.ts'

const receivedAt = Date.parse('2026-03-01T12:00:00Z')
const sentAt = '2026-03-01T11:00:00Z'

const outcomeOf = (decode: typeof decodeCarefully, body: Buffer) => {
  try {
    const { raw: _, ...frame } = decode(body, receivedAt)
    return frame
  } catch (error) {
    if (error instanceof ProblemError) return error.message
    throw error
  }
}
/** Whether the scan takes it or not, a frame means what it means to the careful reader. Answers whether it does. */
const expectSame = (text: string): boolean => {
  const body = Buffer.from(text)
  expect(outcomeOf(decodeJsonFrame, body)).toEqual(outcomeOf(decodeCarefully, body))
  return scanFrame(body, receivedAt) !== undefined
}
const frameOf = (readings: unknown, indent?: number) => JSON.stringify({ frameId: 'f1', sentAt, readings }, null, indent)

const goodReading = fc.record(
  {
    meter: fc.oneof(fc.nat(30).map(String), fc.constantFrom('A-1', '007')),
    at: fc.oneof(
      fc.constantFrom(sentAt, '2026-02-28T00:00:00+01:00'),
      fc.nat(100_000_000).map((before) => receivedAt - before),
    ),
    litres: fc.oneof(
      fc.nat(1_000_000_000),
      fc.nat(1_000_000_000).map((millilitres) => millilitres / 1000),
    ),
    temperatureCelsius: fc.integer({ min: -600, max: 1_200 }).map((tenths) => tenths / 10),
    valve: fc.constantFrom('open', 'closed'),
    flags: fc.subarray(['leak', 'burst', 'dry'], { minLength: 0 }),
    pressureKilopascal: fc.constant(null),
  },
  { requiredKeys: ['meter', 'at', 'litres'] },
)

/** Values that a sender might write where a number, a text or anything else is expected. */
const written = fc.oneof(
  fc.constantFrom('0', '-0', '1.5', '01', '1.', '.5', '-', '1e3', '1E-2', '+1', '123456789012345', '1234567890123456', '0.000000000000001'),
  fc.constantFrom(
    'null',
    'nul',
    'true',
    '""',
    '"open"',
    '"a\\u0041"',
    '"ü"',
    '"7"',
    '[]',
    '["leak"]',
    '["leak",]',
    '{}',
    '\u00a01',
    ' 1 ',
    '\t\n\r1',
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(`"${sentAt}"`, String(receivedAt), '1700000000000.0', '1700000000000.5'),
)
const fieldName = fc.constantFrom(...Object.keys(Reading.shape), 'colour', '__proto__')
const writtenReading = fc.array(fc.tuple(fieldName, written), { maxLength: 4 }).map((fields) => {
  const named = fields.map(([name, value]) => `"${name}":${value}`)
  return `{${['"meter":"7"', `"at":"${sentAt}"`, ...named].join()}}`
})

describe('a frame that is scanned', () => {
  it('is taken when it is plain and good, as objects and as columns, and means what it says', () => {
    fc.assert(
      fc.property(fc.array(goodReading, { minLength: 1, maxLength: 20 }), fc.constantFrom(undefined, 2), (readings, indent) => {
        expect(expectSame(frameOf(readings, indent))).toBe(true)
        const columns = Object.fromEntries(
          Object.keys(Reading.shape)
            .filter((field) => readings.some((reading) => field in reading))
            .map((field) => [field, readings.map((reading) => (reading as Record<string, unknown>)[field] ?? null)]),
        )
        expect(expectSame(frameOf(columns, indent))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('of many meters keeps each of them', () => {
    const meter = Array.from({ length: 5_000 }, (_, row) => `M-${row % 3_000}`)
    const readings = { meter, at: meter.map(() => sentAt), litres: meter.map((_, row) => row) }
    expect(expectSame(frameOf(readings))).toBe(true)
  })

  it('never means anything else than to the careful reader, however its values are written', () => {
    fc.assert(
      fc.property(fc.array(writtenReading, { minLength: 1, maxLength: 3 }), (readings) => {
        expectSame(`{"frameId":"f1","sentAt":"${sentAt}","readings":[${readings.join()}]}`)
      }),
      { numRuns: 3_000 },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fieldName, fc.array(written, { maxLength: 2 })), { maxLength: 3 }), (columns) => {
        const named = columns.map(([name, values]) => `"${name}":[${values.join()}]`)
        const body = ['"meter":["7","8"]', `"at":["${sentAt}",${receivedAt}]`, '"litres":[1,2]', ...named].join()
        expectSame(`{"frameId":"f1","sentAt":"${sentAt}","readings":{${body}}}`)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never means anything else after damage', () => {
    const whole = frameOf([
      { meter: '7', at: sentAt, litres: 1.5, flags: ['leak'] },
      { meter: '8', at: receivedAt, litres: 20 },
    ])
    const change = fc.tuple(fc.nat(whole.length), fc.nat(3), fc.constantFrom('', '"', '}', ']', ',', ' ', '0', '\\', '{', 'n'))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = whole
        for (const [place, length, insert] of changes) text = text.slice(0, place) + insert + text.slice(place + length)
        expectSame(text)
      }),
      { numRuns: 5_000 },
    )
  })
})
