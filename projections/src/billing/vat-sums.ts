import { mergedParts, negatedParts, partsOfBill, partsOfLines } from '@nightflow/domain/billing/vat-parts'
import type { RecomputedBill, VatPart } from '@nightflow/schemas/billing/bill'
import type { DeductedUse } from '@nightflow/schemas/billing/burn-down'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import { LedgerEntry } from '@nightflow/schemas/billing/journal'
import type { LedgerAccount, Posting } from '@nightflow/schemas/billing/ledger'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { quarterOf } from './ledger-sums.ts'
import { casesOf, entryOf, postedOf, postedTypes } from './posted-events.ts'

/** A key has no null. */
export const rateUnrecorded = -1

const row = z.object({
  /** Quarters of an hour since 1970-01-01T00:00Z. */
  quarter: z.int32(),
  entry: LedgerEntry,
  /** Hundredths of a percent; -1 where the event did not record its rate. */
  vatBasisPoints: z.int32(),
  netMinor: z.int(),
  vatMinor: z.int(),
})
type Row = z.infer<typeof row>

/** Accounts whose amounts VAT is due on. */
const taxed: readonly LedgerAccount[] = ['waterRevenue', 'standingRevenue', 'surcharges', 'adjustments']

const earned = (postings: readonly Posting[], accounts: readonly LedgerAccount[]): number =>
  postings.reduce((sum, { ledgerAccount, amountMinor }) => sum - (accounts.includes(ledgerAccount) ? amountMinor : 0), 0)

/** Amounts of an event by rate. */
const recordedParts = ({ type, data }: RowEvent): VatPart[] => {
  if (type === 'billing.BillIssued') return partsOfBill(data as RecomputedBill)
  if (type === 'billing.ConsumptionDeducted') return partsOfLines((data as { lines: DeductedUse[] }).lines)
  if (type !== 'billing.PaymentDeducted' && type !== 'billing.DeductionReversed') return (data as { vatParts?: VatPart[] }).vatParts ?? []
  const surcharges = (data as { lines: DeductionLine[] }).lines.filter(({ kind }) => kind !== 'debt')
  const parts = surcharges.map(({ vatBasisPoints, amountMinor, vatMinor }) => ({
    vatBasisPoints,
    netMinor: amountMinor - vatMinor,
    vatMinor,
  }))
  return type === 'billing.DeductionReversed' ? negatedParts(parts) : parts
}

/** Net amount and VAT of an event by rate. They sum to its postings: what these have beyond the recorded parts has no recorded rate. */
const partsOf = (event: RowEvent): VatPart[] => {
  const { postings } = postedOf(event)
  const recorded = recordedParts(event)
  const rest = { vatBasisPoints: null, netMinor: earned(postings, taxed), vatMinor: earned(postings, ['vat']) }
  for (const part of recorded) {
    rest.netMinor -= part.netMinor
    rest.vatMinor -= part.vatMinor
  }
  return mergedParts([...recorded, rest])
}

/** Income with VAT and its VAT, by type of event and rate, in each quarter of an hour: the VAT report reads these few rows. */
export const vatSums = defineEntity({
  name: 'billing/vat-sums',
  version: 1,
  table: 'vat_sums',
  key: ['quarter', 'entry', 'vatBasisPoints'],
  row,
  // A sum is the same in any order.
  isCommutative: true,
  keysOf: (event) => {
    const found = { quarter: quarterOf(postedOf(event).at), entry: entryOf(event.type) as LedgerEntry }
    return partsOf(event).map(({ vatBasisPoints }) => ({ ...found, vatBasisPoints: vatBasisPoints ?? rateUnrecorded }))
  },
  evolve: casesOf<Row>(postedTypes, (seen, event, key) => {
    const part = partsOf(event).find(({ vatBasisPoints }) => (vatBasisPoints ?? rateUnrecorded) === key.vatBasisPoints)
    return {
      ...(key as Row),
      netMinor: (seen?.netMinor ?? 0) + (part?.netMinor ?? 0),
      vatMinor: (seen?.vatMinor ?? 0) + (part?.vatMinor ?? 0),
    }
  }),
})
