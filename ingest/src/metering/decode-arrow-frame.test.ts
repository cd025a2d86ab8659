import { packFrame } from '@nightflow/domain/metering/pack-frame'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import {
  Bool,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int32,
  Int64,
  List,
  Null,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../shared/problem.ts'
import { decodeArrowFrame } from './decode-arrow-frame.ts'
import { decodeJsonFrame } from './decode-json-frame.ts'

const receivedAt = Date.parse('2026-03-01T12:00:00Z')
const at = '2026-03-01T11:00:00Z'
const words = new Dictionary(new Utf8(), new Int32())

const stream = (columns: Record<string, Vector>, metadata: Record<string, string> = { frameId: 'f1', sentAt: at }) => {
  const table = new Table(columns)
  for (const [key, text] of Object.entries(metadata)) table.schema.metadata.set(key, text)
  return Buffer.from(tableToIPC(table, 'stream'))
}
const someReadings = () => ({
  meter: vectorFromArray(['7', '8', '7'], words),
  at: vectorFromArray([new Date(at), new Date(receivedAt), new Date(receivedAt)], new TimestampMillisecond()),
  litres: vectorFromArray([1.2345, null, -1], new Float64()),
  valve: vectorFromArray(['closed', 'open', null], new Utf8()),
  flags: vectorFromArray([['tamper', 'leak'], null, []], new List(new Field('item', new Utf8(), true))),
})

describe('a frame as an Arrow stream', () => {
  it('means the same as its readings in JSON', () => {
    const json = decodeJsonFrame(
      Buffer.from(
        JSON.stringify({
          frameId: 'f1',
          sentAt: at,
          readings: [
            { meter: '7', at, litres: 1.2345, valve: 'closed', flags: ['tamper', 'leak'] },
            { meter: '8', at: receivedAt, valve: 'open' },
            { meter: '7', at: receivedAt, litres: -1, flags: [] },
          ],
        }),
      ),
      receivedAt,
    )
    const arrow = decodeArrowFrame(stream(someReadings()), {}, receivedAt)
    expect({ ...arrow, raw: '' }).toEqual({ ...json, raw: '' })
    expect(arrow.rejected).toMatchObject([{ index: 2, reason: 'negative', field: 'litres', value: '-1' }])
  })

  it('of good readings is stored as the same readings in JSON are, however its dictionary is filled', () => {
    const meters = ['8', '7', '8', '12', '7']
    const times = meters.map((_, row) => receivedAt - row * 60_000)
    const litres = [1.2345, 0, 3, 4, 5e8]
    const json = { frameId: 'f1', sentAt: at, readings: { meter: meters, at: times, litres, batteryMillivolt: [1, 2, 3, 4, 5] } }
    const stored = packFrame(decodeJsonFrame(Buffer.from(JSON.stringify(json)), receivedAt).columns)
    const numbers = { litres: vectorFromArray(litres, new Float64()), batteryMillivolt: vectorFromArray([1n, 2n, 3n, 4n, 5n], new Int64()) }
    const time = vectorFromArray(
      times.map((time) => new Date(time)),
      new TimestampMillisecond(),
    )
    const filled = vectorFromArray([...meters, 'unused and no meter', '99'], words).slice(0, 5)
    for (const meter of [vectorFromArray(meters, words), filled, vectorFromArray(meters, new Utf8())]) {
      const { columns, rejected } = decodeArrowFrame(stream({ meter, at: time, ...numbers }), {}, receivedAt)
      expect(rejected).toEqual([])
      expect(packFrame(columns)).toEqual(stored)
    }
  })

  it('takes whatever number and time types the sender has', () => {
    const { columns, rejected } = decodeArrowFrame(
      stream({
        meter: vectorFromArray(['1', '2'], new Utf8()),
        at: vectorFromArray([receivedAt, receivedAt], new TimestampMicrosecond()),
        litres: vectorFromArray([5n, 6n], new Int64()),
        pressureKilopascal: vectorFromArray([1.5, null], new Float32()),
        batteryMillivolt: vectorFromArray([null, null], new Null()),
      }),
      {},
      receivedAt,
    )
    expect(rejected).toEqual([])
    expect([...columns.at]).toEqual([receivedAt, receivedAt])
    expect([...columns.registerMillilitres!]).toEqual([5000, 6000])
    expect([...columns.pressureKilopascal!]).toEqual([1.5, Number.NaN])
    expect(columns.batteryMillivolt).toBeUndefined()
  })

  it('sets a NaN aside as a bad value, because absent is null', () => {
    const columns = { ...someReadings(), litres: vectorFromArray([1, 2, Number.NaN], new Float64()) }
    expect(decodeArrowFrame(stream(columns), {}, receivedAt).rejected).toMatchObject([
      { index: 2, reason: 'not-a-number', field: 'litres', value: 'NaN' },
    ])
  })

  it('says its frame id outside the stream when it cannot inside', () => {
    const hints = { frameId: 'f2', sentAt: at }
    expect(decodeArrowFrame(stream(someReadings(), {}), hints, receivedAt).frameId).toBe('f2')
    expect(decodeArrowFrame(stream(someReadings()), hints, receivedAt).frameId).toBe('f1')
    expect(() => decodeArrowFrame(stream(someReadings(), {}), {}, receivedAt)).toThrow(/frameId/)
  })

  it('is refused with a type that no field takes, and with too many readings', () => {
    const flags = vectorFromArray([true, false, true], new Bool())
    expect(() => decodeArrowFrame(stream({ ...someReadings(), flags }), {}, receivedAt)).toThrow('the type Bool')
    const many = { litres: vectorFromArray(new Float64Array(frameLimits.readingsMax + 1)) }
    expect(() => decodeArrowFrame(stream(many), {}, receivedAt)).toThrow('at most 50000 readings')
  })

  it('is read or refused whatever happened to its bytes', () => {
    const whole = stream(someReadings())
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(changes, fc.nat(whole.length), fc.boolean(), (bytes, length, isCut) => {
        const damaged = Buffer.from(whole)
        for (const [place, value] of bytes) damaged[place] = value
        try {
          decodeArrowFrame(isCut ? damaged.subarray(0, length) : damaged, { frameId: 'f', sentAt: at }, receivedAt)
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
