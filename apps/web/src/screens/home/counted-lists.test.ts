import { BankEntryStatus } from '@nightflow/schemas/billing/bank-entry'
import { BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { HeldBillStatus } from '@nightflow/schemas/billing/held-bill'
import { PriceSchemeStatus } from '@nightflow/schemas/billing/price-scheme'
import { listConsumptionReviews, ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { CaseStage } from '@nightflow/schemas/work-orders/leak-case'
import { listBoard } from '@nightflow/schemas/work-orders/work-order-calls'
import { expect, test } from 'vitest'
import { countedLists, listCases, listOpenOrders, stagesOfWork } from './counted-lists.ts'

test('the lists that the home screen counts are those that the declarations describe', () => {
  const { heldBills, bankEntries, billRuns, priceSchemes } = resourceCalls
  const declared = {
    reviews: { ...listConsumptionReviews, waiting: ReviewStatus.enum.open },
    heldBills: { ...heldBills.list, waiting: HeldBillStatus.enum.held },
    bankEntries: { ...bankEntries.list, waiting: BankEntryStatus.enum.unmatched },
    billRuns: { ...billRuns.list, waiting: BillRunStatus.enum.previewed },
    priceSchemes: { ...priceSchemes.list, waiting: PriceSchemeStatus.enum.published },
  }
  const named = ({ path, permission, waiting }: { path: string; permission: string; waiting: string }) => ({ path, permission, waiting })
  for (const [name, list] of Object.entries(declared)) expect(named(countedLists[name as keyof typeof declared])).toEqual(named(list))
})

test('the leaks that are due are counted in the lists that the declarations describe', () => {
  const { awareness, localisation, repair } = CaseStage.enum
  expect(stagesOfWork).toEqual([awareness, localisation, repair])
  const named = ({ path, permission }: { path: string; permission: string }) => ({ path, permission })
  expect(named(listCases)).toEqual(named(resourceCalls.leakCases.list))
  expect(named(listOpenOrders)).toEqual(named(listBoard))
  expect(listOpenOrders.envelope).toBe(listBoard.envelope)
})
