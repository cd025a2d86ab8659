import { costPerDayMinor } from '@nightflow/domain/leakage/detection/cost-per-day'
import { memoryDays } from '@nightflow/domain/leakage/detection/daily-figure'
import { learnZone } from '@nightflow/domain/leakage/detection/judge-days'
import { lostLitres } from '@nightflow/domain/leakage/detection/lost-volume'
import { smallestVisible } from '@nightflow/domain/leakage/detection/smallest-visible'
import { lastKnownDay } from '@nightflow/domain/leakage/detection/zone-hours'
import { daysInRange, rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import {
  type Detection,
  type DetectionRow,
  detectionRowsMax,
  type findDetectionLimits as limitsEndpoint,
  type listDetections as listEndpoint,
} from '@nightflow/schemas/leakage/detection'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { daysBehind, findZones, isBehind, judgeZone, type ReadPressures, readZoneHours, type ZoneToJudge } from './judge-zone.ts'
import { findForFigures } from './night-flow.ts'

/** Needed to judge days that are not recorded yet. */
type Judging = { now: number; readPressures: ReadPressures }

type StoredDetection = Detection & { partitionId: string; timeZone: string; until: string }

/** Metering points that are looked at in one statement. */
const zonesAtOnce = 500
/** Days that are judged for one answer, half a minute of a core: those of further metering points follow when the policy has recorded them. */
const judgedDaysMax = 15_000

/**
 * Detections of the local days from..to. Those of history that was imported and not judged yet are judged for the answer: the days say the same before
 * and after they are recorded. Readers of a part of the utility may lack days of points below, and see recorded ones alone.
 */
export const listDetections = async (
  database: PoolClient,
  { from, to, partition }: RequestOf<typeof listEndpoint>,
  { judge, pricePerCubicMetre }: { judge: Judging | undefined; pricePerCubicMetre: number | undefined },
): Promise<ResponseOf<typeof listEndpoint> | Rejection> => {
  const rejection = rejectRange(from, to)
  if (rejection) return rejection
  const judged = judge ? await judgeBehind(database, partition, judge) : new Map<string, StoredDetection[]>()
  const recorded = await readRecorded(database, { from, to, partition, without: [...judged.keys()] })
  const found = [...judged.values()].flat().filter(({ detectedAt, timeZone }) => {
    const date = dateOfDay(calendarOf(timeZone).dayOf(Date.parse(detectedAt) - 1))
    return date >= from && date <= to
  })
  const rows = [...recorded, ...found]
  const days = daysInRange(from, to)
  if (rows.length > detectionRowsMax)
    return rejected('range-too-long', { days, daysMax: Math.floor((days * detectionRowsMax) / rows.length) })
  return rows
    .sort((one, other) => one.detectedAt.localeCompare(other.detectedAt) || one.partitionId.localeCompare(other.partitionId))
    .map((row) => toRow(row, pricePerCubicMetre))
}

const readRecorded = async (
  database: PoolClient,
  { from, to, partition, without }: { from: string; to: string; partition: string | undefined; without: readonly string[] },
): Promise<StoredDetection[]> => {
  const { rows } = await database.query<StoredDetection>(
    `select ${detectionColumns} from views.detections join views.partitions on partitions.id = partition_id
       join views.detection_progress progress using (partition_id)
     where not is_withdrawn and ($3::text is null or partition_id = $3) and partition_id <> all ($4::text[])
       and detected_at between ($1::date - 1)::text and ($2::date + 3)::text
       and detected_at::timestamptz at time zone time_zone > $1::date and detected_at::timestamptz at time zone time_zone <= $2::date + 1
     order by detected_at, partition_id, detections.number limit $5`,
    [from, to, partition ?? null, without, detectionRowsMax + 1],
  )
  return rows
}

const detectionColumns = `partition_id as "partitionId", number::int as number, kind, started_at as "startedAt", started_earliest as "startedEarliest",
  started_latest as "startedLatest", detected_at as "detectedAt", flow_litres_per_hour as "flowLitresPerHour", flow_low as "flowLow",
  flow_high as "flowHigh", ended_at as "endedAt", continues::int as continues, explanation, time_zone as "timeZone", progress.until`

/** All detections of the metering points that are behind, by their identifiers. */
const judgeBehind = async (database: PoolClient, id: string | undefined, judging: Judging): Promise<Map<string, StoredDetection[]>> => {
  const { now } = judging
  const judged = new Map<string, StoredDetection[]>()
  let days = 0
  for (let afterId: string | undefined = ''; afterId !== undefined && days < judgedDaysMax; ) {
    const zones: ZoneToJudge[] = await findZones(database, { id, afterId, limit: zonesAtOnce })
    for (const zone of zones) {
      if (!isBehind(zone, now)) continue
      days += daysBehind(zone, now)
      if (days > judgedDaysMax && judged.size > 0) break
      const detections = await detectionsOf(database, zone, judging)
      if (detections) judged.set(zone.id, detections)
    }
    afterId = zones.length < zonesAtOnce ? undefined : zones.at(-1)?.id
  }
  return judged
}

const detectionsOf = async (database: PoolClient, zone: ZoneToJudge, judging: Judging): Promise<StoredDetection[] | undefined> => {
  const judged = await judgeZone(database, zone, judging)
  if (!judged) return undefined
  const known = zone.recorded?.basis === zone.basis ? await readOf(database, zone.id) : []
  const endOf = new Map(judged.ended.map(({ number, endedAt }) => [number, endedAt]))
  return [...known, ...judged.found].map((detection) => ({
    ...detection,
    endedAt: detection.endedAt ?? endOf.get(detection.number) ?? null,
    ...{ partitionId: zone.id, timeZone: zone.time_zone, until: judged.until },
  }))
}

const readOf = (database: PoolClient, partition: string): Promise<StoredDetection[]> =>
  readRecorded(database, { from: '1900-01-01', to: '2199-12-31', partition, without: [] })

const toRow = ({ timeZone, until, ...detection }: StoredDetection, pricePerCubicMetre: number | undefined): DetectionRow => {
  const end = detection.endedAt ? Date.parse(detection.endedAt) : calendarOf(timeZone).startOf(dayOfDate(until) + 1)
  const litres = lostLitres(detection, end)
  return {
    partitionId: detection.partitionId,
    ...{ number: detection.number, kind: detection.kind },
    ...{ startedAt: detection.startedAt, startedEarliest: detection.startedEarliest, startedLatest: detection.startedLatest },
    ...{
      detectedAt: detection.detectedAt,
      flowLitresPerHour: detection.flowLitresPerHour,
      flowLow: detection.flowLow,
      flowHigh: detection.flowHigh,
    },
    ...{ endedAt: detection.endedAt, continues: detection.continues, explanation: detection.explanation },
    lostLitres: litres,
    lostCostMinor:
      litres === null || pricePerCubicMetre === undefined ? null : Math.round((litres / 1000) * pricePerCubicMetre * minorPerUnit),
    costPerDayMinor: litres === null ? null : costPerDayMinor(detection.flowLitresPerHour, pricePerCubicMetre),
  }
}

const minorPerUnit = 100

/** The smallest leaks that the flow of a metering point shows, by the variation of its last known days. */
export const findDetectionLimits = async (
  database: PoolClient,
  { id }: RequestOf<typeof limitsEndpoint>,
): Promise<ResponseOf<typeof limitsEndpoint> | undefined> => {
  const point = await findForFigures(database, id)
  if (!point) return undefined
  const unknown = {
    partitionId: id,
    until: null,
    meanFlowLitresPerHour: null,
    sigmaLitresPerHour: null,
    inflowSigmaLitresPerHour: null,
    smallest: [],
  }
  const [zone] = await findZones(database, { id, limit: 1 })
  if (!zone) return unknown
  const hours = await readZoneHours(database, point, zone.lastDataDay - memoryDays, zone.lastDataDay)
  const day = lastKnownDay(hours.inflow)
  const learnt = day === undefined ? undefined : learnZone(hours, day)
  if (!learnt) return unknown
  const { meanFlow, blocks, isIntermittent } = learnt.fit
  const { sigma, driftVariance } = blocks[0]
  return {
    partitionId: id,
    until: dateOfDay(day!),
    meanFlowLitresPerHour: Math.round(meanFlow),
    sigmaLitresPerHour: Math.round(sigma),
    inflowSigmaLitresPerHour: learnt.inflowSigma === null ? null : Math.round(learnt.inflowSigma),
    smallest: smallestVisible({ sigma, driftVariance, leastRise: learnt.leastRise, isIntermittent }),
  }
}
