import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { lines } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { DocumentNumber } from './document-number.ts'
import { TransactionKind } from './transaction.ts'

/** More than a bill gets; the transactions of the account have all. */
export const billNotesMax = 100

export const NoteKind = TransactionKind.extract(['credit', 'debit'])
export type NoteKind = z.infer<typeof NoteKind>

/** A credit note or a debit note of a bill. */
export const BillNote = z.object({
  transactionNo: z.int(),
  kind: NoteKind,
  /** Null for a moment, until it is given. */
  documentNumber: DocumentNumber.nullable(),
  amountMinor: z.int(),
  reason: lines(200),
  createTime: Instant,
})
export type BillNote = z.infer<typeof BillNote>

export const showBillNotes = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/notes/:billNo',
  permission: 'billing:bill:query',
  summary: 'Credit notes and debit notes of a bill, the newest first',
  request: z.object({ billNo: RowId }),
  response: z.object({ notes: z.array(BillNote).max(billNotesMax) }),
})

export const billNotePdf = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/note/:transactionNo',
  permission: 'billing:bill:query',
  summary: 'A credit note or debit note as PDF: its number, the bill that it corrects, the reason, and amounts by rate of VAT',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    transactionNo: RowId,
    language: Language.optional().meta({ description: 'the language of the document; the reader’s unless given' }),
  }),
  response: z.object({}),
})
