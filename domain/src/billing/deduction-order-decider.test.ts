import { test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { deductionOrderDecider } from './deduction-order-decider.ts'

const given = specificationOf(deductionOrderDecider)
const at = '2026-03-02T08:00:00.000Z'

test('a deduction order has each kind once; the same order again is no event', () => {
  const deductionOrder = ['debt', 'fixed', 'percentage', 'frequency'] as const
  const set = { type: 'billing.DeductionOrderSet', data: { deductionOrder: [...deductionOrder], at } } as const
  given([])
    .when({ type: 'SetDeductionOrder', deductionOrder: [...deductionOrder] })
    .then([{ ...set, data: { deductionOrder: ['debt', 'fixed', 'percentage', 'frequency'], at } }])
  given([])
    .when({ type: 'SetDeductionOrder', deductionOrder: ['percentage', 'fixed', 'frequency', 'debt'] })
    .then([])
  given([])
    .when({ type: 'SetDeductionOrder', deductionOrder: ['debt', 'debt', 'percentage', 'frequency'] })
    .refused('deduction-order-incomplete')
})
