import { instantOfMoment } from '@nightflow/domain/shared/local-time'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { billAfter, billNumbers, concernsBill } from '@nightflow/projections/billing/bills'
import type { BillThen, billAsOf } from '@nightflow/schemas/billing/bill-documents'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { clockToleranceMilliseconds } from '../http/travel-in-time.ts'
import { eventsOfAccount } from './account-events.ts'
import { namedFor } from './named-holders.ts'

const store = storeOf(resources.bills)

/** A bill by the events of its account that were decided up to a moment; undefined where there is no such bill. */
export const findBillAsOf = async (
  { billNo, asOf }: RequestOf<typeof billAsOf>,
  context: RequestContext,
): Promise<BillThen | undefined | Rejection> => {
  const named = await context.read((database) => billNumbers.namedBy(database, billNo))
  if (!named) return undefined
  const moment = instantOfMoment(asOf, await timeZoneOf(context))
  if (moment > Date.now() + clockToleranceMilliseconds) return rejected('moment-in-future')
  const events = await eventsOfAccount(context, named.accountNo)
  const isKnown = ({ data }: { data: unknown }): boolean => Date.parse((data as { at: string }).at) <= moment
  const bill = billAfter(events.filter(isKnown), named)
  if (!bill) return rejected('bill-not-issued-then')
  // The number is in another stream; it is given once, and is that of the bill at each moment.
  const [shown] = await context.read(async (database) => {
    const invoiceNumber = (await store.find(database, billNo))?.invoiceNumber ?? null
    return namedFor(context)(database, [{ ...bill, invoiceNumber }])
  })
  const laterEvents = events.filter((event) => !isKnown(event) && concernsBill(event, named.billId)).length
  return { asOf: new Date(moment).toISOString(), bill: shown!, laterEvents }
}
