import type { AccountBills } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { type AccountCharges, debtsOfContract } from '@nightflow/domain/billing/account-charges'
import { presentContract } from '@nightflow/domain/billing/account-contracts'
import { standingOf } from '@nightflow/domain/billing/account-standing'
import { settledBills } from '@nightflow/domain/billing/settle-balance'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { loadStream } from '@nightflow/event-log/execute-command'
import { billNumbers } from '@nightflow/projections/billing/bills'
import { openDebtsOf } from '@nightflow/projections/billing/debts'
import { latestBills, latestTransactions } from '@nightflow/projections/billing/latest-of-account'
import { paymentNumbers } from '@nightflow/projections/billing/payments'
import { formerContracts } from '@nightflow/projections/customers/account-contracts'
import { accountBilling, type FormerHolder, formerHoldersMax } from '@nightflow/schemas/billing/account-money'
import { accountStatement, statementPdf } from '@nightflow/schemas/billing/account-statement'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { clockOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { ask, type Route } from '../http/serve.ts'
import { document } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { eventsOfAccountSince } from './account-events.ts'
import { chargesOf, moneyOfContract } from './account-facts.ts'
import { holderSeenBy } from './bill-documents.ts'
import { seesHolder } from './named-holders.ts'
import { refuseUnknown, showStatement } from './show-statement.ts'
import { statementExportRoute } from './statement-file.ts'

const showBilling = async (
  { accountNo }: RequestOf<typeof accountBilling>,
  context: RequestContext,
): Promise<ResponseOf<typeof accountBilling> | Rejection> => {
  const refused = await refuseUnknown(context, accountNo)
  if (refused) return refused
  const { may } = context.caller
  const [seesTransactions, seesDebts] = [may('billing:transaction:list'), may('billing:debt:list')]
  const { now, timeZone } = await clockOf(context)
  const loaded = await loadStream(context.log, `${context.caller.tenant}/billing-account-${accountNo}`, accountBillsDecider)
  const state = settledBills(loaded.state)
  const { debts } = (await chargesOf(context, accountNo)).state
  const contractNo = presentContract(state)
  const debtIds = debtsOfContract({ debts }, contractNo)
  const { openMinor: _, ...standing } = standingOf(state, contractNo, localDay(now, timeZone))
  const latest = await context.read(async (database) => ({
    bills: await latestBills(database, accountNo, contractNo),
    transactions: seesTransactions ? await latestTransactions(database, accountNo, contractNo) : null,
    debts: seesDebts ? await openDebtsOf(database, accountNo, debtIds) : null,
  }))
  const transactions = latest.transactions && (await linked(context, accountNo, latest.transactions, loaded.version))
  const former = await formerHolders(context, { accountNo, timeZone }, state, debts)
  return { money: moneyOfContract(state, debts, contractNo), contractNo, formerHolders: former, ...standing, ...latest, transactions }
}

/** Former holders with what they still have and owe. Their names are for callers who may see the account. */
const formerHolders = async (
  context: RequestContext,
  { accountNo, timeZone }: { accountNo: string; timeZone: string },
  bills: AccountBills,
  debts: AccountCharges['debts'],
): Promise<FormerHolder[]> => {
  const former = await context.read((database) => formerContracts(database, accountNo, timeZone))
  return former.slice(0, formerHoldersMax).map(({ contractNo, from, to, name }) => ({
    ...{ contractNo, from, to, name: context.caller.may(seesHolder) ? name : null },
    money: moneyOfContract(bills, debts, contractNo),
  }))
}

/** The latest transactions, each with the number of the bill or the payment that its event names. */
const linked = async (
  context: RequestContext,
  accountNo: string,
  latest: Awaited<ReturnType<typeof latestTransactions>>,
  version: number,
) => {
  const position = latest.at(-1)?.transactionNo ?? Number.POSITIVE_INFINITY
  const events = await eventsOfAccountSince(context, accountNo, { version, position })
  const named = new Map(events.map(({ position, data }) => [position, data as { billId?: string; paymentId?: string }]))
  return context.read(async (database) => {
    const withNumbers = []
    for (const transaction of latest) {
      const { billId, paymentId } = named.get(transaction.transactionNo) ?? {}
      const billNo = billId === undefined ? null : ((await billNumbers.numberOf(database, accountNo, billId)) ?? null)
      const paymentNo = paymentId === undefined ? null : ((await paymentNumbers.numberOf(database, accountNo, paymentId)) ?? null)
      withNumbers.push({ ...transaction, billNo, paymentNo })
    }
    return withNumbers
  })
}

const printStatement = async (
  { language: wanted, ...asked }: RequestOf<typeof statementPdf>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const statement = await showStatement(asked, context)
  if (isRejection(statement)) return statement
  const language = wanted ?? context.language
  const issuer = await issuerOf(context)
  const { accountNo, from, to } = asked
  const holder = await holderSeenBy(context, { accountNo, contractNo: statement.contractNo })
  const bytes = await papersOf(context).statement({ issuer, language }, { statement, holder })
  return { fileName: `${accountNo}-${from}-${to}.pdf`, mediaType: pdfMediaType, bytes }
}

export const accountMoneyRoutes: readonly Route[] = [
  ask(accountBilling, showBilling),
  ask(accountStatement, showStatement),
  document(statementPdf, printStatement),
  statementExportRoute,
]
