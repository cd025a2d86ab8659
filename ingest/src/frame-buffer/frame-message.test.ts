import { describe, expect, test } from 'vitest'
import { eventOf, frameStream, writeFrame } from '../shared/accept-frame.ts'
import { decodeFrameMessage, encodeFrameMessage, FrameMessageInvalid } from './frame-message.ts'

const gateway = { tenant: 'north', name: 'tower' }
const written = writeFrame({
  gateway,
  frameId: 'first ✓',
  source: 'frames',
  sentAt: 0,
  receivedAt: Date.UTC(2026, 0, 1),
  columns: {
    count: 2,
    meters: ['1', '2'],
    meterIndex: Uint32Array.of(0, 1),
    at: Float64Array.of(1, 2),
    registerMillilitres: Float64Array.of(5, 6),
  },
  rejected: [{ index: 2, reason: 'negative', field: 'litres', value: '-1' }],
  raw: '{"readings": …}',
})
const frame = { stream: frameStream(gateway), event: eventOf(gateway, written) }

const refusalOf = (message: Buffer | null): string => {
  try {
    decodeFrameMessage(message)
    return 'taken'
  } catch (error) {
    if (error instanceof FrameMessageInvalid) return error.message
    throw error
  }
}

describe('a frame as a message', () => {
  test('comes back with everything that the log will hold of it', () => {
    const { stream, event } = decodeFrameMessage(encodeFrameMessage(frame))
    expect(stream).toBe(frame.stream)
    expect({ ...event, packed: [...event.packed!] }).toEqual({ ...frame.event, packed: [...frame.event.packed!] })
    // The log's hash is over the text of the data, so its order has to survive too.
    expect(JSON.stringify(event.data)).toBe(JSON.stringify(frame.event.data))
  })

  test('is laid out as documented', () => {
    const message = encodeFrameMessage(frame)
    expect(message.toString('latin1', 0, 3)).toBe('NFB')
    expect(message[3]).toBe(1)
    const envelopeEnd = 12 + message.readUInt32BE(4)
    expect(JSON.parse(message.toString('utf8', 12, envelopeEnd))).toMatchObject({ stream: 'north/metering-gateway-tower', id: written.id })
    expect([...message.subarray(envelopeEnd)]).toEqual([...written.packed])
  })

  test('is refused when any single byte of it was changed or cut off', () => {
    const message = encodeFrameMessage(frame)
    for (let place = 0; place < message.length; place += 1) {
      const damaged = Buffer.from(message)
      damaged[place]! ^= 0x20
      expect(refusalOf(damaged), `byte ${place}`).not.toBe('taken')
      expect(refusalOf(message.subarray(0, place)), `cut at ${place}`).not.toBe('taken')
    }
  })

  test('is refused when it is something else', () => {
    expect(refusalOf(null)).toContain('mark NFB')
    expect(refusalOf(Buffer.from('{"readings": []}'))).toContain('mark NFB')
  })

  test('is refused when it claims another stream, another event or another shape than its frame has', () => {
    const { event } = frame
    const stranger = encodeFrameMessage({ ...frame, stream: 'south/metering-gateway-tower' })
    expect(refusalOf(stranger)).toContain('not of the stream')
    expect(refusalOf(encodeFrameMessage({ ...frame, event: { ...event, id: 'e4eaaaf2-d142-11e1-b3e4-080027620cdd' } }))).toContain(
      'event id',
    )
    expect(refusalOf(encodeFrameMessage({ ...frame, event: { ...event, type: 'devices.ValveOpened' } }))).toContain('envelope')
    expect(refusalOf(encodeFrameMessage({ ...frame, event: { ...event, data: { ...event.data, accepted: 'two' } } }))).toContain('accepted')
    expect(refusalOf(encodeFrameMessage({ ...frame, event: { ...event, schemaVersion: 99 } }))).toContain('schema version 99')
    expect(refusalOf(encodeFrameMessage({ ...frame, event: { ...event, packed: new Uint8Array() } }))).toContain('packed')
  })
})
