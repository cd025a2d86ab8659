import type { AgentStatementRow, agentStatements } from '@nightflow/schemas/agents/agent-report'
import { totalsRowsMax } from '@nightflow/schemas/shared/calls-of-resource'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type ReportPoint, reportPointsMax } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOf, listPageOf, type Sort, scanList, totalsOfList } from '../storage/list-query.ts'

/** Instants between which a report counts, the end excluded, and the tenant's zone. Computed, never of a request. */
type Span = { from: string; until: string; timeZone: string }
type Place = { pageNum: number; pageSize: number; from: 'start' | 'end'; orderByColumn?: string | undefined; isAsc?: string | undefined }
type Filter = Pick<RequestOf<typeof agentStatements.calls.list>, 'unit' | 'userId'>

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const sums = {
  rechargedMinor: 'recharged_minor',
  soldMinor: 'sold_minor',
  sales: 'sales',
  reversedMinor: 'reversed_minor',
  paidToFloatMinor: 'paid_to_float_minor',
  earnedMinor: 'earned_minor',
  takenBackMinor: 'taken_back_minor',
  paidOutMinor: 'paid_out_minor',
} as const
const columns = ['lineNo', 'period', 'agent', 'userId', 'openingMinor', ...Object.keys(sums), 'closingMinor', 'unpaidMinor']
const { sales: _, ...money } = sums
const totals = Object.keys(money)

/** A report is small: it has a row for each agent and each day or month with money. */
const listOf = ({ from, until, timeZone }: Span, unit: 'day' | 'month'): ListDeclaration<Filter> => ({
  from: `(select *, coalesce(lag("closingMinor") over (partition by "userId" order by period),
      (select balance_minor::float8 from views.agent_entries before where before.user_id = "userId" and before.create_time < ${quoted(from)}
       order by entry_no desc limit 1), 0) as "openingMinor" from (
    select user_id || '/' || to_char(create_time at time zone ${quoted(timeZone)}, '${unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}') as "lineNo",
      to_char(create_time at time zone ${quoted(timeZone)}, '${unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}') as period,
      'user:' || user_id as agent, user_id::float8 as "userId",
      ${Object.entries(sums)
        .map(([name, column]) => `sum(${column})::float8 as "${name}"`)
        .join(', ')},
      (array_agg(balance_minor order by entry_no desc))[1]::float8 as "closingMinor",
      (array_agg(unpaid_minor order by entry_no desc))[1]::float8 as "unpaidMinor"
    from views.agent_entries where create_time >= ${quoted(from)} and create_time < ${quoted(until)}
    group by user_id, 1, 2) grouped) statements`,
  key: ['"lineNo"'],
  sorts: {
    ...Object.fromEntries(columns.map((column): [string, Sort] => [column, { by: `"${column}"`, isComputed: true, isNullable: true }])),
    '': { by: 'period', isComputed: true },
  },
  conditions: ({ userId }, parameter) => (userId === undefined ? [] : [`"userId" = ${parameter(userId)}`]),
  columns: columns.map((column) => `"${column}"`).join(', '),
  isComputed: true,
})

/** Rows of agents by day or month; the oldest first unless sorted, so that each opening is the closing above it. */
export const listAgentStatements = (
  database: PoolClient,
  { unit = 'day', pageNum, pageSize, from, orderByColumn = '', isAsc, ...filter }: Filter & Place,
  span: Span,
): Promise<ListOf<AgentStatementRow>> => {
  const list = listOf(span, unit)
  return listPageOf(database, list, filter, {
    sort: orderByColumn in list.sorts ? orderByColumn : '',
    direction: isAsc?.startsWith('desc') ? 'desc' : 'asc',
    ...{ page: pageNum, limit: pageSize, from },
  })
}

export const scanAgentStatements = (database: PoolClient, { unit = 'day', ...filter }: Filter, span: Span) =>
  scanList<AgentStatementRow, Filter>(database, listOf(span, unit), filter, { sort: '', direction: 'asc' })

export const sumAgentStatements = (database: PoolClient, { unit = 'day', ...filter }: Filter, span: Span) =>
  totalsOfList(database, listOf(span, unit), filter, { columns: totals, rowsMax: totalsRowsMax })

/** Sales and the commission for them, by day or month. */
export const agentPoints = async (database: PoolClient, { unit = 'day', userId }: Filter, span: Span): Promise<ReportPoint[]> => {
  const { rows } = await database.query<{ at: string; sold: number; earned: number }>(
    `select to_char(create_time at time zone $1, $2) as at, sum(sold_minor)::float8 as sold, sum(earned_minor)::float8 as earned
     from views.agent_entries where create_time >= $3 and create_time < $4 and ($5::bigint is null or user_id = $5)
     group by 1 order by 1 desc limit ${reportPointsMax}`,
    [span.timeZone, unit === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD', span.from, span.until, userId ?? null],
  )
  return rows.toReversed().map(({ at, sold, earned }) => ({ at, values: [sold, earned] }))
}
