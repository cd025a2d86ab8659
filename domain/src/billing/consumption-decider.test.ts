import type { DeductConsumption } from '@nightflow/schemas/billing/burn-down'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { consumptionDecider } from './consumption-decider.ts'

const given = specificationOf(consumptionDecider)
const at = '2026-03-02T08:00:00.000Z'
const accountNo = 'P-1'
const charge = {
  ...{ priceScheme: 'Village', version: 1, kind: 'volume' as const, step: 1, litres: 2_000, unitPriceMinor: 100, vatBasisPoints: 1_000 },
  ...{ amountMinor: 200, vatMinor: 20 },
}
const use: DeductConsumption = {
  ...{ type: 'DeductConsumption', accountNo, contractNo: 1, periodFrom: '2026-03-01', periodTo: '2026-03-02', litres: 2_000 },
  ...{
    estimatedLitres: 0,
    estimatedDays: 0,
    volumes: [{ meterNo: 'm1', month: '2026-03', litres: 2_000 }],
    dueMinor: 220,
    computedAtPosition: 7,
  },
  charges: [{ ...charge, from: 0, to: 1, dividedBy: null }],
}
const { type: _, contractNo: __, charges: ___, ...facts } = use
const deducted: AccountBillsEvent = {
  type: 'billing.ConsumptionDeducted',
  data: {
    ...{ ...facts, sequence: 1, lines: [charge], amountMinor: 200, vatMinor: 20, totalMinor: 220, at },
    postings: [
      { ledgerAccount: 'customerMoney', amountMinor: 220 },
      { ledgerAccount: 'waterRevenue', amountMinor: -200 },
      { ledgerAccount: 'vat', amountMinor: -20 },
    ],
  },
}
const bill = (periodFrom: string, periodTo: string): AccountBillsEvent => ({
  type: 'billing.BillIssued',
  data: {
    ...{ accountNo, billId: '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', billType: '0', periodFrom, periodTo, dueOn: '2026-04-30', litres: 0 },
    ...{ amountMinor: 100, vatMinor: 0, totalMinor: 100, volumes: [], lines: [], computedAtPosition: 1, fromBalanceMinor: 0, at },
    postings: [
      { ledgerAccount: 'receivables', amountMinor: 100 },
      { ledgerAccount: 'waterRevenue', amountMinor: -100 },
    ],
  },
})

describe('the use of a prepaid account', () => {
  test('is taken from the balance, also below zero, and once', () => {
    given([]).when(use).then([deducted])
    given([deducted]).when(use).then([])
  })

  test('is not taken for a day that a bill has', () => {
    given([bill('2026-03-01', '2026-04-01')])
      .when(use)
      .refused('bill-period-billed', { from: '2026-03-01', to: '2026-04-01' })
    given([bill('2026-02-01', '2026-03-01')])
      .when(use)
      .then([deducted])
  })

  test('is not taken from an account whose money is closed', () => {
    given([{ type: 'billing.AccountMoneyClosed', data: { accountNo, reason: 'moved out', at } }])
      .when(use)
      .refused('account-closed', { accountNo })
  })
})
