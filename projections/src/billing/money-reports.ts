import { BillStatus } from '@nightflow/schemas/billing/bill'
import type { PostpaidRow, postpaidReport, RechargeRow, rechargeReport } from '@nightflow/schemas/billing/money-reports'
import { TransactionKind } from '@nightflow/schemas/billing/transaction'
import { totalsRowsMax } from '@nightflow/schemas/shared/calls-of-resource'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type ReportPoint, reportPointsMax } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOf, type ListPlace, listPageOf, type Sort, scanList, totalsOfList } from '../storage/list-query.ts'

/** Instants between which a report counts, the end excluded, and the tenant's zone and day. Computed, never of a request. */
export type MoneySpan = { from: string; until: string; timeZone: string; today: string }

type Place = { pageNum: number; pageSize: number; from: 'start' | 'end'; orderByColumn?: string | undefined; isAsc?: string | undefined }
type RechargeFilter = Pick<RequestOf<typeof rechargeReport.calls.list>, 'unit' | 'payMethod' | 'operator'>
type PostpaidFilter = Pick<RequestOf<typeof postpaidReport.calls.list>, 'accountNo' | 'status'>

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const within = ({ from, until }: MoneySpan): string => `create_time >= ${quoted(from)} and create_time < ${quoted(until)}`

/** A sum over the rows of a kind. */
const sumOf = (kind: string): string => `coalesce(sum(amount_minor) filter (where kind = '${kind}'), 0)::float8`

const rechargeColumns = [
  'place',
  'period',
  'payMethod',
  'operator',
  'payments',
  'receivedMinor',
  'reversedMinor',
  'refundedMinor',
  'netMinor',
]

/** A recharge report is small: it has a row for each day, pay method and operator. */
const rechargeList = (span: MoneySpan, unit: 'day' | 'month'): ListDeclaration<RechargeFilter> => ({
  from: `(select *, "receivedMinor" - "reversedMinor" - "refundedMinor" as "netMinor",
      row_number() over (order by period desc, "payMethod", operator)::int as place from (
    select to_char(create_time at time zone ${quoted(span.timeZone)}, '${unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}') as period,
      pay_method as "payMethod", operator, count(*) filter (where kind = '${TransactionKind.enum.payment}')::int as payments,
      ${sumOf(TransactionKind.enum.payment)} as "receivedMinor", ${sumOf(TransactionKind.enum.reversal)} as "reversedMinor", ${sumOf(TransactionKind.enum.refund)} as "refundedMinor"
    from views.transactions where kind in ('${TransactionKind.enum.payment}', '${TransactionKind.enum.reversal}', '${TransactionKind.enum.refund}') and pay_method is not null and ${within(span)} group by 1, 2, 3) grouped) recharges`,
  key: ['place'],
  sorts: sortsOf(rechargeColumns, 'place'),
  conditions: ({ payMethod, operator }, parameter) => [
    ...(payMethod === undefined ? [] : [`"payMethod" = ${parameter(payMethod)}`]),
    ...(operator === undefined || operator === '' ? [] : [`operator = ${parameter(operator)}`]),
  ],
  columns: rechargeColumns.map((column) => `"${column}"`).join(', '),
  isComputed: true,
})

/** Without the holder's name, which is in `persons` alone. */
type PostpaidSums = Omit<PostpaidRow, 'customerName'>

const postpaidColumns = [
  'lineNo',
  'accountNo',
  'contractNo',
  'bills',
  'openBills',
  'billedMinor',
  'paidMinor',
  'openMinor',
  'overdueMinor',
  'status',
]

const postpaidList = (span: MoneySpan): ListDeclaration<PostpaidFilter> => ({
  from: `(select *, "billedMinor" - "openMinor" as "paidMinor",
      case when "openMinor" = 0 then '${BillStatus.enum.paid}' when "openMinor" < "billedMinor" then '${BillStatus.enum.paidInPart}' else '${BillStatus.enum.unpaid}' end as status from (
    select account_no || '/' || contract_no as "lineNo", account_no as "accountNo", contract_no::int as "contractNo", count(*)::int as bills, count(*) filter (where open_minor > 0)::int as "openBills",
      sum(total_minor)::float8 as "billedMinor", sum(open_minor)::float8 as "openMinor",
      coalesce(sum(open_minor) filter (where due_on < ${quoted(span.today)}), 0)::float8 as "overdueMinor"
    from views.bills where ${within(span)} group by account_no, contract_no) sums) holders`,
  key: ['"accountNo"', '"contractNo"'],
  sorts: sortsOf(postpaidColumns, '"accountNo"'),
  conditions: ({ accountNo = '', status }, parameter) => [
    ...(accountNo === '' ? [] : [`position(upper(${parameter(accountNo)}::text) in "accountNo") > 0`]),
    ...(status === undefined ? [] : [`status = ${parameter(status)}`]),
  ],
  columns: postpaidColumns.map((column) => `"${column}"`).join(', '),
  isComputed: true,
})

