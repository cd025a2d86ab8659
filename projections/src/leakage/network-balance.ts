import { dayOfDate } from '@nightflow/domain/shared/local-time'
import type { BalanceRow } from '@nightflow/schemas/leakage/night-flow'
import type { PoolClient } from 'pg'
import { daysFrom } from './night-flow.ts'
import { balanceOf, type PointOfSubtree } from './partition-balance.ts'
import { byKeyAndDay, type Partition, readSources, readSpans } from './partition-series.ts'
import { readDays } from './stored-days.ts'

/** Points of whole cascades that are read together; a cascade of more is read by itself. */
const pointsAtOnce = 500

/** The balances of all metering points over the days, with one question of each kind for many cascades. */
export const networkBalance = async (database: PoolClient, from: string, to: string): Promise<BalanceRow[]> => {
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const { rows } = await database.query<Partition & { parentId: string | null; rootId: string }>(
    `select key::float8 as key, id, parent_id as "parentId", root_id as "rootId", name, level, time_zone, details
     from views.partitions order by root_id, level, name, id`,
  )
  const balances: BalanceRow[] = []
  for (const some of inBatches([...Map.groupBy(rows, ({ rootId }) => rootId).values()])) {
    const keys = some.map(({ key }) => key)
    const spans = await readSpans(database, keys)
    const points: PointOfSubtree[] = some.map((point) => ({ ...point, ...spans.get(point.key)! }))
    const days = daysFrom(firstDay, lastDay)
    const sources = await readSources(
      database,
      points.map(({ key, time_zone }) => ({ key, time_zone, days })),
    )
    const stored = async (first: number, last: number) => byKeyAndDay(await readDays(database, keys, first, last))
    balances.push(...(await balanceOf(points, { firstDay, lastDay }, sources, stored)))
  }
  return balances
}

/** Whole cascades, so many points at once. */
function* inBatches<Point>(cascades: readonly (readonly Point[])[]): Generator<Point[]> {
  let batch: Point[] = []
  for (const points of cascades) {
    if (batch.length > 0 && batch.length + points.length > pointsAtOnce) {
      yield batch
      batch = []
    }
    batch.push(...points)
  }
  if (batch.length > 0) yield batch
}
