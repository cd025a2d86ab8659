import { figuresOfDay } from '@nightflow/domain/leakage/night-flow'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { DayColumns } from './day-columns.ts'
import { groupOfPoint } from './day-marks.ts'
import { type NetworkStructure, readStructure, readStructureMark, samePlaces } from './network-structure.ts'
import { daysFrom } from './night-flow.ts'
import { byKeyAndDay, keysOn, partitionDays } from './partition-series.ts'
import { readDays } from './stored-days.ts'

/** The marks of a day, by group of points. */
type Marks = ReadonlyMap<number, string>
/** `unknown`: places whose figures do not hold. */
type KeptDay = { marks: Marks; figures: DayColumns; unknown: ReadonlySet<number> }

/** The figures of all points on some days. */
export type NetworkDays = { structure: NetworkStructure; days: ReadonlyMap<number, DayColumns> }

/** Days after the last one that are read too: clocks of meters may be ahead. */
const daysMax = 100

/**
 * The figures of the days of a whole network as they were last computed. They hold as long as the marks of the days and of the cascades are what they were: a
 * day is computed again for the groups of points whose mark moved, and all days of a cascade whose points, rules or meters changed. Marks are read before
 * what they are of, so that the next question sees what came in between. One question at a time.
 */
export class NetworkFigures {
  #structureMark: string | undefined
  #structure: NetworkStructure | undefined
  #days = new Map<number, KeptDay>()
  #answer: NetworkDays | undefined

  /** All days from the first on that have data. The same object as before where nothing moved. */
  async read(database: PoolClient, firstDay: number): Promise<NetworkDays> {
    const structureMark = await readStructureMark(database)
    const marks = await readMarks(database, firstDay)
    if (!this.#structure || structureMark !== this.#structureMark) this.#restructure(await readStructure(database), structureMark)
    const structure = this.#structure!
    for (const day of [...this.#days.keys()].filter((each) => !marks.has(each))) this.#forget(day)
    for (const [day, now] of marks) {
      const kept = this.#days.get(day)
      const moved = kept && movedGroups(kept.marks, now)
      if (kept && moved?.size === 0 && kept.unknown.size === 0) continue
      const figures = kept?.figures ?? new DayColumns(structure.points.length)
      // Half a day that a failure leaves behind must not count as one.
      this.#forget(day)
      await computeDay(database, structure, day, placesToCompute(structure, day, moved, kept?.unknown), figures)
      this.#days.set(day, { marks: now, figures, unknown: new Set() })
    }
    this.#answer ??= { structure, days: new Map([...this.#days].map(([day, { figures }]) => [day, figures])) }
    return this.#answer
  }

  #forget(day: number): void {
    this.#days.delete(day)
    this.#answer = undefined
  }

  /** Takes the figures of unchanged cascades along; the others are unknown on every day. */
  #restructure(structure: NetworkStructure, mark: string): void {
    const places = this.#structure ? samePlaces(this.#structure, structure) : []
    const known = new Set(places.map(([, to]) => to))
    const unknown = new Set([...structure.points.keys()].filter((place) => !known.has(place)))
    for (const [day, { marks, figures }] of this.#days) {
      const taken = new DayColumns(structure.points.length)
      taken.take(figures, places)
      this.#days.set(day, { marks, figures: taken, unknown })
    }
    this.#structure = structure
    this.#structureMark = mark
    this.#answer = undefined
  }
}

/** The same figures of the days first..last, computed from nothing: for readers of a part of the utility, whose marks are not those of the whole. */
export const readNetworkAfresh = async (database: PoolClient, firstDay: number, lastDay: number): Promise<NetworkDays> => {
  const structure = await readStructure(database)
  const places = [...structure.points.keys()]
  const days = new Map<number, DayColumns>()
  for (const day of daysFrom(firstDay, lastDay)) {
    const figures = new DayColumns(places.length)
    await computeDay(database, structure, day, places, figures)
    days.set(day, figures)
  }
  return { structure, days }
}

/** Groups whose mark is another than before. */
const movedGroups = (before: Marks, now: Marks): ReadonlySet<number> => {
  const moved = new Set<number>()
  for (const [group, mark] of now) if (before.get(group) !== mark) moved.add(group)
  for (const group of before.keys()) if (!now.has(group)) moved.add(group)
  return moved
}

const readMarks = async (database: PoolClient, firstDay: number): Promise<Map<number, Marks>> => {
  const { rows } = await database.query<{ day: number; groups: number[]; marks: string[] }>({
    name: 'partition-day-marks',
    text: `select day - date '1970-01-01' as day, json_agg(point_group) as groups, json_agg(mark) as marks
     from (select day, point_group, string_agg(shard || ':' || mark, ' ' order by shard) as mark from views.partition_day_marks
       where day >= date '1970-01-01' + $1::int group by day, point_group) marks
     group by day order by day desc limit ${daysMax}`,
    values: [firstDay],
  })
  return new Map(rows.map(({ day, groups, marks }) => [day, new Map(groups.map((group, place) => [group, marks[place]!]))]))
}

/** The points whose own days moved, or those of a bulk point that they consume, and those that are unknown; all without `moved`. */
const placesToCompute = (
  { points, sources }: NetworkStructure,
  day: number,
  moved: ReadonlySet<number> | undefined,
  unknown: ReadonlySet<number> | undefined,
): number[] => {
  if (!moved) return [...points.keys()]
  const hasMoved = (key: number) => moved.has(groupOfPoint(key))
  return points.flatMap((point, place) =>
    unknown?.has(place) || hasMoved(point.key) || keysOn({ ...point, days: [day] }, sources.bulkPoints).some(hasMoved) ? [place] : [],
  )
}

/** Between so many points the process answers others. */
const pointsAtOnce = 1_000

const computeDay = async (
  database: PoolClient,
  { points, sources }: NetworkStructure,
  day: number,
  places: readonly number[],
  figures: DayColumns,
): Promise<void> => {
  for (let start = 0; start < places.length; start += pointsAtOnce) {
    const some = places.slice(start, start + pointsAtOnce)
    const keys = new Set(some.flatMap((place) => [points[place]!.key, ...keysOn({ ...points[place]!, days: [day] }, sources.bulkPoints)]))
    const stored = byKeyAndDay(await readDays(database, [...keys], day, day))
    for (const place of some) {
      const point = points[place]!
      const [data] = partitionDays(point, [day], stored, sources)
      figures.set(place, figuresOfDay(calendarOf(point.time_zone), data!, point.details), stored.get(point.key)?.has(day) ?? false)
    }
  }
}
