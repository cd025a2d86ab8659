import { expect, test } from 'vitest'
import { NotThrift, readThrift, thriftMessages, writeThrift } from './thrift-binary.ts'

const written = writeThrift({
  ...{ name: 'ping', kind: thriftMessages.call, sequence: 7 },
  fields: { 1: { type: 'i32', value: 5 }, 2: { type: 'text', value: 'é' }, 3: { type: 'bool', value: true }, 4: undefined },
})

test('writes the bytes of the strict binary protocol', () => {
  expect(written.toString('hex')).toBe(
    // Version and kind, name, sequence; field 1 of type 8, field 2 of type 11 in UTF-8, field 3 of type 2; stop.
    `80010001${'00000004'}70696e67${'00000007'}08000100000005${'0b0002'}00000002c3a9${'020003'}0100`,
  )
})

test('reads what it wrote, and fields of types that it does not write', () => {
  expect(readThrift(written)).toEqual({
    ...{ name: 'ping', kind: 1, sequence: 7 },
    fields: new Map<number, unknown>([
      [1, 5],
      [2, 'é'],
      [3, true],
    ]),
  })
  const withMap = Buffer.from('8001000200000000000000010d00010b0b000000010000000161000000016200', 'hex')
  expect(readThrift(withMap).fields.get(1)).toEqual(new Map([['a', 'b']]))
})

test('refuses every message that was cut, and counts above its length, without reading on', () => {
  for (let length = 0; length < written.length; length++)
    expect(() => readThrift(written.subarray(0, length)), `${length}`).toThrow(NotThrift)
  const longList = Buffer.from(`8001000200000000${'00000001'}0f00010b7fffffff00`, 'hex')
  expect(() => readThrift(longList)).toThrow(NotThrift)
  const deep = Buffer.from(`8001000200000000${'00000001'}${'0c0001'.repeat(40)}${'00'.repeat(41)}`, 'hex')
  expect(() => readThrift(deep)).toThrow(NotThrift)
})
