import { expect, test } from 'vitest'
import { eventOf, frameStream, writeFrame } from '../shared/accept-frame.ts'
import { appendFrames } from './append-frames.ts'
import { encodeFrameMessage } from './frame-message.ts'

const gateway = { tenant: 'north', name: 'tower' }
const written = writeFrame({
  gateway,
  frameId: 'first',
  source: 'frames',
  sentAt: 0,
  receivedAt: Date.UTC(2026, 0, 1),
  columns: {
    count: 1,
    meters: ['1'],
    meterIndex: Uint32Array.of(0),
    at: Float64Array.of(1),
    registerMillilitres: Float64Array.of(5),
  },
  rejected: [],
})
const message = {
  key: null,
  value: encodeFrameMessage({ stream: frameStream(gateway), event: eventOf(gateway, written) }),
  timestamp: '0',
  attributes: 0,
  offset: '0',
  headers: {},
}
/** A log whose database fails every append like this. */
const failing = (cause: { code: string; constraint?: string }) => ({
  append: () => Promise.reject(new Error('the event log refused 1 events', { cause })),
})

test.each([
  ['a value that its column cannot hold', { code: '22003' }],
  ['a value that is missing', { code: '23502' }],
  ['a check constraint added to the events', { code: '23514', constraint: 'no_such_meter' }],
  ['a row beyond what the database can store', { code: '54000' }],
])('%s is refused for good', async (_, cause) => {
  expect(await appendFrames(failing(cause), [message])).toMatchObject({ settled: 1, refused: [{ message }] })
})

test.each([
  ['a month that has no partition', { code: '23514' }],
  ['a right that was lost', { code: '42501' }],
  ['a database that only reads', { code: '25006' }],
])('%s is no fault of the frame, which waits', async (_, cause) => {
  expect(await appendFrames(failing(cause), [message])).toMatchObject({ settled: 0, refused: [], failure: expect.any(Error) })
})
