import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { rowsByCursor } from '@nightflow/event-log/postgres/rows-by-cursor'
import type { MeterHistoryRow, meterHistory } from '@nightflow/schemas/metering/history-report'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { boundedTotalMax } from '@nightflow/schemas/shared/list-page'
import type { ReportPoint } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import type { ListOf, ListPlace } from '../storage/list-query.ts'

/** Local days as numbers, both included. */
type Span = { first: number; last: number }
type Filter = Pick<RequestOf<typeof meterHistory.calls.list>, 'meterNo' | 'meterGroup'>
type Page = Pick<ListPlace, 'page' | 'limit' | 'from' | 'direction'>

type Stored = Omit<MeterHistoryRow, 'lineNo' | 'readings' | 'lastReadingAt' | 'registerLitres'> & { packed: Buffer }

const conditionsOf = ({ meterNo, meterGroup }: Filter, parameter: (value: unknown) => string): string =>
  [
    `meters.state <> 'stored'`,
    ...(meterGroup === undefined ? [] : [`meters.meter_group_id = ${parameter(meterGroup)}`]),
    ...(meterNo === undefined || meterNo === '' ? [] : [`position(lower(${parameter(meterNo)}::text) in lower(meters.number)) > 0`]),
  ].join(' and ')

/** The days of meters, in the order of the numbers. Days are read meter by meter, so that a page reads those of its meters alone. */
const statementOf = (filter: Filter, { first, last }: Span, columns: string) => {
  const parameters: unknown[] = [dateOfDay(first), dateOfDay(last)]
  const parameter = (value: unknown): string => `$${parameters.push(value)}`
  const where = conditionsOf(filter, parameter)
  const sql = `select ${columns} from views.meters cross join lateral (
      select day, readings, day_millilitres, known_hours from views.meter_days
      where meter_id = meters.id and day between $1::date and $2::date) days where ${where}`
  return { sql, parameters, parameter }
}

const columns = `meters.number as "meterNo", meters.details ->> 'name' as "meterName",
  (select meter_group_name from platform.meter_groups groups where groups.tenant = meters.tenant and groups.meter_group_id = meters.meter_group_id) as "meterGroupName",
  days.day::text as day, days.known_hours::int as "knownHours", days.readings as packed,
  coalesce((select stated_litres from views.day_reviews review where review.tenant = meters.tenant and review.number = meters.number and review.day = days.day::text),
    days.day_millilitres / 1000.0)::float8 as "usedLitres"`

/** The last register of a day, and how many readings it has. */
const rowOf = ({ packed, ...row }: Stored): MeterHistoryRow => {
  const { count, at, registerMillilitres } = resolveReadings(unpackFrame(packed))
  let place = count - 1
  while (place >= 0 && Number.isNaN(registerMillilitres?.[place] ?? Number.NaN)) place -= 1
  const register = registerMillilitres?.[place]
  return {
    lineNo: `${row.meterNo}/${row.day}`,
    meterNo: row.meterNo,
    meterName: row.meterName,
    meterGroupName: row.meterGroupName,
    day: row.day,
    readings: count,
    lastReadingAt: count === 0 ? null : new Date(at[count - 1]!).toISOString(),
    registerLitres: register === undefined ? null : register / 1000,
    usedLitres: row.usedLitres,
    knownHours: row.knownHours,
  }
}

/** A page of days of meters; beyond 10,000 they are not counted. */
export const listMeterHistory = async (
  database: PoolClient,
  filter: Filter,
  span: Span,
  { page, limit, from, direction }: Page,
): Promise<ListOf<MeterHistoryRow>> => {
  const isFromEnd = from === 'end'
  const order = (isAscending: boolean): string => (isAscending === !isFromEnd ? 'asc' : 'desc')
  const { sql, parameters, parameter } = statementOf(filter, span, columns)
  const bounds = `limit ${parameter(limit)} offset ${parameter((page - 1) * limit)}`
  const { rows } = await database.query<Stored>(
    `${sql} order by meters.number ${order(direction === 'asc')}, days.day ${order(true)} ${bounds}`,
    parameters,
  )
  const counted = statementOf(filter, span, 'meters.number')
  const { rows: found } = await database.query<{ total: number }>(
    `select count(*)::int as total from (${counted.sql} limit ${boundedTotalMax + 1}) counted`,
    counted.parameters,
  )
  const { total } = found[0]!
  if (isFromEnd) rows.reverse()
  return { rows: rows.map(rowOf), total: Math.min(total, boundedTotalMax), isTotalBounded: total > boundedTotalMax }
}

/** All of these days in batches; the connection must be in a transaction. */
export async function* scanMeterHistory(database: PoolClient, filter: Filter, span: Span): AsyncGenerator<MeterHistoryRow[]> {
  const { sql, parameters } = statementOf(filter, span, columns)
  const statement = { sql: `${sql} order by meters.number, days.day`, parameters }
  for await (const rows of rowsByCursor<Stored>(database, statement)) yield rows.map(rowOf)
}

/** Use of the meters of the filter on each day; a day on which nothing is known is a gap. */
export const historyPoints = async (database: PoolClient, filter: Filter, span: Span): Promise<ReportPoint[]> => {
  const { sql, parameters } = statementOf(filter, span, 'days.day, days.day_millilitres')
  const { rows } = await database.query<{ at: string; litres: number | null }>(
    `select wanted::date::text as at, litres from generate_series($1::date, $2::date, interval '1 day') wanted
       left join (select day, (sum(day_millilitres::float8) / 1000) as litres from (${sql}) read group by day) used on used.day = wanted::date
     order by wanted`,
    parameters,
  )
  return rows.map(({ at, litres }) => ({ at, values: [litres] }))
}
