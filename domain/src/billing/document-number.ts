import type { DocumentKind } from '@nightflow/schemas/billing/document-number'
import type { EventIn } from '../shared/decider.ts'

const letters: Record<DocumentKind, string> = { invoice: 'INV', creditNote: 'CN', debitNote: 'DN' }
const digits = 6

/** The number on paper: `{ kind: 'invoice', year: 2026, sequence: 12 }` by `KIND-YEAR-NUMBER` is `INV-2026-000012`. */
export const documentNumber = ({
  numbering,
  kind,
  year,
  sequence,
}: {
  numbering: string
  kind: DocumentKind
  year: number
  /** 1 for the first document of the kind in the year. */
  sequence: number
}): string =>
  numbering.replace('KIND', letters[kind]).replace('YEAR', String(year)).replace('NUMBER', String(sequence).padStart(digits, '0'))

/** Where documents of one kind and year are counted. */
export const numberStream = (kind: DocumentKind, year: number): string => `billing-numbers-${kind}-${year}`

/** What gives a document its number: no state decides it, because the place in the stream is the number. */
export const documentNumbered = (data: EventIn<'billing.DocumentNumbered'>['data']): EventIn<'billing.DocumentNumbered'> => ({
  type: 'billing.DocumentNumbered',
  data,
})
