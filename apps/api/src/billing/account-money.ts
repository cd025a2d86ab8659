import type { AccountBillsEvent } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { standingOf } from '@nightflow/domain/billing/account-standing'
import { type EventOfAccount, statementOf } from '@nightflow/domain/billing/account-statement'
import { settledBills } from '@nightflow/domain/billing/settle-balance'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { billNumbers } from '@nightflow/projections/billing/bills'
import { openDebtsOf } from '@nightflow/projections/billing/debts'
import { latestBills, latestTransactions } from '@nightflow/projections/billing/latest-of-account'
import { paymentNumbers } from '@nightflow/projections/billing/payments'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { accountBilling } from '@nightflow/schemas/billing/account-money'
import { type AccountStatement, accountStatement, statementDaysMax, statementPdf } from '@nightflow/schemas/billing/account-statement'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { clockOf, timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { ask, file, type Route } from '../http/serve.ts'
import { eventsOfAccount } from './account-events.ts'
import { moneyOf } from './account-facts.ts'
import { drawingOf } from './bill-document.ts'
import { holderSeenBy, issuerOf, pdfMediaType, sheetFor } from './bill-documents.ts'
import { drawStatement } from './draw-statement.ts'
import { statementTexts } from './statement-texts.ts'

/** Undefined where the caller's tenant has an account of this number. */
const refuseUnknown = async ({ read }: RequestContext, accountNo: string): Promise<Rejection | undefined> => {
  const status = await read((database) => statusOfAccount(database, accountNo))
  return status === undefined ? rejected('account-not-found', { accountNo }) : undefined
}

const showBilling = async (
  { accountNo }: RequestOf<typeof accountBilling>,
  context: RequestContext,
): Promise<ResponseOf<typeof accountBilling> | Rejection> => {
  const refused = await refuseUnknown(context, accountNo)
  if (refused) return refused
  const { may } = context.caller
  const [seesTransactions, seesDebts] = [may('billing:transaction:list'), may('billing:debt:list')]
  const { now, timeZone } = await clockOf(context)
  const events = await eventsOfAccount(context, accountNo)
  const state = settledBills(
    (events as unknown as AccountBillsEvent[]).reduce(accountBillsDecider.evolve, accountBillsDecider.initialState),
  )
  const { openMinor: _, ...standing } = standingOf(state, localDay(now, timeZone))
  const latest = await context.read(async (database) => ({
    bills: await latestBills(database, accountNo),
    transactions: seesTransactions ? await linked(database, accountNo, events) : null,
    debts: seesDebts ? await openDebtsOf(database, accountNo) : null,
  }))
  return { money: await moneyOf(context, accountNo), ...standing, ...latest }
}

/** The latest transactions, each with the number of the bill or the payment that its event names. */
const linked = async (database: PoolClient, accountNo: string, events: readonly { position: number; data: object }[]) => {
  const latest = await latestTransactions(database, accountNo)
  const named = new Map(events.map(({ position, data }) => [position, data as { billId?: string; paymentId?: string }]))
  const withNumbers = []
  for (const transaction of latest) {
    const { billId, paymentId } = named.get(transaction.transactionNo) ?? {}
    const billNo = billId === undefined ? null : ((await billNumbers.numberOf(database, accountNo, billId)) ?? null)
    const paymentNo = paymentId === undefined ? null : ((await paymentNumbers.numberOf(database, accountNo, paymentId)) ?? null)
    withNumbers.push({ ...transaction, billNo, paymentNo })
  }
  return withNumbers
}

const showStatement = async (
  { accountNo, from, to }: RequestOf<typeof accountStatement>,
  context: RequestContext,
): Promise<AccountStatement | Rejection> => {
  const refused = rejectRange(from, to, statementDaysMax) ?? (await refuseUnknown(context, accountNo))
  if (refused) return refused
  const { startOf } = calendarOf(await timeZoneOf(context))
  const span = { from: startOf(dayOfDate(from)), to: startOf(dayOfDate(to) + 1) }
  const statement = statementOf((await eventsOfAccount(context, accountNo)) as EventOfAccount[], span)
  return isRejection(statement) ? statement : { accountNo, from, to, ...statement }
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
  const holder = await holderSeenBy(context, { accountNo, day: dateOfDay(dayOfDate(to) + 1), timeZone: issuer.timeZone })
  const sheet = sheetFor(issuer, language, `${statementTexts[language].title} ${accountNo}`)
  drawStatement(drawingOf(sheet, issuer, language), { statement, holder, language })
  return { fileName: `${accountNo}-${from}-${to}.pdf`, mediaType: pdfMediaType, bytes: await sheet.finish() }
}

export const accountMoneyRoutes: readonly Route[] = [
  ask(accountBilling, showBilling),
  ask(accountStatement, showStatement),
  file(statementPdf, printStatement),
]
