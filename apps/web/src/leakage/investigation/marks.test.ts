import { expect, test } from 'vitest'
import { linesOf, placeOf, shiftMarks } from './marks.ts'

const span = [1_000, 2_000] as const
const at = (seconds: number) => new Date(seconds * 1000).toISOString()

test('a mark has the place of its time in the shown span, cut at both ends', () => {
  expect(placeOf({ kind: 'valve', at: at(1_250), until: null }, span)).toEqual({ left: 0.25, width: 0 })
  expect(placeOf({ kind: 'annotation', at: at(500), until: at(1_500) }, span)).toEqual({ left: 0, width: 0.5 })
})

test('a leak that has not ended reaches to the end of the span', () => {
  expect(placeOf({ kind: 'detection', at: at(1_500), until: null }, span)).toEqual({ left: 0.5, width: 0.5 })
})

test('marks of compared days are as many days later, and what goes on goes on', () => {
  const marks = [{ kind: 'case' as const, at: '2026-03-01T02:00:00.000Z', until: null }]
  expect(shiftMarks(marks, 7)).toEqual([{ kind: 'case', at: '2026-03-08T02:00:00.000Z', until: null }])
})

test('a mark outside of the zoomed span has no place', () => {
  expect(placeOf({ kind: 'exchange', at: at(2_500), until: null }, span)).toBeUndefined()
  expect(placeOf({ kind: 'case', at: at(100), until: at(900) }, span)).toBeUndefined()
})

test('a fall of the flow is a moment: it has no end to wait for', () => {
  expect(placeOf({ kind: 'detection', detection: 'anomaly', at: at(1_500), until: null }, span)).toEqual({ left: 0.5, width: 0 })
})

test('marks that overlap are below one another, and a line is used again once it is free', () => {
  const places = [
    { left: 0, width: 0.5 },
    { left: 0.2, width: 0.1 },
    { left: 0.4, width: 0 },
    { left: 0.6, width: 0 },
  ]
  expect(linesOf(places)).toEqual([0, 1, 1, 0])
})
