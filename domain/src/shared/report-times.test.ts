import { describe, expect, it } from 'vitest'
import { calendarOf, dayOfDate } from './local-time.ts'
import { coveredDays, lastDue } from './report-times.ts'

const rome = calendarOf('Europe/Rome')
const times = { recurrence: 'daily', hour: 6, weekDay: 1, monthDay: 1 } as const
const dueAt = (of: Parameters<typeof lastDue>[0], now: string): string | undefined => {
  const due = lastDue(of, Date.parse(now), rome)
  return due && new Date(due.at).toISOString()
}

describe('a report by mail is due', () => {
  it('each day at its hour of the zone of the utility, and the day before until then', () => {
    expect(dueAt(times, '2026-07-10T04:00:00Z')).toBe('2026-07-10T04:00:00.000Z')
    expect(dueAt(times, '2026-07-10T03:59:00Z')).toBe('2026-07-09T04:00:00.000Z')
    expect(dueAt(times, '2026-01-10T05:30:00Z')).toBe('2026-01-10T05:00:00.000Z')
  })
  it('each week on its day', () =>
    expect(dueAt({ ...times, recurrence: 'weekly', weekDay: 3 }, '2026-07-10T12:00:00Z')).toBe('2026-07-08T04:00:00.000Z'))
  it('each month on its day, also over the end of a year', () => {
    expect(dueAt({ ...times, recurrence: 'monthly', monthDay: 28 }, '2026-01-10T12:00:00Z')).toBe('2025-12-28T05:00:00.000Z')
    expect(dueAt({ ...times, recurrence: 'monthly' }, '2026-07-10T12:00:00Z')).toBe('2026-07-01T04:00:00.000Z')
  })
  it('at the next hour where the clock leaves its hour out', () =>
    expect(dueAt({ ...times, hour: 2 }, '2026-03-29T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z'))
})

describe('a report by mail is about', () => {
  const day = dayOfDate('2026-03-02')
  it('the day before, the seven days before, or the calendar month before', () => {
    expect(coveredDays('yesterday', day)).toEqual({ beginTime: '2026-03-01', endTime: '2026-03-01' })
    expect(coveredDays('week', day)).toEqual({ beginTime: '2026-02-23', endTime: '2026-03-01' })
    expect(coveredDays('month', day)).toEqual({ beginTime: '2026-02-01', endTime: '2026-02-28' })
  })
})
