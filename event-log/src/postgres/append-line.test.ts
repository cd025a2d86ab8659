import { expect, test } from 'vitest'
import { encodeAppend } from '../encode-append.ts'
import { AppendLine } from './append-line.ts'

const limits = { groupAppends: 4, groupBytes: 1_000_000, waitingAppends: 6, waitingBytes: 1_000_000, gatheredAppends: 3 }
const anAppend = () => {
  const event = {
    id: crypto.randomUUID(),
    type: 'test.Happened',
    schemaVersion: 1,
    data: {},
    metadata: { tenant: 'river', actor: 'user:ada' },
  }
  return { ...encodeAppend('river/test', 'any', [event]), resolve: () => undefined, reject: () => undefined }
}
const lineOf = (count: number) => {
  const line = new AppendLine(limits)
  for (let index = 0; index < count; index++) line.put(anAppend())
  return line
}
const longMilliseconds = 60_000

test('gathering ends when enough appends wait, at once or as soon as they have come', async () => {
  await lineOf(3).gather(longMilliseconds)
  const line = lineOf(1)
  const gathered = line.gather(longMilliseconds)
  line.put(anAppend())
  line.put(anAppend())
  await gathered
  expect(line.takeGroup()).toHaveLength(3)
})

test('gathering ends when the time is over, with what there is', async () => {
  const line = lineOf(1)
  await line.gather(1)
  expect(line.takeGroup()).toHaveLength(1)
})

test('a group takes no more than it may, in the order in which they came; what is left waits', () => {
  const line = lineOf(0)
  const appends = Array.from({ length: 6 }, anAppend)
  for (const append of appends) line.put(append)
  expect(() => line.expectRoomFor(1)).toThrow('6 appends')
  expect(line.takeGroup()).toEqual(appends.slice(0, 4))
  line.expectRoomFor(1)
  expect(line.takeAll()).toEqual(appends.slice(4))
  expect(line.length).toBe(0)
})
