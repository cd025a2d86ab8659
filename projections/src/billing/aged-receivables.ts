import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { AgedRow, agedFilter } from '@nightflow/schemas/billing/ledger-reports'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type ListDeclaration, type ListOf, type ListPlace, listPageOf, scanList } from '../storage/list-query.ts'

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

/**
 * What of each bill was open at the end of the day, with the day on which it is due. The bills that are open now are read from their index; what moved
 * after the day is taken back from them, and no event is dated after today. Bills that were issued after the day are in neither part. The day is computed from a date and a number, so that it may be part
 * of the statement.
 */
const openBills = ({ endsAt }: AgedDay): string => {
  const openNow = `select account_no, bill_id, due_on, open_minor as open from views.bills where status <> '1'`
  const end = `to_timestamp(${endsAt} / 1000.0)`
  const openThen = `select account_no, bill_id, due_on, sum(open) as open from (
      ${openNow} and create_time < ${end}
      union all
      select account_no, bill_id, due_on, -change_minor from views.bill_movements join views.bills using (account_no, bill_id)
      where moved_at >= ${end} and create_time < ${end}) moved
    group by account_no, bill_id, due_on having sum(open) <> 0`
  return `(${endsAt > Date.now() ? openNow : openThen}) open_bills`
}

const agedList = (day: AgedDay): ListDeclaration<Filter> => ({
  from: `(select account_no as "accountNo", ${agesOn(day)}, count(*)::int as bills, min(due_on collate "C") as "oldestDueOn" from ${openBills(day)} group by account_no) aged`,
  key: ['"accountNo"'],
  sorts: Object.fromEntries(agedSorts.map((field) => [field, { by: `"${field}"`, isComputed: true as const }])),
  conditions: ({ accountNo }, parameter) =>
    accountNo === undefined ? [] : [`position(upper(${parameter(accountNo)}::text) in "accountNo") > 0`],
  // Only the rows that are shown are converted.
  columns: `"accountNo", ${agedAmounts}, bills, "oldestDueOn"`,
  countMax: 1_000_000,
  isComputed: true,
})

const amounts = ['currentMinor', 'days30Minor', 'days60Minor', 'days90Minor', 'olderMinor', 'totalMinor'] as const
const agedAmounts = amounts.map((name) => `"${name}"::float8`).join(', ')
const agedSorts = ['accountNo', ...amounts, 'bills', 'oldestDueOn'] as const

/** Who owes most comes first, unless another column is named. */
export const agedSortOf = (column = ''): (typeof agedSorts)[number] => agedSorts.find((field) => field === column) ?? 'totalMinor'

export const listAged = (database: PoolClient, day: AgedDay, filter: Filter, place: ListPlace): Promise<ListOf<AgedRow>> =>
  listPageOf(database, agedList(day), filter, place)

/** All accounts in batches; the connection must be in a transaction. */
export const scanAged = (database: PoolClient, day: AgedDay, filter: Filter): AsyncGenerator<AgedRow[]> =>
  scanList(database, agedList(day), filter, { sort: 'accountNo', direction: 'asc' })

export type AgedTotals = Omit<AgedRow, 'accountNo' | 'bills' | 'oldestDueOn'> & { accounts: number }

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
