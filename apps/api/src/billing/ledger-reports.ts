import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { type AgedDay, agedSortOf, agedTotalsOf, listAged, scanAged } from '@nightflow/projections/billing/aged-receivables'
import { trialBalanceOf, vatByMonth } from '@nightflow/projections/billing/ledger-balances'
import { revenueGroupsMax, revenueOf } from '@nightflow/projections/billing/revenue'
import * as reports from '@nightflow/schemas/billing/ledger-reports'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { choicesOf, type Dictionaries, wordingOf } from '../resource/choices.ts'
import { type Export, spreadsheet } from '../resource/export-routes.ts'
import { inPeriod, type LedgerPeriod } from './ledger-period.ts'
import { namedFor } from './named-holders.ts'

type Period = { beginTime?: string | undefined; endTime?: string | undefined }
type Paged = { pageNum: number; pageSize: number }

/** The name of the sum of a report's lines. */
const totalWord = 'total'

const sumOf = <Row>(rows: readonly Row[], amount: (row: Row) => number): number => rows.reduce((sum, row) => sum + amount(row), 0)

const trialBalance = async (database: PoolClient, period: LedgerPeriod): Promise<reports.TrialBalanceRow[]> => {
  const lines = await trialBalanceOf(database, period)
  const total = {
    ledgerAccount: totalWord,
    openingMinor: sumOf(lines, ({ openingMinor }) => openingMinor),
    debitMinor: sumOf(lines, ({ debitMinor }) => debitMinor),
    creditMinor: sumOf(lines, ({ creditMinor }) => creditMinor),
    closingMinor: sumOf(lines, ({ closingMinor }) => closingMinor),
  } as const
  return lines.length === 0 ? [] : [...lines, total]
}

/** The word for what was posted before events recorded their rate. */
const rateUnrecorded = 'unrecorded'
const basisPointsPerPercent = 100

type VatAmounts = { netMinor: number; vatMinor: number }
const vatSumOf = (rows: readonly VatAmounts[]): VatAmounts => ({
  netMinor: sumOf(rows, ({ netMinor }) => netMinor),
  vatMinor: sumOf(rows, ({ vatMinor }) => vatMinor),
})

/** Months by rate and type of event; below them the total of each rate, where there are several, and of all. */
const vat = async (database: PoolClient, period: LedgerPeriod): Promise<reports.VatRow[]> => {
  const months = (await vatByMonth(database, period, period.timeZone)).map(({ vatBasisPoints, ...row }) => ({
    ...row,
    vatRate: vatBasisPoints === null ? rateUnrecorded : String(vatBasisPoints / basisPointsPerPercent),
  }))
  const rates = Map.groupBy(months, ({ vatRate }) => vatRate)
  const sumOfRate = ([vatRate, rows]: [string, VatAmounts[]]) => ({ month: null, entry: totalWord, vatRate, ...vatSumOf(rows) }) as const
  const placeOf = (rate: string): number => (rate === rateUnrecorded ? -1 : Number(rate))
  const ordered = [...rates].sort(([one], [other]) => placeOf(other) - placeOf(one))
  const totals = rates.size > 1 ? ordered.map(sumOfRate) : []
  const total = { month: null, entry: totalWord, vatRate: null, ...vatSumOf(months) } as const
  const rows = months.length === 0 ? [] : [...months, ...totals, total]
  return rows.map((row, place) => ({ lineNo: place + 1, ...row, grossMinor: row.netMinor + row.vatMinor }))
}

const revenue =
  (by: reports.RevenueBy = 'component') =>
  async (database: PoolClient, period: LedgerPeriod): Promise<reports.RevenueRow[]> => {
    const parts = await revenueOf(database, by, period)
    const netMinor = sumOf(parts, (part) => part.netMinor)
    const litres = by === 'step' ? sumOf(parts, (part) => part.litres ?? 0) : null
    const rows = parts.length === 0 ? [] : [...parts, { revenueGroup: totalWord, litres, netMinor }]
    return rows.map((row) => ({ ...row, share: netMinor === 0 ? null : row.netMinor / netMinor }))
  }

type Rows<Row> = (database: PoolClient, period: LedgerPeriod) => Promise<Row[]>

