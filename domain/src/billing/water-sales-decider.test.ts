import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { waterSalesDecider } from './water-sales-decider.ts'

const given = specificationOf(waterSalesDecider)
const at = '2026-03-02T08:00:00.000Z'
const accountNo = 'A-1'
const saleId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
const paid: AccountBillsEvent = {
  type: 'billing.PaymentReceived',
  data: {
    ...{ accountNo, paymentId: saleId, personId: saleId, payMethod: '0', reference: null, remark: null },
    ...{ amountMinor: 2_200, allocations: [], restMinor: 2_200, at },
    postings: [
      { ledgerAccount: 'cash', amountMinor: 2_200 },
      { ledgerAccount: 'customerMoney', amountMinor: -2_200 },
    ],
  },
}
const water = { accountNo, saleId, meterNo: 'm1', amountMinor: 2_200, vatMinor: 200, litres: 10_000 }
const sold: AccountBillsEvent = {
  type: 'billing.WaterSold',
  data: {
    ...water,
    postings: [
      { ledgerAccount: 'customerMoney', amountMinor: 2_200 },
      { ledgerAccount: 'waterRevenue', amountMinor: -2_000 },
      { ledgerAccount: 'vat', amountMinor: -200 },
    ],
    at,
  },
}
const takenBack: AccountBillsEvent = {
  type: 'billing.WaterTakenBack',
  data: {
    ...water,
    reason: 'wrong meter',
    postings: [
      { ledgerAccount: 'customerMoney', amountMinor: -2_200 },
      { ledgerAccount: 'waterRevenue', amountMinor: 2_000 },
      { ledgerAccount: 'vat', amountMinor: 200 },
    ],
    at,
  },
}

describe('a sale of water', () => {
  test('is paid by the balance, once, and never by more than there is', () => {
    given([paid])
      .when({ type: 'SellWater', ...water })
      .then([sold])
    given([paid, sold])
      .when({ type: 'SellWater', ...water })
      .then([])
    given([])
      .when({ type: 'SellWater', ...water })
      .refused('balance-insufficient', { balance: '0.00' })
    given([paid, sold])
      .when({ type: 'SellWater', ...water, amountMinor: 1 })
      .refused('transaction-id-reused')
  })
  test('is taken back once; its price is the balance again', () => {
    const takeBack = { type: 'TakeWaterBack', accountNo, saleId, reason: 'wrong meter' } as const
    given([paid]).when(takeBack).refused('not-found')
    given([paid, sold]).when(takeBack).then([takenBack])
    given([paid, sold, takenBack]).when(takeBack).then([])
  })
})
