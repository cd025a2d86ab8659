import type { ImportBankStatement } from '@nightflow/schemas/billing/bank-entry'
import type { Decider, EventIn } from '../shared/decider.ts'

type Imported = EventIn<'billing.BankStatementImported'>

/** A statement is imported once its entries are recorded. Another import of the same one adds nothing. */
export const bankStatementDecider: Decider<ImportBankStatement, { isImported: boolean }, Imported> = {
  streamOf: ({ statementId }) => `billing-bank-statement-${statementId}`,
  initialState: { isImported: false },
  evolve: () => ({ isImported: true }),
  decide: {
    ImportBankStatement: ({ type: _, ...statement }, { isImported }, { now }) =>
      isImported ? [] : [{ type: 'billing.BankStatementImported', data: { ...statement, at: now } }],
  },
}
