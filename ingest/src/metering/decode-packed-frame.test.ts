import { packFrame } from '@nightflow/domain/metering/pack-frame'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../shared/problem.ts'
import { decodeJsonFrame } from './decode-json-frame.ts'
import { decodePackedFrame } from './decode-packed-frame.ts'

const receivedAt = Date.parse('2026-03-01T12:00:00Z')
const at = '2026-03-01T11:00:00Z'
const hints = { frameId: 'f1', sentAt: at }

const inJson = (readings: object) => decodeJsonFrame(Buffer.from(JSON.stringify({ ...hints, readings })), receivedAt)
const decode = (bytes: Uint8Array, said: object = hints) => decodePackedFrame(Buffer.from(bytes), said, receivedAt)
const problemOf = (work: () => unknown): ProblemError => {
  try {
    work()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const someReadings = [
  { meter: '7', at, litres: 1.234, batteryMillivolt: 3600 },
  { meter: '8', at, deltaLitres: 4, seconds: 900, valve: 'open' },
  { meter: '7', at: '2026-03-01T11:15:00Z', litres: 1.5, flags: ['leak', 'tamper'] },
]

describe('a frame that comes packed', () => {
  it('means the same as its readings in JSON', () => {
    const json = inJson(someReadings)
    const sent = packFrame(json.columns)
    const decoded = decode(sent)
    expect(decoded).toMatchObject({ frameId: 'f1', sentAt: Date.parse(at), rejected: [] })
    expect(packFrame(decoded.columns)).toEqual(sent)
  })

  it.each([
    ['too far ahead', { at: receivedAt + frameLimits.futureSecondsMax * 1000 + 1 }, 'time-in-future'],
    ['before meters were read by wire', { at: frameLimits.earliest - 1 }, 'time-too-old'],
    ['more water than any register shows', { registerMillilitres: 2e15 }, 'out-of-range'],
    ['a register below nothing', { registerMillilitres: -1_000 }, 'negative'],
  ])('a reading %s is set aside with its reason, as in JSON, and the others are taken', (_, wrong, reason) => {
    const columns = {
      count: 2,
      meters: ['7', '8'],
      meterIndex: Uint32Array.of(0, 1),
      at: Float64Array.of(receivedAt, 'at' in wrong ? wrong.at : receivedAt),
      registerMillilitres: Float64Array.of(1_000, 'registerMillilitres' in wrong ? wrong.registerMillilitres : 2_000),
    }
    const { columns: taken, rejected, raw } = decode(packFrame(columns))
    expect(taken.count).toBe(1)
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.reason).toBe(reason)
    expect(raw).toMatch(/^data:application\/vnd\.nightflow\.frame;base64,/)
  })

  it('litres below a millilitre are rounded, as in JSON', () => {
    const columns = { count: 1, meters: ['7'], meterIndex: Uint32Array.of(0), at: Float64Array.of(receivedAt) }
    expect(decode(packFrame({ ...columns, registerMillilitres: Float64Array.of(1234.4) })).columns.registerMillilitres?.[0]).toBe(1234)
  })

  it('a meter number or a flag that no meter may have sets its reading aside', () => {
    const columns = { count: 2, meters: ['7', 'no meter'], meterIndex: Uint32Array.of(0, 1), at: Float64Array.of(receivedAt, receivedAt) }
    const flagged = {
      ...columns,
      registerMillilitres: Float64Array.of(1, 2),
      flagSets: ['', 'Not A Flag'],
      flagIndex: Uint16Array.of(1, 0),
    }
    expect(decode(packFrame(flagged)).rejected).toHaveLength(2)
  })

  it('without a frame id or a time a repeat could not be recognised', () => {
    const sent = packFrame(inJson(someReadings).columns)
    expect(problemOf(() => decode(sent, { sentAt: at })).code).toBe('request-invalid')
    expect(problemOf(() => decode(sent, { frameId: 'f1' })).code).toBe('request-invalid')
  })

  it('bytes that are damaged, cut or made up are refused in words, whatever they are', () => {
    const sent = packFrame(inJson(someReadings).columns)
    for (let length = 0; length < sent.length; length += 1)
      expect(problemOf(() => decode(sent.subarray(0, length))).message).toContain('no frame in the packed layout')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: sent.length - 1 }), (rubbish, place) => {
        for (const bytes of [rubbish, Uint8Array.from([...sent.subarray(0, place), ...rubbish])])
          try {
            decode(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(ProblemError)
          }
      }),
    )
  })
})