/** A page of a report that is short enough to be computed as a whole. */
const pageOf = <Row>(asked: Period & Paged, context: RequestContext, rowsOf: Rows<Row>) =>
  inPeriod(asked, context, async (period) => {
    const rows = await context.read((database) => rowsOf(database, period))
    const start = (asked.pageNum - 1) * asked.pageSize
    return { rows: rows.slice(start, start + asked.pageSize), total: rows.length, isTotalBounded: rows.length >= revenueGroupsMax }
  })

type File<Request> = { fileName: string; dictionaries: Dictionaries; rowsOf: (request: Request) => Rows<object> }

const fileOf =
  <Request extends Period>({ fileName, dictionaries, rowsOf }: File<Request>) =>
  (request: Request & Parameters<typeof wordingOf>[1], context: RequestContext): Promise<Export | Rejection> =>
    inPeriod(request, context, async (period) => ({
      fileName,
      wording: await wordingOf(dictionaries, request, context),
      rows: async function* (database) {
        yield await rowsOf(request)(database, period)
      },
    }))

/** The end of a local day, today unless one is named. */
const agedDayOf = async (day: string | undefined, context: RequestContext): Promise<AgedDay> => {
  const calendar = calendarOf(await timeZoneOf(context))
  const number = day === undefined ? calendar.dayOf(Date.now()) : dayOfDate(day)
  return { day: dateOfDay(number), endsAt: calendar.startOf(number + 1) }
}

const listAgedReceivables = async (asked: RequestOf<typeof reports.listAgedReceivables>, context: RequestContext) => {
  const { pageNum, pageSize, from, orderByColumn, isAsc, day, ...filter } = asked
  const aged = await agedDayOf(day, context)
  const sort = agedSortOf(orderByColumn)
  const isDescending = isAsc === undefined ? sort === 'totalMinor' : isAsc.startsWith('desc')
  const place = { sort, direction: isDescending ? ('desc' as const) : ('asc' as const), page: pageNum, limit: pageSize, from }
  return context.read(async (database) => {
    const { rows, ...counted } = await listAged(database, aged, filter, place)
    return { rows: await namedFor(context)(database, rows), ...counted }
  })
}

const agedTotals = async ({ day, ...filter }: RequestOf<typeof reports.agedTotals>, context: RequestContext) => {
  const aged = await agedDayOf(day, context)
  return { day: aged.day, ...(await context.read((database) => agedTotalsOf(database, aged, filter))) }
}

/** Every holder, and their total in the reader's words as the last line. */
const exportAgedReceivables = async (request: RequestOf<typeof reports.exportAgedReceivables>, context: RequestContext) => {
  const aged = await agedDayOf(request.day, context)
  const { total } = await choicesOf({ total: 'ledger_account' }, context)
  const word = total?.find(({ value }) => value === totalWord)?.label ?? totalWord
  return {
    fileName: `aged-receivables-${aged.day}.xlsx`,
    wording: await wordingOf({}, request, context),
    rows: async function* (database: PoolClient) {
      for await (const rows of scanAged(database, aged, request)) yield await namedFor(context)(database, rows)
      const { accounts: _, ...sums } = await agedTotalsOf(database, aged, request)
      yield [{ contractId: null, accountNo: word, contractNo: null, customerName: null, ...sums, bills: null, oldestDueOn: null }]
    },
  }
}

export const ledgerReportRoutes: readonly Route[] = [
  ask(reports.listTrialBalance, (request, context) => pageOf(request, context, trialBalance)),
  spreadsheet(
    reports.exportTrialBalance,
    fileOf({ fileName: 'trial-balance.xlsx', dictionaries: { ledgerAccount: 'ledger_account' }, rowsOf: () => trialBalance }),
  ),
  ask(reports.listAgedReceivables, listAgedReceivables),
  ask(reports.agedTotals, agedTotals),
  spreadsheet(reports.exportAgedReceivables, exportAgedReceivables),
  ask(reports.listVat, (request, context) => pageOf(request, context, vat)),
  spreadsheet(
    reports.exportVat,
    fileOf({ fileName: 'vat.xlsx', dictionaries: { entry: 'ledger_entry', vatRate: 'vat_rate' }, rowsOf: () => vat }),
  ),
  ask(reports.listRevenue, (request, context) => pageOf(request, context, revenue(request.by))),
  spreadsheet(
    reports.exportRevenue,
    fileOf<RequestOf<typeof reports.exportRevenue>>({
      fileName: 'revenue.xlsx',
      dictionaries: { revenueGroup: 'revenue_group' },
      rowsOf: ({ by }) => revenue(by),
    }),
  ),
]
