import { LedgerEntry } from '@nightflow/schemas/billing/journal'
import { LedgerAccount } from '@nightflow/schemas/billing/ledger'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { casesOf, entryOf, postedOf, postedTypes, turnoverOf } from './posted-events.ts'

/** Every zone's days begin at a quarter of an hour, so that sums by quarters are sums of days in each of them. */
export const quarterMilliseconds = 900_000
export const quarterOf = (at: string): number => Math.floor(Date.parse(at) / quarterMilliseconds)

const row = z.object({
  /** Quarters of an hour since 1970-01-01T00:00Z. */
  quarter: z.int32(),
  entry: LedgerEntry,
  ledgerAccount: LedgerAccount,
  debitMinor: z.int(),
  creditMinor: z.int(),
})
type Row = z.infer<typeof row>

/** Postings to each ledger account, summed by quarter of an hour: reports of a period read these few rows in place of the journal. */
export const ledgerSums = defineEntity({
  name: 'billing/ledger-sums',
  version: 1,
  table: 'ledger_sums',
  key: ['quarter', 'entry', 'ledgerAccount'],
  row,
  // A sum is the same in any order.
  isCommutative: true,
  keysOf: (event) => {
    const { at, postings } = postedOf(event)
    const entry = entryOf(event.type) as LedgerEntry
    return postings.map(({ ledgerAccount }) => ({ quarter: quarterOf(at), entry, ledgerAccount }))
  },
  evolve: casesOf<Row>(postedTypes, (seen, event, key) => {
    const { debitMinor, creditMinor } = turnoverOf(postedOf(event).postings, key.ledgerAccount)
    return {
      ...(key as Row),
      debitMinor: (seen?.debitMinor ?? 0) + debitMinor,
      creditMinor: (seen?.creditMinor ?? 0) + creditMinor,
    }
  }),
})
