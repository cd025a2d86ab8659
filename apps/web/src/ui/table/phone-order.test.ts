import { describe, expect, test } from 'vitest'
import { inPhoneOrder, phoneRanks } from './phone-order.ts'

const columns = ['choice', 'account', 'status', 'period', 'totalMinor', 'actions']
const listed = (declared?: readonly string[]) => {
  const ranks = phoneRanks(columns.slice(1, -1), declared)
  return columns.map((id) => ({ id, isTool: id === 'choice' || id === 'actions', phoneRank: ranks.get(id) }))
}
const idsOf = (isPhone: boolean, declared?: readonly string[]) => inPhoneOrder(listed(declared), isPhone).map(({ id }) => id)

describe('columns on a telephone', () => {
  test('began as on a desk, so that the amount was behind the edge; subject and amount come first, and the boxes stay before them', () => {
    expect(idsOf(true)).toEqual(['choice', 'account', 'totalMinor', 'status', 'period', 'actions'])
    expect(idsOf(true, ['account', 'period'])).toEqual(['choice', 'account', 'period', 'status', 'totalMinor', 'actions'])
  })

  test('are as declared on a desk', () => {
    expect(idsOf(false)).toEqual(columns)
  })

  test('without an amount have the state second', () => {
    expect([...phoneRanks(['number', 'place', 'status']).keys()]).toEqual(['number', 'status'])
  })
})
