import type { AccountBills, AccountBillsEvent } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import type { NoteDocument } from '@nightflow/domain/billing/papers'
import { lastComputed, lineDifferences } from '@nightflow/domain/billing/rebill'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findBillNote, notesOfBill } from '@nightflow/projections/billing/bill-notes'
import { billNumbers } from '@nightflow/projections/billing/bills'
import type { VatPart } from '@nightflow/schemas/billing/bill'
import { billNotePdf, showBillNotes } from '@nightflow/schemas/billing/bill-notes'
import type { LineDifference } from '@nightflow/schemas/billing/rebill'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { ask, type Route } from '../http/serve.ts'
import { document } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { eventsOfAccount } from './account-events.ts'
import { holderSeenBy } from './bill-documents.ts'

const store = storeOf(resources.bills)

type NoteEvent = Extract<AccountBillsEvent, { type: 'billing.BillCredited' | 'billing.BillDebited' }>
const isNote = (event: AccountBillsEvent): event is NoteEvent =>
  event.type === 'billing.BillCredited' || event.type === 'billing.BillDebited'

/** Amounts of a note's event, and the differences of the calculations before and after it, where there are two. */
const amountsOf = async (context: RequestContext, { accountNo, transactionNo }: { accountNo: string; transactionNo: number }) => {
  const events = await eventsOfAccount(context, accountNo)
  const at = events.findIndex(({ position }) => position === transactionNo)
  const event = events[at]
  if (!event || !isNote(event)) return undefined
  const { amountMinor, vatMinor, vatParts, postings } = event.data
  const receivables = postings.reduce(
    (sum, { ledgerAccount, amountMinor: moved }) => sum + (ledgerAccount === 'receivables' ? moved : 0),
    0,
  )
  return {
    vatParts: vatParts?.map(positive) ?? [{ vatBasisPoints: null, netMinor: amountMinor - vatMinor, vatMinor }],
    onBillMinor: Math.abs(receivables),
    differences: differencesOf(events.slice(0, at), event),
  }
}

const positive = ({ vatBasisPoints, netMinor, vatMinor }: VatPart): VatPart => ({
  vatBasisPoints,
  netMinor: Math.abs(netMinor),
  vatMinor: Math.abs(vatMinor),
})

/** A re-billing has the recomputation before its credit and its debit. */
const differencesOf = (earlier: readonly AccountBillsEvent[], { data: { billId, adjustmentId } }: NoteEvent): LineDifference[] => {
  const at = earlier.findLastIndex(({ type, data }) => type === 'billing.BillRecomputed' && data.adjustmentId === adjustmentId)
  const recomputed = earlier[at]
  if (recomputed?.type !== 'billing.BillRecomputed') return []
  const before: AccountBills = earlier.slice(0, at).reduce(accountBillsDecider.evolve, accountBillsDecider.initialState)
  const bill = before.bills.get(billId)
  const differs = (line: LineDifference): boolean =>
    line.litresBefore !== line.litresAfter || line.amountBefore !== line.amountAfter || line.vatBefore !== line.vatAfter
  return bill ? lineDifferences(lastComputed(bill).lines, recomputed.data.lines).filter(differs) : []
}

const gather = async (context: RequestContext, transactionNo: number, timeZone: string): Promise<NoteDocument | undefined> => {
  const found = await context.read(async (database) => {
    const note = await findBillNote(database, transactionNo)
    const billNo = note && (await billNumbers.numberOf(database, note.accountNo, note.billId))
    const bill = billNo === undefined ? undefined : await store.find(database, billNo)
    return note && bill && { note, bill }
  })
  const amounts = found && (await amountsOf(context, found.note))
  if (!found || !amounts) return undefined
  const { note, bill } = found
  const holder = await holderSeenBy(context, { accountNo: note.accountNo, day: bill.periodTo, timeZone })
  return { note, bill, holder, issuedOn: localDay(note.createTime, timeZone), ...amounts }
}

const printNote = async (
  { transactionNo, language: wanted }: RequestOf<typeof billNotePdf>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const language = wanted ?? context.language
  const issuer = await issuerOf(context)
  const found = await gather(context, transactionNo, issuer.timeZone)
  if (!found) return rejected('not-found')
  const { note } = found
  const bytes = await papersOf(context).note({ issuer, language }, found)
  return { fileName: `${note.accountNo}-${transactionNo}.pdf`, mediaType: pdfMediaType, bytes }
}

const list = ({ billNo }: RequestOf<typeof showBillNotes>, { read }: RequestContext) =>
  read(async (database) => {
    const bill = await billNumbers.namedBy(database, billNo)
    return bill && { notes: await notesOfBill(database, bill.billId) }
  })

export const billNoteRoutes: readonly Route[] = [ask(showBillNotes, list), document(billNotePdf, printNote)]
