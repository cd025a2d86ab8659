import type {
  listValveBatches as batchesEndpoint,
  OperatedValveRow,
  listOperatedValves as operatedEndpoint,
  ValveBatchRow,
} from '@nightflow/schemas/devices/valve-operations'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter } from '../storage/list-query.ts'
import { withinMoments } from '../storage/within-moments.ts'

type Filter = Omit<RequestOf<typeof operatedEndpoint>, 'pageNum' | 'pageSize' | 'from'>

const result = `case when status in ('requested', 'sent') then 'sending' when status = 'confirmed' then 'success' else 'fail' end`

const conditionsOf = (filter: Filter, parameter: Parameter): string[] => {
  const { number, position, result: wanted, closingReason, batchId } = filter
  const text = (value: string): string => `${parameter(value)}::text`
  const conditions = ['joins is null']
  if (number !== undefined) conditions.push(`position(lower(${text(number)}) in lower(number)) > 0`)
  if (position !== undefined) conditions.push(`valve_operations.position = ${text(position)}`)
  if (wanted !== undefined) conditions.push(`${result} = ${text(wanted)}`)
  if (closingReason !== undefined) conditions.push(`closing_reason = ${text(closingReason)}`)
  if (batchId !== undefined) conditions.push(`batch_id = ${parameter(batchId)}::uuid`)
  conditions.push(...withinMoments('requested_at', filter, parameter))
  return conditions
}

const operatedValves: ListDeclaration<Filter> = {
  from: 'views.valve_operations',
  key: ['operation_id'],
  sorts: {
    requestedAt: { by: 'requested_at' },
    number: { by: 'number', isComputed: true },
    result: { by: result, isComputed: true },
  },
  conditions: conditionsOf,
  columns: `operation_id as "operationId", number, valve_operations.position, ${result} as result, closing_reason as "closingReason", attempt,
    requested_at as "requestedAt", requested_by as "requestedBy", ended_at as "endedAt", reason, failure, batch_id as "batchId"`,
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(operatedValves.sorts, orderByColumn) ? orderByColumn : 'requestedAt'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'requestedAt'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

type Stored = Omit<OperatedValveRow, 'requestedAt' | 'endedAt'> & { requestedAt: Date; endedAt: Date | null }

/** A page of the tenant's valve operations, newest first unless sorted. */
export const listOperatedValves = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof operatedEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
): Promise<ResponseOf<typeof operatedEndpoint>> => {
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<Stored, Filter>(database, operatedValves, filter, place)
  const rows = page.rows.map((row) => ({
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return { ...page, rows }
}

/** Operations among which the latest batches are looked for: fifty batches of 200 meters. */
const lookedThrough = 10_000

/** The latest batches with their progress, newest first. */
export const listValveBatches = async (
  database: PoolClient,
  { limit }: RequestOf<typeof batchesEndpoint>,
): Promise<ResponseOf<typeof batchesEndpoint>> => {
  const { rows } = await database.query<Omit<ValveBatchRow, 'requestedAt'> & { requestedAt: Date }>(
    `with latest as (
      select batch_id, max(requested_at) as newest from (
        select batch_id, requested_at from views.valve_operations where batch_id is not null order by requested_at desc limit ${lookedThrough}
      ) recent group by batch_id order by newest desc limit $1
    ), attempts as (
      select distinct on (operations.batch_id, operations.number) operations.batch_id, operations.position, closing_reason, reason, requested_by, attempt,
        min(operations.requested_at) over (partition by operations.batch_id) as first_at,
        case when joins is null then operations.status else coalesce(joined.status, operations.status) end as status
      from views.valve_operations operations join latest using (batch_id)
      -- An order that joined a closing under way is as far as that closing, or its latest retry, is.
      left join lateral (select status from views.valve_operations closing
        where closing.number = operations.number and closing.joins is null and closing.position = 'closed' and closing.requested_at >=
          (select requested_at from views.valve_operations first where first.operation_id = operations.joins)
        order by closing.requested_at desc limit 1) joined on operations.joins is not null
      order by operations.batch_id, operations.number, operations.requested_at desc
    )
    select batch_id as "batchId", min(attempts.position) as position, min(closing_reason) as "closingReason", min(reason) as reason,
      min(first_at) as "requestedAt", (array_agg(requested_by order by attempt))[1] as "requestedBy",
      count(*) filter (where ${result} = 'sending')::int as sending,
      count(*) filter (where ${result} = 'success')::int as success,
      count(*) filter (where ${result} = 'fail')::int as fail
    from attempts group by batch_id order by min(first_at) desc`,
    [limit],
  )
  return { rows: rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() })) }
}
