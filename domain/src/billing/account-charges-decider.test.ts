import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import type { DeductPayment } from '@nightflow/schemas/billing/deduct-payment'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import { describe, expect, test } from 'vitest'
import { decide, specificationOf, stateAfter } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import type { AccountChargesEvent } from './account-charges.ts'
import { type AccountChargesCommand, accountChargesDecider } from './account-charges-decider.ts'
import { planOf } from './debt-decisions.ts'

const given = specificationOf(accountChargesDecider)
const at = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const schemeId = '3f0f3ad8-5d6e-4b8c-9b0a-000000000001'
const debtId = '3f0f3ad8-5d6e-4b8c-9b0a-00000000000d'
const paymentId = '3f0f3ad8-5d6e-4b8c-9b0a-0000000000aa'
const deductionId = '3f0f3ad8-5d6e-4b8c-9b0a-0000000000bb'
const item: ChargingItem = {
  ...{ itemName: 'Garden', method: '0' as const, enabledDate: '2026-01-01', ratioBasisPoints: 1000 },
  ...{ amountMinor: null, frequency: null, vatBasisPoints: 0 },
}

const debt = { accountNo, debtId, debtType: '1', feeName: 'Meter', plan: null, remark: '' } as const
const addDebt = { type: 'AddDebt', ...debt, amountMinor: 10_000 } as const
const debtAdded = (amountMinor = 10_000, plan: { source: '0' | '1'; deductions: number } | null = null): AccountChargesEvent => ({
  type: 'billing.DebtAdded',
  data: {
    ...{ ...debt, plan, amountMinor, at },
    postings: [
      { ledgerAccount: 'customerDebts', amountMinor },
      { ledgerAccount: 'debtIncome', amountMinor: -amountMinor },
    ],
  },
})
const pay = (amountMinor: number, id = paymentId) =>
  ({ type: 'PayDebt', accountNo, debtId, paymentId: id, amountMinor, payMethod: '0', remark: '' }) as const
const paid = (amountMinor: number, residualMinor: number): AccountChargesEvent => {
  const { type: _, ...asked } = pay(amountMinor)
  return {
    type: 'billing.DebtPaid',
    data: {
      ...{ ...asked, debtType: '1', feeName: 'Meter', debtMinor: 10_000 },
      ...{ residualMinor, remainingDeductions: null, at },
      postings: [
        { ledgerAccount: 'cash', amountMinor },
        { ledgerAccount: 'customerDebts', amountMinor: -amountMinor },
      ],
    },
  }
}

describe('a debt', () => {
  // requirement of Surcharges and debts: Debt amount greater than 0 | /billing/debts | POST /prod-api/business/debt
  test('is greater than 0', () => {
    given([]).when(addDebt).then([debtAdded()])
    for (const amountMinor of [0, -1])
      given([])
        .when({ ...addDebt, amountMinor })
        .refused('debt-not-positive')
  })
  test('requested twice is added once; with another amount the request is refused', () => {
    given([debtAdded()]).when(addDebt).then([])
    given([debtAdded()])
      .when({ ...addDebt, amountMinor: 1 })
      .refused('transaction-id-reused')
  })
  test('is paid in whole or in part', () => {
    given([debtAdded()])
      .when(pay(4000))
      .then([paid(4000, 6000)])
    given([debtAdded()])
      .when(pay(10_000))
      .then([paid(10_000, 0)])
  })
  test('requested to be paid twice is paid once', () => {
    given([debtAdded(), paid(4000, 6000)])
      .when(pay(4000))
      .then([])
    given([debtAdded(), paid(4000, 6000)])
      .when(pay(4001))
      .refused('transaction-id-reused')
  })
  test('is paid with an amount greater than 0', () => given([debtAdded()]).when(pay(0)).refused('debt-not-positive'))
  test('is not overpaid', () => {
    given([debtAdded()]).when(pay(10_001)).refused('debt-overpaid')
    given([debtAdded(), paid(4000, 6000)])
      .when(pay(6001, deductionId))
      .refused('debt-overpaid')
  })
  // requirement of Surcharges and debts: A debt is paid in whole or in part, and not after it is paid in full | /billing/debts | PUT /prod-api/business/debt/pay/:debtNo
  test('paid in full is not paid or planned again', () => {
    const all = [debtAdded(), paid(10_000, 0)]
    given(all).when(pay(1, deductionId)).refused('debt-paid-in-full')
    given(all)
      .when({ type: 'PlanRepayment', accountNo, debtId, plan: { source: '0', deductions: 3 } })
      .refused('debt-paid-in-full')
  })
  test('gets a repayment plan; the same plan again is no event', () => {
    const plan = { source: '0', deductions: 3 } as const
    const planned: AccountChargesEvent = { type: 'billing.RepaymentPlanned', data: { accountNo, debtId, plan, at } }
    given([debtAdded()]).when({ type: 'PlanRepayment', accountNo, debtId, plan }).then([planned])
    given([debtAdded(), planned]).when({ type: 'PlanRepayment', accountNo, debtId, plan }).then([])
  })
  test('has a whole repayment plan or none: half of one is refused', () => {
    expect(planOf(null, null)).toBeNull()
    expect(planOf('0', 3)).toEqual({ source: '0', deductions: 3 })
    expect(planOf('0', null)).toEqual({ rejected: 'repayment-plan-incomplete' })
    expect(planOf(null, 3)).toEqual({ rejected: 'repayment-plan-incomplete' })
  })
  test('that does not exist is not paid or planned', () => {
    given([]).when(pay(1)).refused('not-found')
    given([]).when({ type: 'PlanRepayment', accountNo, debtId, plan: null }).refused('not-found')
  })
})

