import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { PoolClient } from 'pg'
import { daysFrom, nightFlowRows } from './night-flow.ts'
import { byKeyAndDay, type Partition, partitionDays, readSources } from './partition-series.ts'
import { readDays } from './stored-days.ts'

export const pointsOfKeys = async (database: PoolClient, keys: readonly number[]): Promise<Partition[]> => {
  if (keys.length === 0) return []
  const { rows } = await database.query<Partition>(
    `select key::float8 as key, id, name, level, time_zone, details from views.partitions where key = any ($1::bigint[])`,
    [keys],
  )
  return rows
}

/** So many days of points are read at once. */
const pointDaysAtOnce = 20_000

/** Figures of the days first..last of many points by their key, with one question of each kind for some days of all of them. */
export const figuresOfPoints = async (
  database: PoolClient,
  points: readonly Partition[],
  { first, last }: { first: number; last: number },
): Promise<Map<number, NightFlowRow[]>> => {
  const figures = new Map<number, NightFlowRow[]>(points.map(({ key }) => [key, []]))
  if (points.length === 0) return figures
  const sources = await readSources(
    database,
    points.map(({ key, time_zone }) => ({ key, time_zone, days: daysFrom(first, last) })),
  )
  const daysAtOnce = Math.max(1, Math.floor(pointDaysAtOnce / points.length))
  for (let start = first; start <= last; start += daysAtOnce) {
    const end = Math.min(last, start + daysAtOnce - 1)
    const stored = byKeyAndDay(await readDays(database, sources.keys, start, end))
    for (const point of points)
      figures.get(point.key)!.push(...nightFlowRows(point, partitionDays(point, daysFrom(start, end), stored, sources)))
  }
  return figures
}
