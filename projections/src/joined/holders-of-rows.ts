import { firstContract } from '@nightflow/domain/billing/account-contracts'
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

/**
 * Rows with the contract that their account had at a moment each: an instant, or the beginning of a day of the tenant's zone. The first one where the
 * account is not known.
 */
export const ofContractAt = async <Row extends { accountNo: string }>(
  database: PoolClient,
  rows: readonly Row[],
  momentOf: (row: Row) => string,
): Promise<(Row & OfContract)[]> => {
  if (rows.length === 0) return []
  const { rows: found } = await database.query<{ contractNo: number }>(
    `select 1 + (select count(*)::int from jsonb_array_elements_text(accounts.transfers) as each (transferred_at)
       where transferred_at::timestamptz <= case when length(moment) > 10 then moment::timestamptz else moment::timestamp at time zone zone end) as "contractNo"
     from unnest($1::text[], $2::text[]) with ordinality as wanted (account_no, moment, place)
     cross join (select time_zone as zone from platform.tenants where code = current_setting('nightflow.tenant')) tenant
     left join views.accounts using (account_no) order by place`,
    [rows.map(({ accountNo }) => accountNo), rows.map(momentOf)],
  )
  return rows.map((row, place) => ({ ...row, contractNo: found[place]?.contractNo ?? firstContract }))
}

const keyOf = ({ accountNo, contractNo }: OfContract): string => `${accountNo}/${contractNo}`
