import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { refusalOfHeld } from '@nightflow/domain/billing/compose-bill'
import { heldBillDecider } from '@nightflow/domain/billing/held-bill-decider'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { billOfAccount, unbilledOfAccount } from '@nightflow/projections/bill-of-account'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { findHeldBill } from '@nightflow/projections/billing/held-bills'
import { dismissHeldBill, issueHeldBill } from '@nightflow/schemas/billing/held-bill-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide, timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { dueDay } from './bill-months.ts'

const issue = async ({ heldNo }: RequestOf<typeof issueHeldBill>, context: RequestContext) => {
  const held = await context.read((database) => findHeldBill(database, heldNo))
  if (!held) return rejected('not-found')
  const { accountNo, billId, billType } = held
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const timeZone = await timeZoneOf(context)
  const bill = await context.read(async (database) => {
    const asked = { accountNo, timeZone, period: { from: held.periodFrom, to: held.periodTo } }
    const unbilled = await unbilledOfAccount(database, asked)
    if ('billed' in unbilled) return rejected('bill-period-billed', unbilled.billed)
    const { settings } = await readCollectionSettings(database)
    const found = await billOfAccount(database, { ...asked, period: unbilled, billType, dueOn: dueDay(timeZone, settings) })
    if (!found) return rejected('account-not-found', { accountNo })
    return typeof found === 'string' ? refusalOfHeld(found) : found
  })
  if (isRejection(bill)) return bill
  const decided = await decide(context, accountBillsDecider, { type: 'IssueBill', accountNo, billId, ...bill }, ({ bills }) => {
    const issued = bills.get(billId)
    return issued && { totalMinor: issued.totalMinor, openMinor: issued.openMinor }
  })
  return isRejection(decided) ? decided : { ...decided, response: { billNo: decided.position } }
}

const dismiss = async ({ heldNo, reason }: RequestOf<typeof dismissHeldBill>, context: RequestContext) => {
  const held = await context.read((database) => findHeldBill(database, heldNo))
  if (!held) return rejected('not-found')
  const asked = { type: 'DismissHeldBill' as const, accountNo: held.accountNo, billId: held.billId, reason }
  const decided = await decide(context, heldBillDecider, asked, (bills) => bills.get(held.billId) ?? null)
  return isRejection(decided) ? decided : { ...decided, response: {} }
}

export const heldBillResourceRoutes: readonly Route[] = logRoutes(resourceCalls.heldBills, storeOf(resources.heldBills))

export const heldBillRoutes: readonly Route[] = [command(issueHeldBill, issue), command(dismissHeldBill, dismiss)]
