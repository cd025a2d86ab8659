import { bankStatements as resource } from '@nightflow/schemas/billing/bank-entry'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
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

/** Statements of one bank account that are read: the latest ones, of years of days. */
const statementsMax = 2_000

type Imported = Pick<z.output<typeof resource.row>, 'statementId' | 'bankAccount' | 'statementNo' | 'openingMinor' | 'closingMinor'>

/** Imported statements of these accounts, written without blanks in capitals; the last import comes last. */
export const importedStatements = async (
  database: PoolClient,
  bankAccounts: readonly string[],
): Promise<(Imported & { from: string; to: string })[]> => {
  const { rows } = await database.query<Imported & { from: string; to: string }>(
    `select * from (
       select statement_id as "statementId", bank_account as "bankAccount", statement_no as "statementNo", from_day as "from", to_day as "to",
         opening_minor::float8 as "openingMinor", closing_minor::float8 as "closingMinor", bank_statement_no
       from views.bank_statements where upper(regexp_replace(bank_account, '\\s', '', 'g')) = any($1::text[])
       order by to_day desc, bank_statement_no desc limit ${statementsMax}) latest
     order by bank_statement_no`,
    [bankAccounts],
  )
  return rows.map(({ statementId, bankAccount, statementNo, from, to, openingMinor, closingMinor }) => ({
    ...{ statementId, bankAccount, statementNo, from, to, openingMinor, closingMinor },
  }))
}
