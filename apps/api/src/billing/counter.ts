import { type AccountBillsEvent, openOf } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { balanceOf, firstContract } from '@nightflow/domain/billing/account-contracts'
import type { PaidBill } from '@nightflow/domain/billing/papers'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { billsNamed, openBillsOf } from '@nightflow/projections/billing/open-bills'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { accountAtCounter, paymentReceipt, previewPayment } from '@nightflow/schemas/billing/counter'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { ask, type Route } from '../http/serve.ts'
import { document } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { eventsOfAccount } from './account-events.ts'
import { moneyOf, presentContractOf } from './account-facts.ts'
import { holderSeenBy } from './bill-documents.ts'
import { previewOfPayment } from './preview-payment.ts'

const store = storeOf(resources.payments)
/** Status of a payment that went back to the customer. */
const refunded = PaymentStatus.enum.refunded

const showAccount = async (
  { accountNo, contractNo: wanted }: RequestOf<typeof accountAtCounter>,
  context: RequestContext,
): Promise<ResponseOf<typeof accountAtCounter> | Rejection> => {
  const contractNo = wanted ?? (await presentContractOf(context, accountNo))
  const { status, bills } = await context.read(async (database) => ({
    status: await statusOfAccount(database, accountNo),
    bills: await openBillsOf(database, accountNo, contractNo),
  }))
  if (status === undefined) return rejected('account-not-found', { accountNo })
  const holder = await holderSeenBy(context, { accountNo, contractNo })
  const money = await moneyOf(context, accountNo, contractNo)
  const sumOf = (part: 'openMinor' | 'overdueMinor') => bills.reduce((sum, bill) => sum + bill[part], 0)
  return {
    ...{ accountNo, contractNo, status, money, bills },
    customerName: holder?.name ?? null,
    address: holder?.address ?? null,
    overdueMinor: sumOf('overdueMinor'),
    owedSince: bills[0]?.dueOn ?? null,
    // Charges may have left the balance below zero: that is owed too.
    proposedMinor: Math.max(0, sumOf('openMinor') - money.balanceMinor),
  }
}

/** The bills paid by a payment and the amounts left open then, as the events up to it say. */
const paidWith = async (context: RequestContext, { accountNo, paymentId }: { accountNo: string; paymentId: string }) => {
  const events = await eventsOfAccount(context, accountNo)
  const at = events.findIndex(({ type, data }) => type === 'billing.PaymentReceived' && data.paymentId === paymentId)
  // The deduction of the payment is the event behind it.
  const next = events[at + 1] as { type: string; data: { paymentId?: string } } | undefined
  const isDeducted = next?.type === 'billing.PaymentDeducted' && next.data.paymentId === paymentId
  const state = events.slice(0, at + (isDeducted ? 2 : 1)).reduce(accountBillsDecider.evolve, accountBillsDecider.initialState)
  const { received, contractNo = firstContract } = state.payments.get(paymentId) ?? {}
  const { allocations = [] } = received ?? {}
  const ids = allocations.map(({ billId }) => billId)
  const named = await context.read((database) => billsNamed(database, accountNo, ids))
  const bills = allocations.flatMap(({ billId, amountMinor }): PaidBill[] => {
    const [bill, then] = [named.get(billId), state.bills.get(billId)]
    return bill && then ? [{ ...bill, paidMinor: amountMinor, leftMinor: then.openMinor }] : []
  })
  const payers = contractOfPayment(events, paymentId)
  return { bills, payers, leftMinor: openOf(state, contractNo), balanceMinor: balanceOf(state, contractNo) }
}

/** Whose payment it is, after all events. */
const contractOfPayment = (events: readonly AccountBillsEvent[], paymentId: string): number =>
  events.reduce(accountBillsDecider.evolve, accountBillsDecider.initialState).payments.get(paymentId)?.contractNo ?? firstContract

export const printReceipt = async (
  { paymentNo, language: wanted }: RequestOf<typeof paymentReceipt>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const payment = await context.read((database) => store.find(database, paymentNo))
  if (!payment || payment.status === refunded) return rejected('not-found')
  const language = wanted ?? context.language
  const issuer = await issuerOf(context)
  const { payers, ...paid } = await paidWith(context, payment)
  const payer = await holderSeenBy(context, { accountNo: payment.accountNo, contractNo: payers })
  const bytes = await papersOf(context).receipt({ issuer, language }, { payment, payer, ...paid })
  return { fileName: `${payment.accountNo}-${paymentNo}.pdf`, mediaType: pdfMediaType, bytes }
}

export const counterRoutes: readonly Route[] = [
  ask(accountAtCounter, showAccount),
  ask(previewPayment, previewOfPayment),
  document(paymentReceipt, printReceipt),
]
