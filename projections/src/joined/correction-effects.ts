import { calendarOf, dateOfDay, dayOfDate, hourInstants } from '@nightflow/domain/shared/local-time'
import {
  type CorrectionEffects,
  correctionTypes,
  effectDays,
  effectFigures,
  effectFiguresMax,
  effectHoursMax,
} from '@nightflow/schemas/leakage/correction-effects'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Point } from '../leakage/cascades.ts'
import { nightFlowSeries } from '../leakage/night-flow.ts'
import { byKeyAndDay } from '../leakage/partition-series.ts'
import type { DayFigures } from '../projector/projection.ts'
import { foldPoints, type Moment, partitionThen, readStructure, type Structure } from './night-flow-as-of.ts'

type Corrected = { number: string; day?: string; at?: string }

/**
 * The effects of one event of a person: the figures as they followed from the log up to the event less those up to the event before it. Folded from the
 * log, so the answer is the same whenever it is asked; later corrections of the same day are not in it. Undefined where the position has no such event.
 */
export const correctionEffects = async (moment: Omit<Moment, 'asOf'>, position: number): Promise<CorrectionEffects | undefined> => {
  const { log, tenant } = moment
  const [event] = await log.readAll(position - 1, { types: correctionTypes, tenant, untilPosition: position, limit: 1 })
  if (!event) return undefined
  const { number, day, at } = event.data as Corrected
  const after = await readStructure({ ...moment, asOf: position })
  const meter = after.registry.find(tenant, number)
  if (!meter) return undefined
  const { calendar } = meter
  const corrected = day === undefined ? calendar.dayOf(Date.parse(at!)) : dayOfDate(day)
  const around = day === undefined ? effectDays : 0
  const asked = { number, firstDay: corrected - around, lastDay: corrected + around }
  const points = pointsOf(after, tenant, number)
  const now = await figuresAt({ ...moment, asOf: position }, after, points, asked)
  const past = { ...moment, asOf: position - 1 }
  const then = await figuresAt(past, await readStructure(past), points, asked)
  const { days, hours } = meterChanges(then.meterDays, now.meterDays, asked, calendar.timeZone)
  const figures = figureChanges(then.rows, now.rows)
  return {
    ...{ position, meterNo: number, recordedAt: new Date(event.recordedAt).toISOString(), timeZone: calendar.timeZone, days },
    ...{ hours: hours.slice(0, effectHoursMax), moreHours: Math.max(0, hours.length - effectHoursMax) },
    ...{ figures: figures.slice(0, effectFiguresMax), moreFigures: Math.max(0, figures.length - effectFiguresMax) },
  }
}

/** The points that count the meter, and those that consume what such a point passes on. */
const pointsOf = ({ cascades }: Structure, tenant: string, number: string): Point[] => {
  const counting = new Set([...cascades.memberships(tenant).values()].filter((each) => each.number === number).map(({ point }) => point))
  const all = cascades.points(tenant)
  const found = new Set<Point>()
  for (const point of counting)
    for (let each: Point | undefined = point; each; each = each.parentId === null ? undefined : all.get(each.parentId)) found.add(each)
  return [...found]
}

type Asked = { number: string; firstDay: number; lastDay: number }
type PointRow = { partitionId: string; name: string; row: NightFlowRow }

/** The meter's days and the days of the points as they followed from the log at a moment. */
const figuresAt = async (moment: Moment, structure: Structure, wanted: readonly Point[], { number, firstDay, lastDay }: Asked) => {
  const existing = structure.cascades.points(moment.tenant)
  const points = wanted.flatMap(({ id }) => existing.get(id) ?? [])
  const span = { firstDay: firstDay - 1, lastDay: lastDay + 1 }
  const { stored, sources, changesOf } = await foldPoints(moment, structure, points, span, [number])
  const days = byKeyAndDay(stored)
  const rows = points.flatMap((point) => {
    const created = structure.created.get(point.id)
    if (!created) return []
    const series = nightFlowSeries(partitionThen(point, created), days, sources, firstDay, lastDay)
    return series.map((row): PointRow => ({ partitionId: point.id, name: created.name, row }))
  })
  // The last change of a day is what counts of it.
  const meterDays = new Map((changesOf.get(number) ?? []).map(({ day, after }) => [day, after]))
  return { rows, meterDays }
}

type MeterDays = ReadonlyMap<number, DayFigures | undefined>

const meterChanges = (then: MeterDays, now: MeterDays, { firstDay, lastDay }: Asked, timeZone: string) => {
  const calendar = calendarOf(timeZone)
  const days: CorrectionEffects['days'] = []
  const hours: CorrectionEffects['hours'] = []
  for (let day = firstDay; day <= lastDay; day += 1) {
    const [one, other] = [then.get(day), now.get(day)]
    const [before, after] = [litres(one?.dayMillilitres), litres(other?.dayMillilitres)]
    if (before !== after) days.push({ day: dateOfDay(day), before, after })
    hourInstants(calendar.startOf(day), calendar.slotsOf(day)).forEach((from, slot) => {
      const [earlier, later] = [litres(one?.hours[slot]), litres(other?.hours[slot])]
      if (earlier !== later) hours.push({ from, before: earlier, after: later })
    })
  }
  return { days, hours }
}

const figureChanges = (then: readonly PointRow[], now: readonly PointRow[]): CorrectionEffects['figures'] => {
  const before = new Map(then.map(({ partitionId, row }) => [`${partitionId}/${row.date}`, row]))
  return now.flatMap(({ partitionId, name, row }) =>
    effectFigures.flatMap((figure) => {
      const known = before.get(`${partitionId}/${row.date}`)?.[figure] ?? null
      return known === row[figure] ? [] : [{ partitionId, name, day: row.date, figure, before: known, after: row[figure] }]
    }),
  )
}

const litres = (millilitres: number | undefined): number | null =>
  millilitres === undefined || Number.isNaN(millilitres) ? null : Math.round(millilitres) / 1000
