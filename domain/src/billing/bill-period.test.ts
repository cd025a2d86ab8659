import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { type BillPeriod, overlapping, unbilledParts, unbilledPeriod } from './bill-period.ts'

const march = { from: '2026-03-01', to: '2026-04-01' }
const day = (nth: number): string => dateOfDay(dayOfDate('2026-03-01') + nth)

test('a month is billed whole, or what of it is not billed yet', () => {
  expect(unbilledPeriod(march, [], [])).toMatchObject(march)
  expect(unbilledPeriod(march, [{ from: '2026-02-01', to: '2026-03-11' }], [])).toMatchObject({ from: '2026-03-11', to: '2026-04-01' })
  expect(unbilledPeriod(march, [{ from: '2026-03-20', to: '2026-04-01' }], [])).toMatchObject({ from: '2026-03-01', to: '2026-03-20' })
  expect(unbilledPeriod(march, [march], [])).toBeUndefined()
})

test('a bill ends where the holder changes, and the day of the transfer is the new holder’s', () => {
  expect(unbilledPeriod(march, [], ['2026-03-11'])).toEqual({ from: '2026-03-01', to: '2026-03-11', endsWithHolder: true })
  expect(unbilledPeriod(march, [{ from: '2026-03-01', to: '2026-03-11' }], ['2026-03-11'])).toEqual({
    ...{ from: '2026-03-11', to: '2026-04-01', endsWithHolder: false },
  })
})

test('all unbilled days are in parts, one for each holder and around what is billed', () => {
  expect(unbilledParts(march, [{ from: '2026-03-15', to: '2026-03-20' }], ['2026-03-11', '2026-05-01'])).toEqual([
    { from: '2026-03-01', to: '2026-03-11', endsWithHolder: true },
    { from: '2026-03-11', to: '2026-03-15', endsWithHolder: false },
    { from: '2026-03-20', to: '2026-04-01', endsWithHolder: false },
  ])
  expect(unbilledParts(march, [march], [])).toEqual([])
})

// requirement of Bills and payments: No day of an account is billed twice, whatever the types of its bills | /billing/bills | POST /prod-api/business/bill
test('in whatever order parts are billed, every day is billed once', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 12 }),
      fc.array(fc.nat(40), { maxLength: 3 }),
      (asked, transfers) => {
        const billed: BillPeriod[] = []
        const bill = (wanted: BillPeriod): boolean => {
          const found = unbilledPeriod(wanted, billed, transfers.map(day))
          if (!found) return false
          expect(overlapping(billed, found)).toBeUndefined()
          expect(transfers.map(day).some((transfer) => found.from < transfer && transfer < found.to)).toBe(false)
          billed.push({ from: found.from, to: found.to })
          return true
        }
        for (const [one, other] of asked) bill({ from: day(Math.min(one, other)), to: day(Math.max(one, other) + 1) })
        for (let rounds = 0; bill(march); rounds++) expect(rounds).toBeLessThan(32)
        const days = billed.flatMap(({ from, to }) =>
          Array.from({ length: dayOfDate(to) - dayOfDate(from) }, (_, nth) => dayOfDate(from) + nth),
        )
        expect(days.sort((one, other) => one - other)).toEqual(Array.from({ length: 31 }, (_, nth) => dayOfDate('2026-03-01') + nth))
      },
    ),
  ))
