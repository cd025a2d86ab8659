import { expect, test } from 'vitest'
import { effectiveAt } from './effective-day.ts'

const context = { now: '2026-03-20T09:00:00.000Z', timeZone: 'Europe/Rome' }
const account = { changedAt: '2026-01-05T08:00:00.000Z', billedTo: '2026-03-01', closedUntil: '2026-02-28T23:00:00.000Z' }
const on = (effectiveOn?: string, more: object = {}) => effectiveAt({ effectiveOn, ...account, ...more }, context)

test('a change counts from now, or from the midnight of an earlier day', () => {
  expect(on()).toBe(context.now)
  expect(on('2026-03-20')).toBe(context.now)
  expect(on('2026-03-01')).toBe('2026-02-28T23:00:00.000Z')
})

test('not from a day that is billed, closed, of the future, or before the last change', () => {
  expect(on('2026-03-21')).toEqual({ rejected: 'effective-day-in-future', details: { day: '2026-03-20' } })
  expect(on('2026-02-28')).toEqual({ rejected: 'effective-day-billed', details: { day: '2026-03-01' } })
  expect(on('2026-02-28', { billedTo: null })).toEqual({ rejected: 'effective-day-closed', details: { day: '2026-03-01' } })
  expect(on('2026-01-04')).toEqual({ rejected: 'effective-day-before-change', details: { day: '2026-01-05' } })
})

test('on the day of the last change it counts after it', () => {
  const changedAt = '2026-03-10T08:00:00.000Z'
  expect(on('2026-03-10', { changedAt })).toBe(changedAt)
})
