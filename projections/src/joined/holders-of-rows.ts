import type { PoolClient } from 'pg'
import { personOf } from '../customers/account-queries.ts'

/** A row about the money of one contract of an account. */
export type OfContract = { accountNo: string; contractNo: number }

/**
 * Rows with the name of the holder whose they are, a former one too; a company's where the present holder is one. Null where the person was erased, or the
 * reader does not see them.
 */
export const withHolders = async <Row extends OfContract>(
  database: PoolClient,
  rows: readonly Row[],
): Promise<(Row & { customerName: string | null })[]> => {
  if (rows.length === 0) return []
  const { rows: found } = await database.query<OfContract & { name: string | null }>(
    `select account_no as "accountNo", contract_no as "contractNo",
       coalesce(case when contract_no = jsonb_array_length(holders) then parties->>'companyName' end, holder.name) as name
     from (select distinct account_no, contract_no from unnest($1::text[], $2::int[]) as each (account_no, contract_no)) wanted
     join views.accounts using (account_no) ${personOf('holder', '(accounts.holders->>(contract_no - 1))::uuid')}`,
    [rows.map(({ accountNo }) => accountNo), rows.map(({ contractNo }) => contractNo)],
  )
  const names = new Map(found.map((each) => [keyOf(each), each.name]))
  return rows.map((row) => ({ ...row, customerName: names.get(keyOf(row)) ?? null }))
}

const keyOf = ({ accountNo, contractNo }: OfContract): string => `${accountNo}/${contractNo}`
