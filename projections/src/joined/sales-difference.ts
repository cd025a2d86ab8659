import { type BillingPeriod, billingPeriods, salesFigures } from '@nightflow/domain/leakage/sales-difference'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import {
  type BillingCycle,
  type SalesBillRow,
  type SalesDifferenceRow,
  type salesBills,
  type salesDifference,
  usualCycle,
} from '@nightflow/schemas/leakage/sales-difference'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type ReportPoint, reportPointsMax } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { figuresOfPoints } from '../leakage/figures-of-points.ts'
import type { Partition } from '../leakage/partition-series.ts'
import type { ListOf } from '../storage/list-query.ts'

type Span = { first: number; last: number }
type Filter = Pick<RequestOf<typeof salesDifference.calls.list>, 'partitionId' | 'cycle'>
type BillFilter = Pick<RequestOf<typeof salesBills.calls.list>, 'partitionId'>
type Page = { pageNum: number; pageSize: number; from?: 'start' | 'end' | undefined }
type Sold = { key: number; name: string; litres: number | null; meters: number; billed: number }

const periodsOf = ({ first, last }: Span, cycle: BillingCycle = usualCycle): BillingPeriod[] =>
  billingPeriods(dateOfDay(first), dateOfDay(last), Number(cycle))

/**
 * Members at points `$1` between the days `$2` and `$3`, of which main meters are none; `billed` has their volumes by bill and month, without those of a bill
 * that was credited whole.
 */
const billedMembers = `members as (
    select partition_key, number, from_day, until_day from views.partition_members member
    where side = 'consumption' and partition_key = any ($1::bigint[]) and from_day <= $3::date and until_day > $2::date
      and not exists (select from views.partition_members main where main.number = member.number and main.side = 'supply'
        and main.from_day < member.until_day and main.until_day > member.from_day)),
  billed as (
    select volume.meter_no as number, account_no, bill_id, bill_no, (month || '-01')::date as month,
      ((month || '-01')::date + interval '1 month')::date as next, volume.litres::float8 as litres
    from (select distinct number from members) own join views.billed_volumes volume on volume.meter_no = own.number
      join views.bills using (tenant, account_no, bill_id)
    where volume.month between left($2::text, 7) and left($3::text, 7) and not (total_minor = 0 and amount_minor > 0))`
const countedLitres = `billed.litres * greatest(0, least(until_day, next) - greatest(from_day, month)) / (next - month)`

/** Sales of some points in some periods that follow one another, one statement for all of them. */
const readSold = async (database: PoolClient, keys: readonly number[], periods: readonly BillingPeriod[]): Promise<Map<string, Sold>> => {
  const { rows } = await database.query<Sold>(
    `with ${billedMembers}
     select wanted.key::float8 as key, period.name, round(sum(${countedLitres}) filter (where billed.number is not null))::float8 as litres,
       count(distinct members.number)::int as meters, count(distinct billed.number)::int as billed
     from unnest($1::bigint[]) as wanted (key) cross join unnest($4::text[], $5::date[], $6::date[]) as period (name, first, last)
       left join members on partition_key = wanted.key and from_day <= period.last and until_day > period.first
       left join billed on billed.number = members.number and billed.month between period.first and period.last
         and from_day < next and until_day > month
     group by 1, 2`,
    [
      keys,
      periods.at(-1)!.from,
      periods[0]!.to,
      periods.map(({ name }) => name),
      periods.map(({ from }) => from),
      periods.map(({ to }) => to),
    ],
  )
  return new Map(rows.map((row) => [`${row.key}/${row.name}`, row]))
}

const readRows = async (
  database: PoolClient,
  points: readonly Partition[],
  periods: readonly BillingPeriod[],
): Promise<SalesDifferenceRow[]> => {
  if (points.length === 0 || periods.length === 0) return []
  const [first, last] = [dayOfDate(periods.at(-1)!.from), dayOfDate(periods[0]!.to)]
  const sold = await readSold(
    database,
    points.map(({ key }) => key),
    periods,
  )
  const figures = await figuresOfPoints(database, points, { first, last })
  return periods.flatMap((period) =>
    points.map((point): SalesDifferenceRow => {
      const ofPeriod = figures.get(point.key)!.slice(dayOfDate(period.from) - first, dayOfDate(period.to) - first + 1)
      const known = ofPeriod.flatMap(({ supplyLitres }) => supplyLitres ?? [])
      const { litres, meters, billed } = sold.get(`${point.key}/${period.name}`)!
      const of = {
        ...{ suppliedLitres: known.reduce((sum, supply) => sum + supply, 0), days: ofPeriod.length, daysKnown: known.length },
        ...{ soldLitres: litres, meters, metersBilled: billed },
      }
      const { suppliedLitres: _, ...counted } = of
      return {
        ...{ lineNo: `${point.id}/${period.name}`, partitionId: point.id, name: point.name, level: point.level },
        ...{ billingPeriod: period.name, periodFrom: period.from, periodTo: period.to },
        ...counted,
        ...salesFigures(of),
      }
    }),
  )
}

