import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { type BankEntryState, bankEntryDecider, openOfEntry, refuseDirection } from '@nightflow/domain/billing/bank-entry-decider'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { bankEntryHistory, findBankEntry, withNames } from '@nightflow/projections/billing/bank-entries'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { findPayment } from '@nightflow/projections/billing/payments'
import * as calls from '@nightflow/schemas/billing/bank-calls'
import { type BankPart, MatchedBy } from '@nightflow/schemas/billing/bank-entry'
import { hundredths } from '@nightflow/schemas/billing/money'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { refuseUnconfirmed } from '../http/confirmed-amount.ts'
import { refusalOf } from '../http/decide.ts'
import { namedId } from '../http/named-id.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { payParts } from './pay-parts.ts'

type Entry = NonNullable<Awaited<ReturnType<typeof findBankEntry>>>
type Assignment = { entry: Entry; parts: BankPart[]; returnFeeMinor?: number }

const findEntry = ({ bankEntryNo }: { bankEntryNo: number }, { read }: RequestContext) =>
  read((database) => findBankEntry(database, bankEntryNo))

const sumOf = ({ parts }: Pick<RequestOf<typeof calls.assignBankEntry>, 'parts'>): number =>
  parts.reduce((sum, { amount }) => sum + hundredths(amount), 0)

/** The assignment that a person gives an entry that came in: the accounts that it pays. */
const prepareAssignment = async (
  { bankEntryNo, parts, assignmentId }: RequestOf<typeof calls.assignBankEntry>,
  context: RequestContext,
): Promise<Assignment | Rejection> => {
  const entry = await findEntry({ bankEntryNo }, context)
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
    paymentId: namedId(`${entry.entryId}/${assignmentId}/${nth}`),
  }))
  return { entry, parts: named }
}

/** An entry that went out takes a payment back. */
const prepareReturn = async (
  { bankEntryNo, paymentNo, confirmedAmount, reason }: RequestOf<typeof calls.returnBankEntry>,
  context: RequestContext,
): Promise<Assignment | Rejection> => {
  const entry = await findEntry({ bankEntryNo }, context)
  const payment = await context.read((database) => findPayment(database, paymentNo))
  if (!entry || !payment) return rejected('not-found')
  const wrongWay = refuseDirection(entry.amountMinor, true)
  if (wrongWay) return wrongWay
  const { accountNo, paymentId, amountMinor } = payment
  if (amountMinor !== entry.openMinor && entry.openMinor > 0)
    return rejected('bank-payment-differs', { payment: unitsOf(amountMinor), open: unitsOf(entry.openMinor) })
  const unconfirmed = await refuseUnconfirmed(context, amountMinor, { confirmedAmount })
  if (unconfirmed) return unconfirmed
  const reversal = { type: 'ReversePayment', accountNo, paymentId, bankEntryId: entry.entryId, reason } as const
  const refused = await refusalOf(context, accountBillsDecider, reversal)
  if (refused) return refused
  const { settings } = await context.read(readCollectionSettings)
  return { entry, parts: [{ accountNo, paymentId, amountMinor }], returnFeeMinor: settings.returnFeeMinor }
}

type Asked = { assignmentId: string; reason: string }

/** The entry's own stream decides first, so that two clerks do not assign the same money; the payments follow. */
const assigning = {
  command: ({ assignmentId, reason }: Asked, { entry: { entryId }, parts, returnFeeMinor }: Assignment) => ({
    type: 'AssignBankEntry' as const,
    ...{ entryId, assignmentId, matchedBy: MatchedBy.enum.clerk, parts, reason, returnFeeMinor },
  }),
  afterwards: ({ request: { reason }, found, context }: { request: Asked; found: Assignment; context: RequestContext }) => {
    const { entryId, amountMinor, reference } = found.entry
    return payParts(context, { entryId, amountMinor, reference, returnFeeMinor: found.returnFeeMinor }, found.parts, reason)
  },
}

const openOf = (state: BankEntryState) => ({ openMinor: openOfEntry(state) })
const answerOpen = { answer: ({ after }: { after: BankEntryState }) => openOf(after) }

const entry = commandsOf(bankEntryDecider, openOf)

export const bankEntryResourceRoutes: readonly Route[] = logRoutes(resourceCalls.bankEntries, storeOf(resources.bankEntries), {
  enrich: (rows, database) => withNames(database, rows),
})

export const bankEntryRoutes: readonly Route[] = [
  entry(calls.assignBankEntry, { amount: sumOf, prepare: prepareAssignment, ...assigning, ...answerOpen }),
  entry(calls.returnBankEntry, { prepare: prepareReturn, ...assigning, ...answerOpen }),
  ...commandRoutes(
    { commands: calls.bankEntryCommands, decider: bankEntryDecider, find: eachBy(findBankEntry), logged: openOf },
    { setAside: answerOpen, restore: { prepare: () => ({ paymentId: null }), ...answerOpen } },
  ),
  ask(
    calls.listBankEntryHistory,
    ({ bankEntryNo, ...page }, { read }) => read((database) => bankEntryHistory(database, bankEntryNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
