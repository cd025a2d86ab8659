import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { AgedRow, agedFilter } from '@nightflow/schemas/billing/ledger-reports'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type ListDeclaration, type ListOf, type ListPlace, listPageOf, pageStatement, scanList } from '../storage/list-query.ts'

/** A local day, and the instant at which it ends: epoch milliseconds. */
export type AgedDay = { day: string; endsAt: number }
type Filter = Pick<z.output<z.ZodObject<typeof agedFilter>>, 'accountNo'>

/** Sums by age: a bill that is due on the day or later is current. Days are compared as text, because converting each took longer than adding it up. */
const agesOn = ({ day }: AgedDay): string => {
  const due = 'due_on collate "C"'
  const before = (days: number): string => `'${dateOfDay(dayOfDate(day) - days)}'`
  const overdue = (from: number, to: number): string => `${due} < ${before(from - 1)} and ${due} >= ${before(to)}`
  const sum = (condition: string): string => `coalesce(sum(open) filter (where ${condition}), 0)`
  return `${sum(`${due} >= ${before(0)}`)} as "currentMinor", ${sum(overdue(1, 30))} as "days30Minor", ${sum(overdue(31, 60))} as "days60Minor",
    ${sum(overdue(61, 90))} as "days90Minor", ${sum(`${due} < ${before(90)}`)} as "olderMinor", coalesce(sum(open), 0) as "totalMinor"`
}

const endOf = ({ endsAt }: AgedDay): string => `to_timestamp(${endsAt} / 1000.0)`
const isOver = ({ endsAt }: AgedDay): boolean => endsAt <= Date.now()

/**
 * The open part of each bill at the end of the day, with its due day. The bills that are open now are read from their index; movements
 * after the day are taken back from them, and no event is dated after today. Bills that were issued after the day are in neither part. The day is computed from a date and a number, so that it may be part
 * of the statement.
 */
const openBills = (day: AgedDay): string => {
  const openNow = `select account_no, contract_no, bill_id, due_on, open_minor as open from views.bills where open_minor > 0`
  const end = endOf(day)
  // Whole numbers are added in half the time of decimals.
  const openThen = `select account_no, contract_no, due_on, sum(open)::bigint as open from (
      ${openNow} and create_time < ${end}
      union all
      select account_no, contract_no, bill_id, due_on, -change_minor from views.bill_movements join views.bills using (account_no, bill_id)
      where moved_at >= ${end} and create_time < ${end}) moved
    group by account_no, contract_no, bill_id, due_on having sum(open) <> 0`
  return `(${isOver(day) ? openThen : openNow}) open_bills`
}

/** Money is of an account and its holder: who had the account before owes beside the present holder. */
const holder = 'account_no as "accountNo", contract_no::int as "contractNo"'
const named = `"accountNo" || '/' || "contractNo" as "contractId", "accountNo", "contractNo"`

const agedList = (day: AgedDay): ListDeclaration<Filter> => ({
  from: `(select ${holder}, ${agesOn(day)}, count(*)::int as bills, min(due_on collate "C") as "oldestDueOn" from ${openBills(day)} group by account_no, contract_no) aged`,
  key: ['"accountNo"', '"contractNo"'],
  sorts: Object.fromEntries(agedSorts.map((field) => [field, { by: `"${field}"`, isComputed: true as const }])),
  conditions: ({ accountNo }, parameter) =>
    accountNo === undefined ? [] : [`position(upper(${parameter(accountNo)}::text) in "accountNo") > 0`],
  // Only the rows that are shown are converted.
  columns: `${named}, ${agedAmounts}, bills, "oldestDueOn"`,
  countMax: 1_000_000,
  isComputed: true,
})

const amounts = ['currentMinor', 'days30Minor', 'days60Minor', 'days90Minor', 'olderMinor', 'totalMinor'] as const
const agedAmounts = amounts.map((name) => `"${name}"::float8`).join(', ')
const agedSorts = ['accountNo', ...amounts, 'bills', 'oldestDueOn'] as const

/** The largest debt comes first, unless another column is named. */
export const agedSortOf = (column = ''): (typeof agedSorts)[number] => agedSorts.find((field) => field === column) ?? 'totalMinor'

/**
 * The debt of each holder at the end of the day: the open parts of the bills now less all movements after the day. A bill that was issued after it adds nothing, so that
 * bills are looked up of transferred accounts alone, for their contracts.
 */
const owedList = (day: AgedDay): ListDeclaration<Filter> => {
  const transferred = '(select account_no from views.bills where contract_no > 1)'
  const after = `union all select account_no, ${firstContract}, -change_minor from views.bill_movements
      where moved_at >= ${endOf(day)} and account_no not in ${transferred}
    union all select account_no, contract_no, -change_minor from views.bill_movements join views.bills using (account_no, bill_id)
      where moved_at >= ${endOf(day)} and account_no in ${transferred}`
  return {
    ...agedList(day),
    from: `(select ${holder}, sum(open)::bigint as "totalMinor" from (
        select account_no, contract_no, open_minor as open from views.bills where open_minor > 0 ${isOver(day) ? after : ''}) moved
      group by account_no, contract_no having sum(open) <> 0) owed`,
    columns: '"accountNo", "contractNo", row_number() over () as place, count(*) over ()::int as found_total',
  }
}

/** Without the name, which is the API's to show. */
export type AgedOfContract = Omit<AgedRow, 'customerName'>
type Found = AgedOfContract & { found_total: number }

/** A page by account or by total: its holders are found by what they owed, and the bills of these accounts alone are aged. */
export const listAged = async (database: PoolClient, day: AgedDay, filter: Filter, place: ListPlace): Promise<ListOf<AgedOfContract>> => {
  if (place.sort !== 'accountNo' && place.sort !== 'totalMinor') return listPageOf(database, agedList(day), filter, place)
  const { sql, parameters } = pageStatement(owedList(day), filter, place)
  const { rows } = await database.query<Found>(
    `with page as materialized (${sql})
     select ${named}, ${agedAmounts}, bills, "oldestDueOn", found_total from page join (
       select ${holder}, ${agesOn(day)}, count(*)::int as bills, min(due_on collate "C") as "oldestDueOn" from ${openBills(day)}
       where account_no = any(array(select "accountNo" from page)) group by account_no, contract_no) aged using ("accountNo", "contractNo") order by place`,
    parameters,
  )
  // A page behind the last row cannot say the total.
  if (rows.length === 0) return listPageOf(database, agedList(day), filter, place)
  if (place.from === 'end') rows.reverse()
  return { rows: rows.map(({ found_total: _, ...row }) => row), total: rows[0]!.found_total, isTotalBounded: false }
}

/** All holders in batches; the connection must be in a transaction. */
export const scanAged = (database: PoolClient, day: AgedDay, filter: Filter): AsyncGenerator<AgedOfContract[]> =>
  scanList(database, agedList(day), filter, { sort: 'accountNo', direction: 'asc' })

export type AgedTotals = Pick<AgedRow, (typeof amounts)[number]> & { accounts: number }

/** All accounts that the filter leaves together. */
export const agedTotalsOf = async (database: PoolClient, day: AgedDay, { accountNo = null }: { accountNo?: string | null | undefined }) => {
  const { rows } = await database.query<AgedTotals>(
    `select accounts, ${agedAmounts} from (
       select count(distinct account_no)::int as accounts, ${agesOn(day)} from ${openBills(day)}
       where $1::text is null or position(upper($1) in account_no) > 0) sums`,
    [accountNo],
  )
  return rows[0]!
}
