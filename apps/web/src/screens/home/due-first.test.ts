import { expect, test } from 'vitest'
import { dueFirst } from './due-first.ts'

test('orders of a crew are in the order of their days, those without a day last, and the urgent first within a day', () => {
  const order = (name: string, dueDate: string | null, plannedFor: string | null = null) => ({ name, dueDate, plannedFor })
  const orders = [
    order('no day', null),
    order('urgent', '2026-03-02'),
    order('late', '2026-02-27'),
    order('planned', '2026-03-05', '2026-03-02'),
  ]
  expect(dueFirst(orders).map(({ name }) => name)).toEqual(['late', 'urgent', 'planned', 'no day'])
})
