import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { HourlyFlows } from '@nightflow/domain/leakage/detection/daily-figure'
import { detectLeaks, nothingDetected } from '@nightflow/domain/leakage/detection/detect-leaks'
import type { ZoneHours } from '@nightflow/domain/leakage/detection/judge-days'
import { calendarOf, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import type { Detection } from '@nightflow/schemas/leakage/detection'
import type { TrueLeak } from './score-detections.ts'

const data = (name: string) => fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url))
const files = {
  ltown: data('ltown/2018_SCADA_Flows.csv.gz'),
  leaks: data('ltown/leaks_2018.csv'),
  bwdf: data('bwdf/inflow_hourly_lps_utc.csv'),
}

/** Whether the measured zones are beside the repository. */
export const hasMeasuredZones = (): boolean => Object.values(files).every(existsSync)

const linesOf = (text: string): string[] => text.trim().split(/\r?\n/).slice(1)

/** A zone without customers' meters. */
export const zoneOf = (inflow: HourlyFlows): ZoneHours => ({
  inflow,
  net: { firstDay: inflow.firstDay, flows: new Float64Array(inflow.flows.length).fill(Number.NaN), inflows: inflow.flows },
})

/** L-Town 2018: its inflow as a whole, that of areas A and B, and what the pump brings to area C. The clock of the model has no zone. */
export const readLtown = (): {
  total: HourlyFlows
  areasAB: HourlyFlows
  areaC: HourlyFlows
  leaks: TrueLeak[]
  meanLitresPerHour: number
} => {
  const lines = linesOf(gunzipSync(readFileSync(files.ltown)).toString('utf8'))
  const firstDay = Date.UTC(2018, 0, 1) / 86_400_000
  const hours = Math.floor(lines.length / 12)
  const [total, areasAB, areaC] = [new Float64Array(hours), new Float64Array(hours), new Float64Array(hours)]
  lines.slice(0, hours * 12).forEach((line, index) => {
    const [, one = 0, other = 0, pump = 0] = line.split(',').map((value) => (Number(value) * 1000) / 12)
    const hour = Math.floor(index / 12)
    total[hour]! += one + other
    areasAB[hour]! += one + other - pump
    areaC[hour]! += pump
  })
  const of = (flows: Float64Array) => ({ firstDay, flows })
  const meanLitresPerHour = total.reduce((sum, flow) => sum + flow, 0) / hours
  return { total: of(total), areasAB: of(areasAB), areaC: of(areaC), leaks: readLeaks(), meanLitresPerHour }
}

/** The flow of a leak follows from the square of its diameter; the pressure in area C is lower. */
const readLeaks = (): TrueLeak[] =>
  linesOf(readFileSync(files.leaks, 'utf8')).map((line) => {
    const [name = '', area = '', start = '', end = '', diameter = '', type = '', peak = ''] = line.split(',')
    const at = (text: string) => Date.parse(`${text.trim().replace(' ', 'T')}Z`)
    const litresPerHour = 1000 * (area === 'C' ? 52_000 : 69_500) * Number(diameter) ** 2
    return { name, area, start: at(start), end: at(end), peak: at(peak), isAbrupt: type === 'abrupt', litresPerHour }
  })

/** The inflow of the five areas in northern Italy, by local hour, litres an hour. */
export const readItalianAreas = (): HourlyFlows[] => {
  const calendar = calendarOf('Europe/Rome')
  const rows = linesOf(readFileSync(files.bwdf, 'utf8')).map((line) => line.split(','))
  const instant = (row: string[]) => Date.parse(row[0]!.replace(' ', 'T'))
  const firstDay = calendar.dayOf(instant(rows[0]!))
  const days = calendar.dayOf(instant(rows.at(-1)!)) - firstDay + 1
  return [1, 2, 3, 4, 5].map((column) => {
    const sums = new Float64Array(days * 24)
    const counts = new Float64Array(days * 24)
    for (const row of rows) {
      if (row[column] === '' || row[column] === undefined) continue
      const at = instant(row)
      const day = calendar.dayOf(at)
      const hour = calendar.wallHoursOf(day)[Math.floor((at - calendar.startOf(day)) / hourMilliseconds)]!
      sums[(day - firstDay) * 24 + hour]! += Number(row[column]) * 3600
      counts[(day - firstDay) * 24 + hour]! += 1
    }
    return { firstDay, flows: sums.map((sum, index) => sum / counts[index]!) }
  })
}

/** All detections of a zone without customers' meters, by the days of a clock without a zone. */
export const detectionsOf = (inflow: HourlyFlows, days = inflow.flows.length / 24): Detection[] =>
  detectLeaks(calendarOf('UTC'), zoneOf({ ...inflow, flows: inflow.flows.slice(0, days * 24) }), {
    from: inflow.firstDay,
    until: inflow.firstDay + days,
    before: nothingDetected,
  }).found

const onsets = 16
/** Days before an onset that are judged, and days after it in which a leak is to be found. */
const daysBefore = 260
const daysAfter = 45

/** Share of steps of a size, a share of the mean inflow, that are found when they are added at sixteen moments to a measured zone. */
export const shareOfStepsFound = (area: HourlyFlows, share: number): number => {
  const days = area.flows.length / 24
  const known = area.flows.filter((flow) => !Number.isNaN(flow))
  const litresPerHour = (share * known.reduce((sum, flow) => sum + flow, 0)) / known.length
  let found = 0
  for (let step = 0; step < onsets; step++) {
    const onset = 24 * Math.round(130 + (step * (days - 200)) / (onsets - 1)) + ((7 * step + 3) % 24)
    const firstHour = 24 * Math.max(0, Math.floor(onset / 24) - daysBefore)
    const flows = area.flows.slice(firstHour, 24 * (Math.floor(onset / 24) + daysAfter))
    for (let hour = onset - firstHour; hour < flows.length; hour++) flows[hour]! += litresPerHour
    const startsAt = (area.firstDay * 24 + onset) * hourMilliseconds
    const isFound = detectionsOf({ firstDay: area.firstDay + firstHour / 24, flows }).some(
      ({ kind, startedAt, detectedAt }) =>
        kind !== 'anomaly' && Date.parse(detectedAt) > startsAt && Date.parse(startedAt) - 72 * hourMilliseconds < startsAt,
    )
    if (isFound) found += 1
  }
  return found / onsets
}
