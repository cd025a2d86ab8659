import { compareBills, comparedWith, factsOfBill } from '@nightflow/domain/billing/compare-bills'
import { comparedBillsOf } from '@nightflow/projections/billing/compared-bills'
import { compareBill } from '@nightflow/schemas/billing/bill-comparison'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'

/** A bill beside the one before it and the one of the year before. */
const compare = async (
  { billNo }: RequestOf<typeof compareBill>,
  context: RequestContext,
): Promise<ResponseOf<typeof compareBill> | Rejection> => {
  const timeZone = await timeZoneOf(context)
  const found = await context.read((database) => comparedBillsOf(database, { billNo, timeZone }))
  if (!found) return rejected('not-found')
  const bill = factsOfBill(found.bill)
  const { before, lastYear } = comparedWith(found.bill, found.earlier)
  return {
    bill,
    before: before && compareBills(bill, factsOfBill(before)),
    lastYear: lastYear && compareBills(bill, factsOfBill(lastYear)),
  }
}

export const compareBillRoute: Route = ask(compareBill, compare)
