import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type {
  BalanceMonthRow,
  BalanceVolumeRow,
  balanceReport,
  NationalFigureRow,
  nationalReport,
} from '@nightflow/schemas/leakage/balance-reports'
import { balanceVolumes, type WaterBalance, type WaterBalanceRow } from '@nightflow/schemas/leakage/water-balance'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ReportPoint } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import type { ListOf } from '../storage/list-query.ts'
import { balanceRows, waterBalance } from './water-balances.ts'

type Span = { first: number; last: number }
type OfPoint = Pick<RequestOf<typeof balanceReport.calls.list>, 'partitionId'>
type OfSheet = Pick<RequestOf<typeof nationalReport.calls.list>, 'partitionId' | 'sheet'>

/** Points of one batch, and cascades of one report of sheets. */
const pointsAtOnce = 200
const cascadesMax = 50

/** The months that the days touch, the newest first. */
const monthsOf = ({ first, last }: Span): string[] => {
  const months: string[] = []
  for (let month = dateOfDay(first).slice(0, 7); month <= dateOfDay(last).slice(0, 7); month = monthAfter(month)) months.push(month)
  return months.reverse()
}

const monthAfter = (month: string): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 7)
}

const lineOf = (row: WaterBalanceRow): BalanceMonthRow => ({ lineNo: `${row.partitionId}/${row.month}`, ...row })

const countPoints = async (database: PoolClient, id: string | undefined): Promise<number> => {
  const { rows } = await database.query<{ points: number }>(
    'select count(*)::int as points from views.partitions where $1::text is null or id = $1',
    [id ?? null],
  )
  return rows[0]!.points
}

/** A page of months of metering points; balances are computed for the page alone. */
export const listBalanceMonths = async (
  database: PoolClient,
  { partitionId: id }: OfPoint,
  span: Span,
  { page, limit, from }: { page: number; limit: number; from: 'start' | 'end' },
): Promise<ListOf<BalanceMonthRow>> => {
  const months = monthsOf(span)
  const points = await countPoints(database, id)
  const total = months.length * points
  const start = from === 'end' ? Math.max(0, total - page * limit) : (page - 1) * limit
  const end = from === 'end' ? total - (page - 1) * limit : Math.min(total, start + limit)
  const rows: BalanceMonthRow[] = []
  for (let place = start; place < end && points > 0; ) {
    const offset = place % points
    const taken = Math.min(points - offset, end - place)
    rows.push(...(await balanceRows(database, months[Math.floor(place / points)]!, { id, offset, limit: taken })).map(lineOf))
    place += taken
  }
  return { rows, total, isTotalBounded: false }
}

/** All months of all points, month by month. */
export async function* scanBalanceMonths(
  database: PoolClient,
  { partitionId: id }: OfPoint,
  span: Span,
): AsyncGenerator<BalanceMonthRow[]> {
  const points = await countPoints(database, id)
  for (const month of monthsOf(span))
    for (let offset = 0; offset < points; offset += pointsAtOnce)
      yield (await balanceRows(database, month, { id, offset, limit: pointsAtOnce })).map(lineOf)
}

const rootsOf = async (database: PoolClient, id: string | undefined): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `select id from views.partitions where case when $1::text is null then id = root_id else id = $1 end order by name, id limit ${cascadesMax}`,
    [id ?? null],
  )
  return rows.map((row) => row.id)
}

/** A sum of which nothing is known is unknown. */
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Supply, authorised use and real losses of whole cascades, or of one point, by month. */
export const balancePoints = async (database: PoolClient, { partitionId }: OfPoint, span: Span): Promise<ReportPoint[]> => {
  const ids = await rootsOf(database, partitionId)
  const points: ReportPoint[] = []
  for (const month of monthsOf(span).reverse()) {
    const rows: WaterBalanceRow[] = []
    for (const id of ids) rows.push(...(await balanceRows(database, month, { id, limit: 1 })))
    const of = (value: (row: WaterBalanceRow) => number | null): number | null => sumOf(rows.map(value))
    points.push({
      at: month,
      values: [of((row) => row.systemInputLitres), of((row) => row.authorisedLitres), of((row) => row.realLossesLitres)],
    })
  }
  return points
}

async function* balancesOf(database: PoolClient, { partitionId }: OfPoint, span: Span): AsyncGenerator<WaterBalance> {
  const ids = await rootsOf(database, partitionId)
  for (const month of monthsOf(span))
    for (const id of ids) {
      const balance = await waterBalance(database, { id, month }, { pricePerCubicMetre: undefined })
      if (balance) yield balance
    }
}

/** The volumes of the balances, the newest month first, each from the whole to its parts. */
export async function* scanBalanceVolumes(database: PoolClient, filter: OfPoint, span: Span): AsyncGenerator<BalanceVolumeRow[]> {
  for await (const { partitionId, name, month, daysKnown, volumes } of balancesOf(database, filter, span)) {
    const input = volumes.systemInput.value
    yield balanceVolumes.map((volume) => ({
      ...{ lineNo: `${partitionId}/${month}/${volume}`, partitionId, name, month, volume, daysKnown },
      ...{ volumeLitres: volumes[volume].value, boundLitres: volumes[volume].bound },
      inputShare: volumes[volume].value === null || !input ? null : volumes[volume].value / input,
    }))
  }
}

/** The figures of every sheet, cascade by cascade and month by month. */
export async function* scanNationalFigures(database: PoolClient, filter: OfSheet, span: Span): AsyncGenerator<NationalFigureRow[]> {
  for await (const { partitionId, name, month, sheets } of balancesOf(database, filter, span))
    yield sheets
      .filter(({ id }) => filter.sheet === undefined || id === filter.sheet)
      .flatMap(({ id: sheet, formula, version, isToCheck, figures }) =>
        figures.map(({ code, value, unit, class: figureClass }) => ({
          lineNo: `${partitionId}/${month}/${sheet}/${code}`,
          ...{ partitionId, name, month, sheet, figure: code, value, unit, figureClass, formula, version, isToCheck },
        })),
      )
}

const charted = ['cjj92', 'arera', 'pdam'] as const

/** The headline figure of the sheets that are a share of the supply, by month, over the cascades together. */
export const nationalPoints = async (database: PoolClient, filter: OfSheet, span: Span): Promise<ReportPoint[]> => {
  const months = new Map<string, WaterBalance[]>()
  for await (const balance of balancesOf(database, filter, span)) months.set(balance.month, [...(months.get(balance.month) ?? []), balance])
  return [...months]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([at, balances]) => ({
      at,
      values: charted.map((id) => {
        const known = balances.flatMap(({ sheets }) =>
          sheets.filter((sheet) => sheet.id === id && sheet.lostLitres !== null && sheet.ofLitres !== null),
        )
        const [lost, of] = [sumOf(known.map(({ lostLitres }) => lostLitres)), sumOf(known.map(({ ofLitres }) => ofLitres))]
        return lost === null || !of ? null : lost / of
      }),
    }))
}
