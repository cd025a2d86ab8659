import type { CloseMonth } from '@nightflow/schemas/billing/book-close'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { type Decider, type EventIn, guardOf } from '../shared/decider.ts'

/** The last month that is closed, and the instant before which nothing is posted any more. */
export type ClosedBooks = { readonly month: string; readonly until: string } | null
type MonthClosed = EventIn<'billing.MonthClosed'>

const stream = 'billing-books'
const evolve = (_: ClosedBooks, { data: { month, until } }: MonthClosed): ClosedBooks => ({ month, until })

/**
 * A decision carries the instant at which it began, and is in the log some time later. So long after its end a month can be closed: by then
 * everything that it holds is in the log.
 */
export const settlingMilliseconds = 3_600_000

const monthsPerYear = 12

/** The month after `YYYY-MM`. */
const monthAfter = (month: string): string => {
  const next = Number(month.slice(0, 4)) * monthsPerYear + Number(month.slice(5))
  return `${String(Math.floor(next / monthsPerYear)).padStart(4, '0')}-${String((next % monthsPerYear) + 1).padStart(2, '0')}`
}

/** Closes the months of a tenant's books one after the other, from that of the first posting on. A close is final. */
export const closedBooksDecider: Decider<CloseMonth, ClosedBooks, MonthClosed> = {
  streamOf: () => stream,
  initialState: null,
  evolve,
  decide: {
    CloseMonth: ({ type: _, firstMonth, ...close }, closed, { now }) => {
      const { month, until } = close
      if (closed && month <= closed.month) return rejected('books-month-closed', { month })
      const next = closed ? monthAfter(closed.month) : firstMonth
      if (next === null) return rejected('books-empty')
      if (month !== next) return rejected('books-out-of-order', { month: next })
      const from = Date.parse(until) + settlingMilliseconds
      if (Date.parse(now) < from) return rejected('books-month-not-over', { month, from: new Date(from).toISOString() })
      return [{ type: 'billing.MonthClosed', data: { ...close, at: now } }]
    },
  },
}

/** Refuses money that would be dated in a closed month, in whichever command it is decided. */
export const openBooksGuard = guardOf<ClosedBooks, MonthClosed>({
  stream,
  isKept: true,
  initialState: null,
  evolve,
  refuse: (closed, events) => {
    if (!closed) return undefined
    const isLate = events.some(({ data }) => 'postings' in data && 'at' in data && Date.parse(String(data.at)) < Date.parse(closed.until))
    return isLate ? rejected('books-closed', { month: closed.month }) : undefined
  },
})
