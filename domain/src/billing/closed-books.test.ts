import type { CloseMonth } from '@nightflow/schemas/billing/book-close'
import { expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { closedBooksDecider, openBooksGuard } from './closed-books.ts'

const given = specificationOf(closedBooksDecider)
const close = (month: string, until: string, firstMonth: string | null = '2026-01'): CloseMonth => ({
  ...{ type: 'CloseMonth', month, from: `${month}-01T00:00:00.000Z`, until, trialBalance: [], computedAtPosition: 7, reason: 'checked' },
  firstMonth,
})
const closed = (month: string, until: string, at: string) => {
  const { type: _, firstMonth: __, ...data } = close(month, until)
  return { type: 'billing.MonthClosed' as const, data: { ...data, at } }
}
const december = closed('2025-12', '2026-01-01T00:00:00.000Z', '2026-01-02T08:00:00.000Z')

test('months are closed in order, from that of the first posting on', () => {
  const january = close('2026-01', '2026-02-01T00:00:00.000Z')
  given([]).when(close('2026-02', '2026-03-01T00:00:00.000Z')).refused('books-out-of-order', { month: '2026-01' })
  given([])
    .when(january)
    .then([closed('2026-01', '2026-02-01T00:00:00.000Z', '2026-03-02T08:00:00.000Z')])
  given([december])
    .when(close('2026-02', '2026-03-01T00:00:00.000Z', null))
    .refused('books-out-of-order', { month: '2026-01' })
  given([december])
    .when(january)
    .then([closed('2026-01', '2026-02-01T00:00:00.000Z', '2026-03-02T08:00:00.000Z')])
  given([])
    .when(close('2026-01', '2026-02-01T00:00:00.000Z', null))
    .refused('books-empty')
})

test('a month is closed once, and not before an hour after its end', () => {
  given([december]).when(close('2025-12', '2026-01-01T00:00:00.000Z')).refused('books-month-closed', { month: '2025-12' })
  const february = close('2026-02', '2026-03-01T00:00:00.000Z', '2026-02')
  given([]).when(february, { now: '2026-03-01T00:59:59.999Z' }).refused('books-month-not-over', { from: '2026-03-01T01:00:00.000Z' })
  given([])
    .when(february, { now: '2026-03-01T01:00:00.000Z' })
    .then([closed('2026-02', '2026-03-01T00:00:00.000Z', '2026-03-01T01:00:00.000Z')])
})

test('money that is dated in a closed month is refused, and what is no money is not', () => {
  const books = openBooksGuard.evolve(null, december)
  const at = (at: string, more: object = { postings: [] }) => [{ data: { at, ...more } }]
  expect(openBooksGuard.refuse(books, at('2025-12-31T23:59:59Z'))).toEqual({ rejected: 'books-closed', details: { month: '2025-12' } })
  expect(openBooksGuard.refuse(books, at('2026-01-01T00:00:00Z'))).toBeUndefined()
  expect(openBooksGuard.refuse(books, at('2025-12-31T23:59:59Z', {}))).toBeUndefined()
  expect(openBooksGuard.refuse(openBooksGuard.initialState, at('2025-12-31T23:59:59Z'))).toBeUndefined()
})
