import { describe, expect, test } from 'vitest'
import { type AccountBills, noBills, type OpenBill } from './account-bills.ts'
import { standingOf } from './account-standing.ts'
import { notCollected } from './collection-events.ts'

const bill = (billId: string, dueOn: string, openMinor: number, more: Partial<OpenBill> = {}): [string, OpenBill] => [
  billId,
  {
    ...notCollected,
    contractNo: 1,
    issued: { billId, dueOn } as OpenBill['issued'],
    totalMinor: openMinor,
    vatMinor: 0,
    vatParts: [],
    openMinor,
    ...more,
  },
]
const account = (...bills: [string, OpenBill][]): AccountBills => ({ ...noBills, bills: new Map(bills) })
const planOf = (...parts: [string, number][]) => ({
  planId: 'p',
  plannedMinor: parts.reduce((sum, [, minor]) => sum + minor, 0),
  parts: parts.map(([dueOn, amountMinor]) => ({ dueOn, amountMinor })),
})

describe('debt of an account', () => {
  test('is what is open, what of it was missed, and what is due next', () => {
    const state = account(
      bill('a', '2026-02-20', 700, { missedOn: '2026-02-20' }),
      bill('b', '2026-03-20', 400),
      bill('c', '2026-03-20', 50),
      bill('d', '2026-01-20', 0),
    )
    expect(standingOf(state, 1, '2026-03-02')).toEqual({
      openMinor: 1150,
      overdueMinor: 700,
      nextDue: { dueOn: '2026-03-20', amountMinor: 450 },
      instalments: [],
    })
  })

  test('by instalments is by day what was planned and what of it is open, over the bills that are not paid', () => {
    const state = account(
      bill('a', '2026-01-20', 60, { plan: planOf(['2026-02-01', 50], ['2026-03-01', 40]), missedOn: '2026-02-01' }),
      bill('b', '2026-01-20', 70, { plan: planOf(['2026-03-01', 10], ['2026-04-01', 60]) }),
      bill('c', '2026-01-20', 0, { plan: planOf(['2026-02-01', 30]) }),
    )
    expect(standingOf(state, 1, '2026-02-10')).toMatchObject({
      overdueMinor: 20,
      nextDue: { dueOn: '2026-03-01', amountMinor: 50 },
      instalments: [
        { dueOn: '2026-02-01', plannedMinor: 50, openMinor: 20 },
        { dueOn: '2026-03-01', plannedMinor: 50, openMinor: 50 },
        { dueOn: '2026-04-01', plannedMinor: 60, openMinor: 60 },
      ],
    })
  })

  test('is nothing without bills', () => {
    expect(standingOf(noBills, 1, '2026-03-02')).toEqual({ openMinor: 0, overdueMinor: 0, nextDue: null, instalments: [] })
  })
})
