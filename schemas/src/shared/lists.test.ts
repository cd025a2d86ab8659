import { expect, test } from 'vitest'
import { createdWithin } from './lists.ts'

test.each([
  ['2026', '2026-01-01', '2026-12-31'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-11-22', '2026-11-22', '2026-11-22'],
  ['2026-11-22 23:59:59', '2026-11-22T23:59:59', '2026-11-22T23:59:59'],
])('a span that begins and ends with %s goes from %s to %s', (text, from, to) =>
  expect([createdWithin.beginTime.parse(text), createdWithin.endTime.parse(text)]).toEqual([from, to]),
)