const readPoints = async (
  database: PoolClient,
  id: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Partition[]> => {
  const { rows } = await database.query<Partition>(
    `select key::float8 as key, id, name, level, time_zone, details from views.partitions where $1::text is null or id = $1
     order by root_id, level, name, id limit $2 offset $3`,
    [id ?? null, limit, offset],
  )
  return rows
}

const countPoints = async (database: PoolClient, id: string | undefined): Promise<number> => {
  const { rows } = await database.query<{ points: number }>(
    'select count(*)::int as points from views.partitions where $1::text is null or id = $1',
    [id ?? null],
  )
  return rows[0]!.points
}

/** A page of periods of points; only those of the page are computed. */
export const listSalesDifferences = async (
  database: PoolClient,
  { partitionId: id, cycle }: Filter,
  span: Span,
  { pageNum, pageSize, from }: Page,
): Promise<ListOf<SalesDifferenceRow>> => {
  const periods = periodsOf(span, cycle)
  const points = await countPoints(database, id)
  const total = points * periods.length
  const start = from === 'end' ? Math.max(0, total - pageNum * pageSize) : (pageNum - 1) * pageSize
  const end = from === 'end' ? total - (pageNum - 1) * pageSize : Math.min(total, start + pageSize)
  const rows: SalesDifferenceRow[] = []
  for (let place = start; place < end; ) {
    const offset = place % points
    const taken = Math.min(points - offset, end - place)
    const some = await readPoints(database, id, { limit: taken, offset })
    rows.push(...(await readRows(database, some, [periods[Math.floor(place / points)]!])))
    place += taken
  }
  return { rows, total, isTotalBounded: false }
}

const pointsAtOnce = 100

/** All periods of all points, period by period. */
export async function* scanSalesDifferences(
  database: PoolClient,
  { partitionId: id, cycle }: Filter,
  span: Span,
): AsyncGenerator<SalesDifferenceRow[]> {
  const points = await countPoints(database, id)
  for (const period of periodsOf(span, cycle))
    for (let offset = 0; offset < points; offset += pointsAtOnce)
      yield await readRows(database, await readPoints(database, id, { limit: pointsAtOnce, offset }), [period])
}

/** Cascades whose volumes one chart adds up. */
const chartedMax = 50
const rootsOf = async (database: PoolClient, id: string | undefined): Promise<Partition[]> => {
  const { rows } = await database.query<Partition>(
    `select key::float8 as key, id, name, level, time_zone, details from views.partitions
     where case when $1::text is null then id = root_id else id = $1 end order by name, id limit ${chartedMax}`,
    [id ?? null],
  )
  return rows
}

const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Production, sales and their difference by the first month of each period, of the cascades whose difference is known. */
export const salesPoints = async (database: PoolClient, { partitionId, cycle }: Filter, span: Span): Promise<ReportPoint[]> => {
  const periods = periodsOf(span, cycle)
  const rows = await readRows(database, await rootsOf(database, partitionId), periods)
  return periods.toReversed().map(({ name, from }) => {
    const known = rows.filter((row) => row.billingPeriod === name && row.differenceLitres !== null)
    return {
      at: from.slice(0, 7),
      values: [
        sumOf(known.map((row) => row.producedLitres)),
        sumOf(known.map((row) => row.soldLitres)),
        sumOf(known.map((row) => row.differenceLitres)),
      ],
    }
  })
}

const billsAtOnce = 1_000

/** The billed volumes of a point, or of all cascades, by month and account. */
export async function* scanSalesBills(database: PoolClient, filter: BillFilter, span: Span): AsyncGenerator<SalesBillRow[]> {
  for (let offset = 0; ; offset += billsAtOnce) {
    const rows = await readBills(database, filter, span, { limit: billsAtOnce, offset })
    yield rows
    if (rows.length < billsAtOnce) return
  }
}

const billsFrom = `from (select sum(${countedLitres}) as counted, billed.* from members join billed using (number)
  where from_day < next and until_day > month group by billed.number, account_no, bill_id, bill_no, month, next, litres) counted`

const billParameters = async (database: PoolClient, { partitionId }: BillFilter, span: Span) => {
  const periods = periodsOf(span)
  const roots = await rootsOf(database, partitionId)
  return [roots.map(({ key }) => key), periods.at(-1)!.from, periods[0]!.to]
}

const readBills = async (database: PoolClient, filter: BillFilter, span: Span, { limit, offset }: { limit: number; offset: number }) => {
  const { rows } = await database.query<SalesBillRow>(
    `with ${billedMembers}
     select account_no as "accountNo", number as "meterNo", to_char(month, 'YYYY-MM') as month, litres as "billedLitres",
       round(counted)::float8 as "countedLitres", bill_no::float8 as "billNo", account_no || '/' || number || '/' || month || '/' || bill_id as "lineNo"
     ${billsFrom} order by month desc, account_no, number, bill_id limit $4 offset $5`,
    [...(await billParameters(database, filter, span)), limit, offset],
  )
  return rows
}

/** A page of the billed volumes, the newest month first. */
export const listSalesBills = async (
  database: PoolClient,
  filter: BillFilter,
  span: Span,
  { pageNum, pageSize, from }: Page,
): Promise<ListOf<SalesBillRow>> => {
  const parameters = await billParameters(database, filter, span)
  const counted = await database.query<{ total: number }>(`with ${billedMembers} select count(*)::int as total ${billsFrom}`, parameters)
  const { total } = counted.rows[0]!
  const offset = from === 'end' ? Math.max(0, total - pageNum * pageSize) : (pageNum - 1) * pageSize
  const limit = from === 'end' ? Math.max(0, total - (pageNum - 1) * pageSize) - offset : pageSize
  return { rows: await readBills(database, filter, span, { limit, offset }), total, isTotalBounded: false }
}

/** Billed and counted volume by month. */
export const salesBillPoints = async (database: PoolClient, filter: BillFilter, span: Span): Promise<ReportPoint[]> => {
  const { rows } = await database.query<{ at: string; billed: number; counted: number }>(
    `with ${billedMembers} select to_char(month, 'YYYY-MM') as at, sum(litres)::float8 as billed, sum(counted)::float8 as counted
     ${billsFrom} group by 1 order by 1 limit ${reportPointsMax}`,
    await billParameters(database, filter, span),
  )
  return rows.map(({ at, billed, counted }) => ({ at, values: [billed, counted] }))
}
