import type { LeakageDocument, LeakageUnit } from '@nightflow/domain/billing/papers'
import { alarmsOfMonth, boundariesOf, casesOfMonth } from '@nightflow/projections/joined/leakage-month'
import { waterBalance } from '@nightflow/projections/joined/water-balances'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { partitionBalance } from '@nightflow/projections/leakage/partition-balance'
import { partitionSales } from '@nightflow/projections/leakage/partition-sales'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import { alarmDictionaries } from '@nightflow/schemas/alarms/alarm'
import { leakageReport } from '@nightflow/schemas/leakage/leakage-report'
import { assumedShares, balanceVolumes, type WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { Language } from '@nightflow/schemas/shared/language'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { colourRangesOf } from '../leakage/colour-ranges.ts'
import { choicesOf } from '../resource/choices.ts'
import { document } from '../resource/export-routes.ts'
import { screenText } from '../resource/field-words.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'

const dictionaries = { ...resources.leakCases.dictionaries, ...alarmDictionaries }
/** Alarms and cases that are named, and points of the map: four pages have room for them. */
const shown = { alarms: 12, cases: 10, points: 20 } as const

const monthBefore = (month: string): string => {
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - 1)
  return day.toISOString().slice(0, 7)
}
const daysOf = (month: string): { from: string; to: string } => {
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The sums of a month as the balance and the sales have them, and means of its days. */
const figuresOf = async (database: PoolClient, id: string, month: string) => {
  const span = { id, ...daysOf(month) }
  const balance = await partitionBalance(database, span)
  if (!balance || isRejection(balance)) return undefined
  const nights = (await nightFlowByPartition(database, span))?.rows ?? []
  const sales = await partitionSales(database, span)
  const billed = !sales || isRejection(sales) ? undefined : sales.rows.find(({ partitionId }) => partitionId === id)
  const own = balance.rows.find(({ partitionId }) => partitionId === id)!
  return {
    points: balance.rows,
    own,
    supplyLitres: own.supplyLitres,
    consumptionLitres: own.consumptionLitres,
    billedLitres: billed?.billedLitres ?? null,
    leakageLitres: own.leakageLitres,
    leakageRate: own.leakageRate,
    nightMinimumFlowLitresPerHour: meanOf(nights.map((night) => night.nightMinimumFlowLitresPerHour)),
    netNightFlowLitresPerHour: meanOf(nights.map((night) => night.netNightFlowLitresPerHour)),
    klRatio: meanOf(nights.map((night) => night.klRatio)),
    completeness: meanOf(nights.map((night) => night.completeness)),
  }
}

const units = {
  supplyLitres: 'litres',
  consumptionLitres: 'litres',
  billedLitres: 'litres',
  leakageLitres: 'litres',
  leakageRate: 'share',
  nightMinimumFlowLitresPerHour: 'litres-per-hour',
  netNightFlowLitresPerHour: 'litres-per-hour',
  klRatio: 'ratio',
  completeness: 'share',
} as const satisfies Record<string, LeakageUnit>

const assumptionsOf = ({ assumptions }: WaterBalance, language: Language): string[] =>
  assumptions.map(({ code, value }) => {
    const isShare = assumedShares.has(code)
    const style = isShare ? ({ style: 'percent', maximumFractionDigits: 2 } as const) : { maximumFractionDigits: 3 }
    const written = value === null ? '' : new Intl.NumberFormat(language, style).format(value)
    return screenText('leakage', `waterBalance.assumption.${code}`, language, { value: written })
  })

type Wanted = RequestOf<typeof leakageReport> & { timeZone: string }

const gather = async ({ partitionId: id, month, timeZone }: Wanted, context: RequestContext): Promise<LeakageDocument | undefined> => {
  const { language, caller } = context
  const choices = await choicesOf(dictionaries, context)
  const word = (field: string, value: string): string => choices[field]?.find((choice) => choice.value === value)?.label ?? value
  return context.read(async (database) => {
    const now = await figuresOf(database, id, month)
    const { pricePerCubicMetre } = (await readHealthSettings(database)).settings
    const balance = now && (await waterBalance(database, { id, month }, { pricePerCubicMetre }))
    if (!now || !balance) return undefined
    const before = await figuresOf(database, id, monthBefore(month))
    const partitionIds = now.points.map(({ partitionId }) => partitionId)
    const boundaries = await boundariesOf(database, partitionIds.slice(0, shown.points))
    const ofMonth = { partitionIds, ...daysOf(month), timeZone }
    const alarms = caller.may('alarms:alarm:read') ? await alarmsOfMonth(database, ofMonth, shown.alarms) : null
    const cases = caller.may('work-orders:leakCase:list') ? await casesOfMonth(database, ofMonth, shown.cases) : null
    const names = Object.keys(units) as (keyof typeof units)[]
    return {
      ...{ partitionId: id, name: now.own.name, month },
      ...{ days: now.own.days, daysKnown: now.own.daysKnown, daysEstimated: now.own.daysEstimated },
      figures: names.map((field) => ({
        name: screenText('leakage', `column.${field}`, language),
        unit: units[field],
        value: now[field],
        before: before?.[field] ?? null,
      })),
      volumes: balanceVolumes.map((volume) => ({
        volume,
        name: screenText('leakage', `waterBalance.volume.${volume}`, language),
        figure: balance.volumes[volume],
      })),
      points: now.points.slice(0, shown.points).map((point) => ({ ...point, boundary: boundaries.get(point.partitionId) ?? null })),
      ranges: await colourRangesOf(database, caller.tenant),
      alarms: alarms && {
        total: alarms.total,
        rows: alarms.rows.map(({ eventType, status, ...alarm }) => ({
          ...alarm,
          name: word('eventType', eventType),
          status: word('alarmStatus', status),
        })),
      },
      cases: cases && { total: cases.total, rows: cases.rows.map((row) => ({ ...row, stage: word('stage', row.stage) })) },
      assumptions: assumptionsOf(balance, language),
    }
  })
}

const print = async (request: RequestOf<typeof leakageReport>, context: RequestContext): Promise<FileAnswer | Rejection> => {
  const language = request.language ?? context.language
  const issuer = await issuerOf(context)
  const gathered = await gather({ ...request, timeZone: issuer.timeZone }, { ...context, language })
  if (!gathered) return rejected('not-found')
  const bytes = await papersOf(context).leakage({ issuer, language }, gathered)
  return { fileName: `leakage-${request.partitionId}-${request.month}.pdf`, mediaType: pdfMediaType, bytes }
}

export const leakageReportRoute = document(leakageReport, print)
