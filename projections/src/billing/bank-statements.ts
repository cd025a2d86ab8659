import { bankStatements as resource } from '@nightflow/schemas/billing/bank-entry'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** Statements that were imported. */
export const bankStatements = defineEntity({
  name: 'billing/bank-statements',
  version: 1,
  table: 'bank_statements',
  key: ['statementId'],
  row: resource.row,
  indexes: { id: '(tenant, bank_statement_no)' },
  evolve: {
    'billing.BankStatementImported': (seen, { data: { at, ...statement }, position, metadata }) =>
      seen ?? { ...statement, bankStatementNo: position, operator: personOf(metadata.actor), createTime: at },
  },
})
