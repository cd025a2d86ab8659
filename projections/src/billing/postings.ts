import { journal, type LedgerEntry, postingsPerEvent } from '@nightflow/schemas/billing/journal'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { defineEntity } from '../projector/entity.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { brokenLedgerLaws } from './ledger-laws.ts'
import { casesOf, entryOf, postedOf, postedTypes } from './posted-events.ts'

type Row = RowOf<typeof journal>

const rowOf = (event: RowEvent, postingNo: number): Row => {
  const { at, postings, accountNo } = postedOf(event)
  const { ledgerAccount, amountMinor } = postings[postingNo % postingsPerEvent]!
  return {
    ...{ postingNo, position: event.position, createTime: at, entry: entryOf(event.type) as LedgerEntry, ledgerAccount, accountNo },
    ...{ debitMinor: Math.max(0, amountMinor), creditMinor: Math.max(0, -amountMinor) },
  }
}

/** The journal: every posting of every event of money, in the order of the log. */
export const postings = defineEntity({
  name: 'billing/postings',
  version: 2,
  table: 'postings',
  key: ['postingNo'],
  row: journal.row,
  indexes: {
    account: '(tenant, account_no, posting_no)',
    // Revenue by account reads this in place of whole rows.
    ledger: '(tenant, ledger_account, create_time) include (account_no, debit_minor, credit_minor)',
    time: '(tenant, create_time)',
  },
  // A posting is of one event alone.
  isCommutative: true,
  laws: brokenLedgerLaws,
  keysOf: (event) => postedOf(event).postings.map((_, place) => ({ postingNo: event.position * postingsPerEvent + place })),
  evolve: casesOf<Row>(postedTypes, (_, event, { postingNo }) => rowOf(event, postingNo!)),
})
