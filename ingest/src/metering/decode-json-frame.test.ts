import { describeFrame } from '@nightflow/domain/metering/describe-frame'
import { frameLimits, Reading } from '@nightflow/schemas/metering/report-readings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../shared/problem.ts'
import { decodeJsonFrame } from './decode-json-frame.ts'

const receivedAt = Date.parse('2026-03-01T12:00:00Z')
const at = '2026-03-01T11:00:00Z'
const frame = (readings: unknown) => Buffer.from(JSON.stringify({ frameId: 'f1', sentAt: at, readings }))
const decode = (readings: unknown) => decodeJsonFrame(frame(readings), receivedAt)
const problemOf = (attempt: () => unknown) => {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.code, detail: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a frame of readings', () => {
  it('means the same as objects and as columns', () => {
    const objects = decode([
      { meter: '7', at, litres: 1.2345, flags: ['tamper', 'leak', 'leak'], valve: 'closed' },
      { meter: '8', at: receivedAt, deltaLitres: 12, seconds: 900, temperatureCelsius: null },
    ])
    const columns = decode({
      meter: ['7', '8'],
      at: [at, receivedAt],
      litres: [1.2345, null],
      flags: [['tamper', 'leak', 'leak'], null],
      valve: ['closed', null],
      deltaLitres: [null, 12],
      seconds: [null, 900],
    })
    expect(objects).toEqual(columns)
    expect(objects.rejected).toEqual([])
    expect(describeFrame(objects.columns, 9)).toEqual([
      { meter: '7', at: '2026-03-01T11:00:00.000Z', litres: 1.235, flags: ['leak', 'tamper'], valve: 'closed' },
      { meter: '8', at: '2026-03-01T12:00:00.000Z', deltaLitres: 12, seconds: 900 },
    ])
  })

  it('sets a bad reading aside with its reason and takes the others', () => {
    const good = { meter: '7', at, litres: 1 }
    const bad: [unknown, object][] = [
      [17, { reason: 'not-an-object', value: '17' }],
      [['7'], { reason: 'not-an-object', value: '["7"]' }],
      [
        { at, litres: 1 },
        { reason: 'meter-missing', field: 'meter' },
      ],
      [
        { ...good, meter: 7 },
        { reason: 'meter-malformed', field: 'meter', value: '7' },
      ],
      [
        { ...good, meter: '' },
        { reason: 'meter-malformed', field: 'meter', value: '' },
      ],
      [
        { ...good, meter: '\ud800' },
        { reason: 'meter-malformed', field: 'meter', value: '\ufffd' },
      ],
      [
        { meter: '7', litres: 1 },
        { reason: 'time-missing', field: 'at' },
      ],
      [
        { ...good, at: 'yesterday' },
        { reason: 'time-malformed', field: 'at', value: 'yesterday' },
      ],
      [
        { ...good, at: 1.5 },
        { reason: 'time-malformed', field: 'at', value: '1.5' },
      ],
      [
        { ...good, at: '2026-03-02T12:00:01Z' },
        { reason: 'time-in-future', field: 'at', value: '2026-03-02T12:00:01Z' },
      ],
      [
        { ...good, at: 1_700_000_000 },
        { reason: 'time-too-old', field: 'at', value: '1700000000' },
      ],
      [{ meter: '7', at }, { reason: 'value-missing' }],
      [{ meter: '7', at, flags: [] }, { reason: 'value-missing' }],
      [
        { ...good, litres: '12' },
        { reason: 'not-a-number', field: 'litres', value: '12' },
      ],
      [
        { ...good, litres: -0.001 },
        { reason: 'negative', field: 'litres', value: '-0.001' },
      ],
      [
        { ...good, litres: 1e13 },
        { reason: 'out-of-range', field: 'litres', value: '10000000000000' },
      ],
      [
        { ...good, pressureKilopascal: -101 },
        { reason: 'out-of-range', field: 'pressureKilopascal', value: '-101' },
      ],
      [
        { meter: '7', at, deltaLitres: 1, seconds: 1.5 },
        { reason: 'out-of-range', field: 'seconds', value: '1.5' },
      ],
      [
        { meter: '7', at, deltaLitres: 1 },
        { reason: 'interval-length-missing', field: 'seconds' },
      ],
      [
        { ...good, seconds: 60 },
        { reason: 'value-missing', field: 'deltaLitres' },
      ],
      [
        { ...good, valve: 'ajar' },
        { reason: 'unknown-valve-state', field: 'valve', value: 'ajar' },
      ],
      [
        { ...good, flags: 'leak' },
        { reason: 'malformed-flags', field: 'flags', value: 'leak' },
      ],
      [
        { ...good, flags: ['Leak'] },
        { reason: 'malformed-flags', field: 'flags', value: '["Leak"]' },
      ],
      [
        { ...good, colour: 'blue' },
        { reason: 'unknown-field', field: 'colour', value: 'blue' },
      ],
    ]
    for (const [reading, reason] of bad) {
      const { rejected, columns } = decode([good, reading, { ...good, meter: '9' }])
      expect(rejected).toMatchObject([{ index: 1, ...reason }])
      expect(columns.count).toBe(2)
    }
  })

  it('names the meter of a rejected reading where the reading names a well-formed one', () => {
    const { rejected } = decode([
      { meter: '7', at, litres: -1 },
      { meter: 'a b', at, litres: 1 },
      { at, litres: 1 },
    ])
    expect(rejected.map(({ meter }) => meter)).toEqual(['7', undefined, undefined])
  })

  it('is not fooled by keys that mean something to the language', () => {
    const body = `{"frameId":"f","sentAt":"${at}","readings":[{"meter":"1","at":"${at}","litres":1,"__proto__":{"litres":5}},{"meter":"1","at":"${at}","constructor":1},{"meter":"2","at":"${at}","litres":1,"litres":2}]}`
    const { rejected, columns } = decodeJsonFrame(Buffer.from(body), receivedAt)
    expect(rejected).toEqual([
      { index: 0, meter: '1', reason: 'unknown-field', field: '__proto__', value: '{"litres":5}' },
      { index: 1, meter: '1', reason: 'unknown-field', field: 'constructor', value: '1' },
    ])
    expect(describeFrame(columns, 1)[0]?.litres).toBe(2)
    const inColumns = `{"frameId":"f","sentAt":"${at}","readings":{"meter":["1","2"],"at":["${at}","${at}"],"litres":[1,2],"__proto__":[null,1]}}`
    expect(decodeJsonFrame(Buffer.from(inColumns), receivedAt).rejected).toEqual([
      { index: 1, meter: '2', reason: 'unknown-field', field: '__proto__', value: '1' },
    ])
  })

  it('keeps what was sent when something of it was set aside, and only then', () => {
    expect(decode([{ meter: '7', at, litres: 1 }]).raw).toBeUndefined()
    expect(decode([{ meter: '7', at, litres: -1 }]).raw).toContain('"litres":-1')
  })

  it('is refused as a whole when the envelope is wrong', () => {
    const refused = (body: string) => problemOf(() => decodeJsonFrame(Buffer.from(body), receivedAt))
    expect(refused('{').code).toBe('request-invalid')
    expect(refused('[]').code).toBe('request-invalid')
    expect(refused('null').code).toBe('request-invalid')
    expect(refused('{"frameId":"","sentAt":"now","readings":[]}').detail).toMatch(/frameId.*sentAt/)
    expect(refused(`{"frameId":"\\u0000","sentAt":"${at}","readings":[]}`).detail).toContain('frameId')
    expect(refused(`{"frameId":"f","sentAt":"${at}"}`).detail).toContain('readings')
    expect(problemOf(() => decode({ meter: ['1', '2'], at: [at], litres: [1, 2] })).detail).toBe(
      'readings.at has 1 values where readings.meter has 2',
    )
    expect(problemOf(() => decode({ meter: ['1'], at: [at], litres: 1 })).detail).toContain('readings.litres')
    expect(problemOf(() => decode(new Array(frameLimits.readingsMax + 1).fill(0))).code).toBe('too-large')
    expect(problemOf(() => decode({ at: new Array(frameLimits.readingsMax + 1).fill(0) })).code).toBe('too-large')
    expect(decode([]).columns.count).toBe(0)
    expect(decode({}).columns.count).toBe(0)
  })

  it('takes a reading exactly when the schema of a reading does', () => {
    const value = fc.oneof(
      fc.double(),
      fc.integer({ min: -10, max: 1000 }),
      fc.constantFrom(0, -0, 1e9, 1e12, 120, 120.5, -60, 10_000, 2_678_400, 'open', 'closed', 'x', true, '1'),
      fc.array(fc.constantFrom('leak', 'burst', 'Bad', 'ok-1', 5), { maxLength: 18 }),
    )
    const reading = fc.record(
      {
        meter: fc.oneof(fc.constantFrom('1', 'a-b', '-x', 'ü', 5, 'a'.repeat(64), 'a'.repeat(65)), fc.string()),
        at: fc.constantFrom(at, receivedAt, 'x', '2026-02-30T00:00:00Z', '2026-02-28T00:00:00+01:00'),
        ...Object.fromEntries(
          Object.keys(Reading.shape)
            .slice(2)
            .map((field) => [field, value]),
        ),
      },
      { requiredKeys: ['meter', 'at'] },
    )
    fc.assert(
      fc.property(reading, (one) => {
        const { rejected } = decode([one])
        // JSON has no NaN and no infinity: the schema checks what arrives.
        const arrived = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(one)) as object).filter(([, sent]) => sent !== null))
        const isInterval = 'deltaLitres' in arrived === 'seconds' in arrived
        const hasValue = Object.keys(arrived).some(
          (field) => !['meter', 'at', 'seconds'].includes(field) && !(field === 'flags' && (arrived.flags as []).length === 0),
        )
        expect(rejected.length === 0).toBe(Reading.strict().safeParse(arrived).success && isInterval && hasValue)
      }),
      { numRuns: 2000 },
    )
  })
})