describe('a personal surcharge', () => {
  const add = { type: 'AddPersonalSurcharge' as const, accountNo, item, schemeItems: [] }
  const added: AccountChargesEvent = { type: 'billing.PersonalSurchargeAdded', data: { accountNo, ...item, at } }
  test('has a name that no other item of the account or its scheme has', () => {
    given([]).when(add).then([added])
    given([added]).when(add).refused('charging-item-exists')
    given([])
      .when({ ...add, schemeItems: [item] })
      .refused('charging-item-exists')
  })
  // requirement of Surcharges and debts: A surcharge scheme is given to an account | /billing/personalSurcharges | PUT /prod-api/business/personalSurcharge/scheme
  test('and the items of the scheme take 100 % at most', () => {
    const schemeItems = [{ ...item, itemName: 'Sewage', ratioBasisPoints: 9001 }]
    given([])
      .when({ ...add, schemeItems })
      .refused('deduction-ratio-too-large')
    given([added]).when({ type: 'AssignSurchargeScheme', accountNo, schemeId, schemeItems }).refused('deduction-ratio-too-large')
  })
  test('is changed and removed', () => {
    const other = { ...item, ratioBasisPoints: 500 }
    given([added])
      .when({ ...add, type: 'ChangePersonalSurcharge' as const, item: other })
      .then([{ type: 'billing.PersonalSurchargeChanged', data: { accountNo, ...other, at } }])
    given([added])
      .when({ ...add, type: 'ChangePersonalSurcharge' as const })
      .then([])
    given([added])
      .when({ type: 'RemovePersonalSurcharge', accountNo, itemName: 'Garden' })
      .then([{ type: 'billing.PersonalSurchargeRemoved', data: { accountNo, itemName: 'Garden', at } }])
  })
  test('that does not exist is not changed or removed', () => {
    given([])
      .when({ ...add, type: 'ChangePersonalSurcharge' as const })
      .refused('not-found')
    given([]).when({ type: 'RemovePersonalSurcharge', accountNo, itemName: 'Garden' }).refused('not-found')
  })
})

const payment = (paymentMinor: number, change: Partial<DeductPayment> = {}): DeductPayment => ({
  ...{ type: 'DeductPayment', deductionId, accountNo, source: '1', paymentMinor, purchasedLitres: 0 },
  ...{ deductionOrder: defaultDeductionOrder, schemeItems: [] },
  ...change,
})
const funds: AccountBillsEvent = {
  type: 'billing.PaymentReceived',
  data: {
    ...{ accountNo, paymentId, personId: paymentId, payMethod: '0', reference: null, remark: null, at: '2026-01-01T08:00:00.000Z' },
    ...{ amountMinor: 50_000, allocations: [], restMinor: 50_000 },
    postings: [
      { ledgerAccount: 'cash', amountMinor: 50_000 },
      { ledgerAccount: 'customerMoney', amountMinor: -50_000 },
    ],
  },
}
const outcomeOf = (events: readonly AccountChargesEvent[], command: AccountChargesCommand, now = at) => {
  const outcome = decide(accountChargesDecider, stateAfter(accountChargesDecider, [funds, ...events]), command, {
    ...{ now, actor: 'user:1', timeZone: 'Europe/Rome' },
  })
  if ('rejected' in outcome) throw new Error(outcome.rejected)
  return outcome
}
const deducted = (events: readonly AccountChargesEvent[], command: DeductPayment, now = at) => {
  const [event] = outcomeOf(events, command, now)
  if (event?.type !== 'billing.PaymentDeducted') throw new Error('nothing was deducted')
  return event
}

