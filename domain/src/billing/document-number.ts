import type { DocumentKind } from '@nightflow/schemas/billing/document-number'

const letters: Record<DocumentKind, string> = { invoice: 'INV', creditNote: 'CN', debitNote: 'DN' }
const digits = 6

/** The number on paper: `{ kind: 'invoice', year: 2026, sequence: 12 }` by `{kind}-{year}-{number}` is `INV-2026-000012`. */
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
  numbering.replace('{kind}', letters[kind]).replace('{year}', String(year)).replace('{number}', String(sequence).padStart(digits, '0'))

/** Where documents of one kind and year are counted. */
export const numberStream = (kind: DocumentKind, year: number): string => `billing-numbers-${kind}-${year}`