/** Every column of a report is computed, so that each can order it. */
function sortsOf(columns: readonly string[], usual: string): Record<string, Sort> {
  const sorts = columns.map((column): [string, Sort] => [column, { by: `"${column}"`, isComputed: true, isNullable: true }])
  return Object.fromEntries([...sorts, ['', { by: usual, isComputed: true }]])
}

const pageOf = ({ pageNum, pageSize, from, orderByColumn = '', isAsc }: Place, sorts: object): ListPlace => ({
  sort: orderByColumn in sorts ? orderByColumn : '',
  direction: isAsc?.startsWith('desc') ? 'desc' : 'asc',
  ...{ page: pageNum, limit: pageSize, from },
})

/** Payments, reversals and refunds of a span, the newest period first unless sorted. */
export const listRecharges = (
  database: PoolClient,
  { unit = 'day', ...request }: RechargeFilter & Place,
  span: MoneySpan,
): Promise<ListOf<RechargeRow>> => {
  const list = rechargeList(span, unit)
  return listPageOf(database, list, request, pageOf(request, list.sorts))
}

/** Over all rows that the filter leaves. */
export const sumRecharges = (database: PoolClient, { unit = 'day', ...filter }: RechargeFilter, span: MoneySpan) =>
  totalsOfList(database, rechargeList(span, unit), filter, {
    columns: ['receivedMinor', 'reversedMinor', 'refundedMinor', 'netMinor'],
    rowsMax: totalsRowsMax,
  })

export const scanRecharges = (database: PoolClient, { unit = 'day', ...filter }: RechargeFilter, span: MoneySpan) =>
  scanList<RechargeRow, RechargeFilter>(database, rechargeList(span, unit), filter, { sort: '', direction: 'asc' })

/** Accounts and holders with bills that were issued in a span, by number unless sorted. */
export const listPostpaid = (database: PoolClient, request: PostpaidFilter & Place, span: MoneySpan): Promise<ListOf<PostpaidSums>> => {
  const list = postpaidList(span)
  return listPageOf(database, list, request, pageOf(request, list.sorts))
}

/** Over all accounts that the filter leaves. */
export const sumPostpaid = (database: PoolClient, filter: PostpaidFilter, span: MoneySpan) =>
  totalsOfList(database, postpaidList(span), filter, {
    columns: ['billedMinor', 'paidMinor', 'openMinor', 'overdueMinor'],
    rowsMax: totalsRowsMax,
  })

export const scanPostpaid = (database: PoolClient, filter: PostpaidFilter, span: MoneySpan) =>
  scanList<PostpaidSums, PostpaidFilter>(database, postpaidList(span), filter, { sort: '', direction: 'asc' })

/** Charts of money show days up to so many, and months beyond. */
const chartDaysMax = 92
const dayMilliseconds = 86_400_000
const unitOf = ({ from, until }: MoneySpan): string =>
  Date.parse(until) - Date.parse(from) > chartDaysMax * dayMilliseconds ? 'YYYY-MM' : 'YYYY-MM-DD'

/** Received less reversed and refunded, by day or month. */
export const rechargePoints = async (
  database: PoolClient,
  { payMethod, operator }: RechargeFilter,
  span: MoneySpan,
): Promise<ReportPoint[]> => {
  const { enum: kind } = TransactionKind
  const { rows } = await database.query<{ at: string; net: number }>(
    `select to_char(create_time at time zone $1, $2) as at, sum(case kind when '${kind.payment}' then amount_minor else -amount_minor end)::float8 as net
     from views.transactions where kind in ('${kind.payment}', '${kind.reversal}', '${kind.refund}') and pay_method is not null
       and create_time >= $3 and create_time < $4 and ($5::text is null or pay_method = $5) and ($6::text is null or operator = $6)
     group by 1 order by 1 limit ${reportPointsMax}`,
    [span.timeZone, unitOf(span), span.from, span.until, payMethod ?? null, operator || null],
  )
  return rows.map(({ at, net }) => ({ at, values: [net] }))
}

/** Billed and open amounts by the day or month in which the bills were issued. */
export const postpaidPoints = async (database: PoolClient, { accountNo = '' }: PostpaidFilter, span: MoneySpan): Promise<ReportPoint[]> => {
  const { rows } = await database.query<{ at: string; billed: number; open: number }>(
    `select to_char(create_time at time zone $1, $2) as at, sum(total_minor)::float8 as billed, sum(open_minor)::float8 as open
     from views.bills where create_time >= $3 and create_time < $4 and ($5 = '' or position(upper($5) in account_no) > 0)
     group by 1 order by 1 limit ${reportPointsMax}`,
    [span.timeZone, unitOf(span), span.from, span.until, accountNo],
  )
  return rows.map(({ at, billed, open }) => ({ at, values: [billed, open] }))
}
