import { countRoots, type RootSeries } from '@nightflow/domain/leakage/network-days'
import { dayOfDate } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { figuresOfPoints } from './figures-of-points.ts'
import type { Partition } from './partition-series.ts'
import { readRootOverlaps } from './root-overlaps.ts'

export type NamedRoot = RootSeries & { name: string }

/** The cascades with their days from..to, each with how far its water is counted: larger cascades first. */
export const readRootSeries = async (database: PoolClient, from: string, to: string): Promise<NamedRoot[]> => {
  const { rows: roots } = await database.query<Partition>(
    `select key::float8 as key, id, name, level, time_zone, details from views.partitions
       join (select root_id, count(*) as size from views.partitions group by root_id) cascade on cascade.root_id = id
     where parent_id is null order by size desc, id`,
  )
  const counts = countRoots(
    roots.map(({ id }) => id),
    await readRootOverlaps(database),
  )
  const figures = await figuresOfPoints(database, roots, { first: dayOfDate(from), last: dayOfDate(to) })
  return roots.map(({ id, name, key }) => ({
    ...{ id, name, counts: counts.get(id)! },
    rows: new Map(figures.get(key)!.map((row) => [row.date, row])),
  }))
}
