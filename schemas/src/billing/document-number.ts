import { z } from 'zod'
import { Numbering } from '../shared/numbering.ts'
import { AccountNo, Instant } from '../shared/values.ts'

/** Documents with a number of their own on paper: bills, credit notes and debit notes. */
export const DocumentKind = z.enum(['invoice', 'creditNote', 'debitNote'])
export type DocumentKind = z.infer<typeof DocumentKind>

/** As many as a number in the longest form has. */
export const DocumentNumber = z.string().max(64)

export const documentNumberEventTypes = {
  /**
   * A bill, credit or debit gets its number: the version of this event in its stream, which has the documents of one kind and year. So numbers have
   * no gap, and the number of a document never changes.
   */
  'billing.DocumentNumbered': {
    version: 1,
    data: z.object({
      accountNo: AccountNo,
      billId: z.uuid(),
      kind: DocumentKind,
      /** Position of the event that made the document. */
      documentPosition: z.int().positive().max(Number.MAX_SAFE_INTEGER),
      /** The local year in which the document was made. */
      year: z.int().min(1900).max(2199),
      /** How the tenant wrote numbers then. */
      numbering: Numbering,
      at: Instant,
    }),
  },
} as const