describe('a payment', () => {
  test('is greater than 0', () => given([]).when(payment(0)).refused('payment-not-positive'))
  test('requested twice deducts once; with another amount the request is refused', () => {
    const made = deducted([debtAdded(10_000, { source: '1', deductions: 4 })], payment(5000))
    given([debtAdded(), made]).when(payment(5000)).then([])
    given([debtAdded(), made]).when(payment(5001)).refused('transaction-id-reused')
  })
  // requirement of Surcharges and debts: Repayment plan from bills or from recharges | /billing/debts | PUT /prod-api/business/debt/plan/:debtNo
  test('of a recharge repays debts whose plan takes from recharges, and no others', () => {
    const fromBills = [debtAdded(10_000, { source: '0', deductions: 4 })]
    expect(deducted(fromBills, payment(5000)).data.lines).toEqual([])
    // Bills take them as lines of their own.
    expect(deducted(fromBills, payment(5000, { source: '0' })).data.lines).toEqual([])
    expect(deducted([debtAdded(10_000, { source: '1', deductions: 4 })], payment(5000)).data.lines).toMatchObject([
      { debtId, amountMinor: 2500, residualMinor: 7500, remainingDeductions: 3 },
    ])
  })
  // requirement of Surcharges and debts: A deduction without funds or payment is refused | /billing/deductions | POST /prod-api/business/deduction
  test('is not deducted from by hand beyond the balance', () => {
    const planned = [debtAdded(10_000, { source: '1', deductions: 1 })]
    given(planned).when(payment(5000)).refused('account-balance-insufficient', { owed: '50.00' })
    given([...planned, funds])
      .when(payment(50_001))
      .then(outcomeOf(planned, payment(50_001)))
  })
  test('stores the order in which it was deducted, and its postings add up to zero', () => {
    const { data } = deducted([debtAdded(10_000, { source: '1', deductions: 2 })], payment(3000))
    expect(data).toMatchObject({ deductionOrder: defaultDeductionOrder, deductedMinor: 3000, restMinor: 0 })
    expect(data.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  })
  test('settles an item once for each month, whatever day it is made on', () => {
    const monthly = { ...item, method: '2', ratioBasisPoints: null, amountMinor: 300, frequency: '1' } as const
    const surcharge: AccountChargesEvent = { type: 'billing.PersonalSurchargeAdded', data: { accountNo, ...monthly, at } }
    const first = deducted([surcharge], payment(5000), '2026-05-10T08:00:00.000Z')
    expect(first.data.lines).toMatchObject([{ units: 2, amountMinor: 600 }])
    const second = payment(5000, { deductionId: paymentId })
    expect(deducted([surcharge, first], second, '2026-05-20T08:00:00.000Z').data.lines).toEqual([])
    expect(deducted([surcharge, first], second, '2026-06-01T08:00:00.000Z').data.lines).toMatchObject([{ units: 1, amountMinor: 300 }])
  })
  test('counts the water that an account buys from when it got the item', () => {
    const volume = { ...item, method: '2', ratioBasisPoints: null, amountMinor: 50, frequency: '3' } as const
    const bought = deducted([], payment(5000, { purchasedLitres: 7400 }))
    const surcharge: AccountChargesEvent = { type: 'billing.PersonalSurchargeAdded', data: { accountNo, ...volume, at } }
    const next = payment(5000, { deductionId: paymentId, purchasedLitres: 2600 })
    expect(deducted([bought, surcharge], next).data).toMatchObject({ cumulativeLitres: 10_000, lines: [{ units: 3, amountMinor: 150 }] })
  })
})
