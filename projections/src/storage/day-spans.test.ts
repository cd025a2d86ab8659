import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { expect, test } from 'vitest'
import { longSpanDays, spanOf, spansMax, spansOf } from './day-spans.ts'

const bounds = (date: string) => {
  const { from, until } = spanOf(dayOfDate(date))
  return [from, until].map((day) => day !== undefined && dateOfDay(day))
}

test('the days of the present lie in spans of four weeks, those of before in spans of a year, and wrong clocks at two ends', () => {
  expect(bounds('2026-11-22')).toEqual(['2026-11-19', '2026-12-17'])
  expect(bounds('2024-10-24')).toEqual(['2024-10-24', '2024-11-21'])
  expect(bounds('2024-10-23')).toEqual(['2023-10-26', '2024-10-24'])
  expect(bounds('1999-12-31')).toEqual(['1999-11-25', '2000-11-23'])
  expect(bounds('1970-01-01')).toEqual([false, '1999-11-25'])
  expect(bounds('2051-09-20')).toEqual(['2051-08-24', '2051-09-21'])
  expect(bounds('2100-01-01')).toEqual(['2051-09-21', false])
})

test('a table of few rows has spans of a year for the present too', () => {
  const { from, until } = spanOf(dayOfDate('2026-11-22'), longSpanDays)
  expect([from, until].map((day) => dateOfDay(day!))).toEqual(['2026-10-22', '2027-10-21'])
  expect(spanOf(dayOfDate('2010-01-01'), longSpanDays)).toEqual(spanOf(dayOfDate('2010-01-01')))
})

test('the spans of all days touch each other, never overlap, and are no more than the limit', () => {
  const days = Array.from({ length: 60_000 }, (_, index) => index - 5_000)
  const spans = spansOf(days)
  expect(spans).toHaveLength(spansMax)
  expect(spansMax).toBe(378)
  expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ until }) => until))
  expect(new Set(spans.map(({ name }) => name)).size).toBe(spans.length)
})

test('the spans of some days are each named once, in whatever order the days come', () => {
  const days = ['2026-11-22', '2015-01-01', '2026-11-19', '2026-12-17', '2026-11-30'].map(dayOfDate)
  expect(spansOf(days).map(({ name }) => name)).toEqual(['from_2026_11_19', 'from_2014_11_06', 'from_2026_12_17'])
})
