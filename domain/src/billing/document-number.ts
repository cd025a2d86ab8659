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

/** A number without its signs: banks drop them, and people type what they like. `inv 2026/000012` is `INV2026000012`. */
export const bareNumber = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

/** Words that follow each other in a number: `KIND`, `YEAR`, `NUMBER`, and words before, between and behind. */
const wordsOfNumber = 6

/** Parts of a text that may be numbers of invoices, bare. */
export const invoiceNumbersIn = (text: string): string[] => {
  // Most texts of payments name none.
  if (!bareNumber(text).includes(letters.invoice)) return []
  const words = text
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter(Boolean)
  const runs = words.flatMap((_, first) =>
    Array.from({ length: wordsOfNumber }, (_, more) => words.slice(first, first + more + 1).join('')),
  )
  return [...new Set(runs)].filter((run) => run.length <= 40 && run.includes(letters.invoice) && /\d{6}/.test(run))
}

/** Where documents of one kind and year are counted. */
export const numberStream = (kind: DocumentKind, year: number): string => `billing-numbers-${kind}-${year}`

/** The event that numbers a document: no state decides it, because the place in the stream is the number. */
export const documentNumbered = (data: EventIn<'billing.DocumentNumbered'>['data']): EventIn<'billing.DocumentNumbered'> => ({
  type: 'billing.DocumentNumbered',
  data,
})
