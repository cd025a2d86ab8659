import { test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { heldBillDecider } from './held-bill-decider.ts'

const given = specificationOf(heldBillDecider)
const about = { accountNo: '1001', billId: '00000000-0000-4000-8000-000000000001' }
const held = { ...about, billType: '4', periodFrom: '2026-03-01', periodTo: '2026-03-11', heldFor: 'days-missing', attempts: 7 } as const
const at = '2026-03-20T08:00:00.000Z'
const isHeld = { type: 'billing.BillHeld', data: { ...held, at } } as const

test('a bill is held once, whatever repeats', () => {
  given([])
    .when({ type: 'HoldBill', ...held }, { now: at })
    .then([isHeld])
  given([isHeld])
    .when({ type: 'HoldBill', ...held })
    .then([])
})

test('a held bill is dismissed once with a reason, and one that is not known is refused', () => {
  const dismiss = { type: 'DismissHeldBill', ...about, reason: 'billed by hand' } as const
  const dismissed = { type: 'billing.HeldBillDismissed', data: { ...about, reason: 'billed by hand', at } } as const
  given([isHeld]).when(dismiss, { now: at }).then([dismissed])
  given([isHeld, dismissed]).when(dismiss).then([])
  given([]).when(dismiss).refused('not-found')
})
