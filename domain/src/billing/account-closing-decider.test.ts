import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import type { AccountChargesEvent } from './account-charges.ts'
import { accountChargesDecider } from './account-charges-decider.ts'
import { accountClosingDecider } from './account-closing-decider.ts'

const given = specificationOf(accountClosingDecider)
const now = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const id = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`
const posted = (ledgerAccount: 'receivables' | 'customerMoney' | 'customerDebts', amountMinor: number) => [
  { ledgerAccount, amountMinor },
  { ledgerAccount: ledgerAccount === 'customerMoney' ? ('cash' as const) : ('waterRevenue' as const), amountMinor: -amountMinor },
]

const bill = (totalMinor: number): AccountBillsEvent => ({
  type: 'billing.BillIssued',
  data: {
    ...{ accountNo, billId: id(1), billType: '0', periodFrom: '2026-01-01', periodTo: '2026-02-01', dueOn: '2026-03-01', litres: 0 },
    ...{ amountMinor: totalMinor, vatMinor: 0, totalMinor, volumes: [], lines: [], computedAtPosition: 0 },
    ...{ fromBalanceMinor: 0, postings: posted('receivables', totalMinor), at: now },
  },
})
const paid = (restMinor: number): AccountBillsEvent => ({
  type: 'billing.PaymentReceived',
  data: {
    ...{ accountNo, paymentId: id(2), personId: id(2), payMethod: '0', reference: null, remark: null, amountMinor: restMinor },
    ...{ allocations: [], restMinor, postings: posted('customerMoney', -restMinor), at: now },
  },
})
const debt = (amountMinor: number) =>
  ({
    type: 'billing.DebtAdded',
    data: {
      ...{ accountNo, debtId: id(3), debtType: '1', feeName: 'Meter', remark: '', amountMinor, plan: null },
      ...{ postings: posted('customerDebts', amountMinor), at: now },
    },
  }) as unknown as AccountBillsEvent

const reason = 'moved away'
const close = { type: 'CloseAccountMoney' as const, accountNo, closingLitres: 12, reason }
const reopen = { type: 'ReopenAccountMoney' as const, accountNo }
const closed: AccountBillsEvent = { type: 'billing.AccountMoneyClosed', data: { accountNo, closingLitres: 12, reason, at: now } }
const reopened: AccountBillsEvent = { type: 'billing.AccountMoneyReopened', data: { accountNo, at: now } }

describe('the money of an account that is to be cancelled', () => {
  test('closes where the account owes nothing and has nothing, once', () => {
    given([]).when(close).then([closed])
    given([closed]).when(close).then([])
  })

  test('stays open where a bill, a debt or a balance below zero is owed, or money is left', () => {
    given([bill(1_200), debt(34)])
      .when(close)
      .refused('account-balance-insufficient', { owed: '12.34' })
    given([paid(-50)])
      .when(close)
      .refused('account-balance-insufficient', { owed: '0.50' })
    given([paid(500), debt(1)])
      .when(close)
      .refused('account-balance-insufficient')
    given([paid(2_550)])
      .when(close)
      .refused('account-balance-not-refunded', { balance: '25.50' })
  })

  test('opens again where the cancellation is refused', () => {
    given([closed]).when(reopen).then([reopened])
    given([closed, reopened]).when(reopen).then([])
    given([closed, reopened]).when(close).then([closed])
  })
})

describe('an account whose money is closed', () => {
  const bills = specificationOf(accountBillsDecider)
  const charges = specificationOf(accountChargesDecider)
  const pay = (amountMinor: number) =>
    ({ type: 'ReceivePayment', accountNo, paymentId: id(5), amountMinor, payMethod: '0', reference: '', remark: '' }) as const

  test('takes no payment beyond what is open, and one again after it was opened', () => {
    bills([closed]).when(pay(1)).refused('payment-over-open', { open: '0.00' })
    bills([bill(100), closed])
      .when(pay(101))
      .refused('payment-over-open', { open: '1.00' })
    expect(stateAfter(accountBillsDecider, [closed, reopened]).isClosed).toBe(false)
  })

  test('gets no bill and no debt', () => {
    const { data } = bill(100)
    const {
      fromBalanceMinor: _,
      postings: __,
      at: ___,
      ...issued
    } = data as Extract<AccountBillsEvent, { type: 'billing.BillIssued' }>['data']
    bills([closed])
      .when({ type: 'IssueBill', ...issued })
      .refused('account-closed', { accountNo })
    const closedCharges = charges([closed as unknown as AccountChargesEvent])
    const owed = { accountNo, debtId: id(4), debtType: '1', feeName: 'Meter', remark: '', amountMinor: 5, plan: null } as const
    closedCharges.when({ type: 'AddDebt', ...owed }).refused('account-closed', { accountNo })
    const deducted = { accountNo, deductionId: id(6), source: '1', paymentMinor: 100, purchasedLitres: 0 } as const
    closedCharges
      .when({ type: 'DeductPayment', ...deducted, deductionOrder: ['0', '1', '2'] as never, schemeItems: [] })
      .refused('account-closed', { accountNo })
  })
})
