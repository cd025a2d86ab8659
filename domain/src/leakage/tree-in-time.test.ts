import { expect, test } from 'vitest'
import { bulkPointsBelow } from './bulk-points.ts'
import { inTime, joined } from './tree-in-time.ts'

const always = [{ from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }]

test('spans that meet are one', () => {
  expect(
    joined([
      { from: 5, until: 9 },
      { from: Number.NEGATIVE_INFINITY, until: 5 },
      { from: 12, until: 13 },
    ]),
  ).toEqual([
    { from: Number.NEGATIVE_INFINITY, until: 9 },
    { from: 12, until: 13 },
  ])
})

test('a point is a bulk point on the days on which it has an inlet and no customers', () => {
  const below = inTime(
    [
      { id: 'town', parentId: null, summaryMeters: always, customers: always },
      { id: 'hill', parentId: 'town', summaryMeters: [{ from: 20, until: 60 }], customers: [{ from: 40, until: 50 }] },
    ],
    bulkPointsBelow,
  )
  const isBulk = (from: number) =>
    below(from, from + 10)
      .get('town')!
      .includes('hill')
  expect([0, 10, 20, 30, 40, 50, 60].map(isBulk)).toEqual([false, false, true, true, false, true, false])
})
