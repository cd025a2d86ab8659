import { listConsumptionReviews } from '@nightflow/schemas/metering/consumption-review'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { expect, test } from 'vitest'
import { countedLists } from './counted-lists.ts'

test('the lists that the home screen counts are those that the declarations describe', () => {
  const { heldBills, bankEntries, billRuns, priceSchemes } = resourceCalls
  const declared = {
    reviews: listConsumptionReviews,
    heldBills: heldBills.list,
    bankEntries: bankEntries.list,
    billRuns: billRuns.list,
    priceSchemes: priceSchemes.list,
  }
  const named = ({ path, permission }: { path: string; permission: string }) => ({ path, permission })
  for (const [name, list] of Object.entries(declared)) expect(named(countedLists[name as keyof typeof declared])).toEqual(named(list))
})
