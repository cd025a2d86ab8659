import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { bankEntryDecider, openOfEntry, refuseDirection } from '@nightflow/domain/billing/bank-entry-decider'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { bankEntryHistory, findBankEntry, withNames } from '@nightflow/projections/billing/bank-entries'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { findPayment } from '@nightflow/projections/billing/payments'
import * as calls from '@nightflow/schemas/billing/bank-calls'
import type { BankEntryCommand, BankPart } from '@nightflow/schemas/billing/bank-entry'
import { hundredths } from '@nightflow/schemas/billing/money'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { confirming, refuseUnconfirmed } from '../http/confirmed-amount.ts'
import { decide, refusalOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { namedId } from './named-id.ts'
import { payParts } from './pay-parts.ts'

const give = async (context: RequestContext, given: BankEntryCommand) => {
  const decided = await decide(context, bankEntryDecider, given, (state) => ({ openMinor: openOfEntry(state) }))
  return isRejection(decided) ? decided : { ...decided, response: decided.after as { openMinor: number } }
}

const findEntry = (context: RequestContext, bankEntryNo: number) => context.read((database) => findBankEntry(database, bankEntryNo))

/** The entry's own stream decides first, so that two clerks do not assign the same money; the payments follow. */
const assignParts = async (
  context: RequestContext,
  entry: NonNullable<Awaited<ReturnType<typeof findBankEntry>>>,
  { assignmentId, parts, reason }: { assignmentId: string; parts: BankPart[]; reason: string },
  returnFeeMinor?: number,
) => {
  const { entryId, amountMinor, reference } = entry
  const decided = await give(context, { type: 'AssignBankEntry', entryId, assignmentId, matchedBy: '3', parts, reason, returnFeeMinor })
  if (isRejection(decided)) return decided
  const paid = await payParts(context, { entryId, amountMinor, reference, returnFeeMinor }, parts, reason)
  return isRejection(paid) ? paid : { ...decided, position: Math.max(decided.position, paid) }
}

const sumOf = ({ parts }: Pick<RequestOf<typeof calls.assignBankEntry>, 'parts'>): number =>
  parts.reduce((sum, { amount }) => sum + hundredths(amount), 0)

const assign = async ({ bankEntryNo, parts, ...asked }: RequestOf<typeof calls.assignBankEntry>, context: RequestContext) => {
  const entry = await findEntry(context, bankEntryNo)
  if (!entry) return rejected('not-found')
  const wrongWay = refuseDirection(entry.amountMinor, false)
  if (wrongWay) return wrongWay
  for (const { accountNo } of parts) {
    const refused = await refuseAccount(context, accountNo)
    if (refused) return refused
  }
  if (parts.some(({ amount }) => amount <= 0)) return rejected('payment-not-positive')
  const named = parts.map(({ accountNo, contractNo, amount }, nth) => ({
    ...{ accountNo, contractNo, amountMinor: hundredths(amount) },
    paymentId: namedId(`${entry.entryId}/${asked.assignmentId}/${nth}`),
  }))
  return assignParts(context, entry, { ...asked, parts: named })
}

const takeBack = async (
  { bankEntryNo, paymentNo, confirmedAmount, ...asked }: RequestOf<typeof calls.returnBankEntry>,
  context: RequestContext,
) => {
  const entry = await findEntry(context, bankEntryNo)
  const payment = await context.read((database) => findPayment(database, paymentNo))
  if (!entry || !payment) return rejected('not-found')
  const wrongWay = refuseDirection(entry.amountMinor, true)
  if (wrongWay) return wrongWay
  const { accountNo, paymentId, amountMinor } = payment
  if (amountMinor !== entry.openMinor && entry.openMinor > 0)
    return rejected('bank-payment-differs', { payment: unitsOf(amountMinor), open: unitsOf(entry.openMinor) })
  const unconfirmed = await refuseUnconfirmed(context, amountMinor, { confirmedAmount })
  if (unconfirmed) return unconfirmed
  const reversal = { type: 'ReversePayment', accountNo, paymentId, bankEntryId: entry.entryId, reason: asked.reason } as const
  const refused = await refusalOf(context, accountBillsDecider, reversal)
  if (refused) return refused
  const { settings } = await context.read(readCollectionSettings)
  return assignParts(context, entry, { ...asked, parts: [{ accountNo, paymentId, amountMinor }] }, settings.returnFeeMinor)
}

const deciding =
  (type: 'SetAsideBankEntry' | 'ReleaseBankEntry') =>
  async ({ bankEntryNo, reason }: RequestOf<typeof calls.setAsideBankEntry>, context: RequestContext) => {
    const entry = await findEntry(context, bankEntryNo)
    if (!entry) return rejected('not-found')
    const { entryId } = entry
    return give(context, type === 'SetAsideBankEntry' ? { type, entryId, reason } : { type, entryId, reason, paymentId: null })
  }

export const bankEntryResourceRoutes: readonly Route[] = logRoutes(resourceCalls.bankEntries, storeOf(resources.bankEntries), {
  enrich: (rows, database) => withNames(database, rows),
})

export const bankEntryRoutes: readonly Route[] = [
  command(calls.assignBankEntry, confirming(sumOf, assign)),
  command(calls.returnBankEntry, takeBack),
  command(calls.setAsideBankEntry, deciding('SetAsideBankEntry')),
  command(calls.restoreBankEntry, deciding('ReleaseBankEntry')),
  ask(
    calls.listBankEntryHistory,
    ({ bankEntryNo, ...page }, { read }) => read((database) => bankEntryHistory(database, bankEntryNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
