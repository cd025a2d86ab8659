import { countRoots, type RootCounts } from '@nightflow/domain/leakage/network-days'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { PoolClient } from 'pg'
import { type Partition, readSources, type Sources } from './partition-series.ts'
import { readRootOverlaps } from './root-overlaps.ts'

/** A point of the network at its place: superiors before those below them. */
export type NetworkPoint = Partition & { parentId: string | null; rootId: string; details: Pick<PartitionRow, 'boundary'> }
export type CountedRoot = { id: string; name: string; counts: RootCounts }

/** All that figures follow from beside the days: the points, their rules, and which meters are expected when. */
export type NetworkStructure = {
  points: readonly NetworkPoint[]
  placeOf: ReadonlyMap<string, number>
  /** Larger cascades first. */
  roots: readonly CountedRoot[]
  sources: Sources
  /** All that the figures of a cascade follow from beside its days, by its root: where two are the same, so are the figures. */
  signatures: ReadonlyMap<string, string>
}

/**
 * Up to which change of its cascades each shard has come. The members that a shard has recorded follow from them, and points with their rules from those
 * of the first shard.
 */
export const readStructureMark = async (database: PoolClient): Promise<string> => {
  const { rows } = await database.query<{ mark: string }>(
    `select coalesce(string_agg(shard || ':' || coalesce(newest.position, 0), ' ' order by shard), '') as mark
     from (select distinct shard from views.checkpoint) shards
     left join lateral (select position from views.cascade_changes changes where changes.shard = shards.shard order by position desc limit 1) newest on true`,
  )
  return rows[0]!.mark
}

export const readStructure = async (database: PoolClient): Promise<NetworkStructure> => {
  const { rows: points } = await database.query<NetworkPoint>(
    `select key::float8 as key, id, parent_id as "parentId", root_id as "rootId", name, level, time_zone, details
     from views.partitions order by root_id, level, name, id`,
  )
  const sources = await readSources(
    database,
    points.map(({ key, time_zone }) => ({ key, time_zone, days: [] })),
  )
  return {
    points,
    placeOf: new Map(points.map(({ id }, place) => [id, place])),
    roots: await readCountedRoots(database),
    sources,
    signatures: new Map(
      [...Map.groupBy(points, ({ rootId }) => rootId)].map(([root, cascade]) => [root, signatureOf(cascade, sources)] as const),
    ),
  }
}

const signatureOf = (cascade: readonly NetworkPoint[], { expectations }: Sources): string =>
  JSON.stringify(
    cascade
      .map(({ key, id, parentId, time_zone, details: { nightWindow, minimumCoverage, minimumSupplyCoverage } }) => {
        const members = (expectations.get(key) ?? []).map(({ side, from, until, count }) => `${side} ${from} ${until} ${count}`)
        return [key, id, parentId, time_zone, nightWindow, minimumCoverage, minimumSupplyCoverage, members.sort()] as const
      })
      .sort(([one], [other]) => one - other),
  )

/** Places of points before and now, of the cascades whose figures follow from the same. */
export const samePlaces = (before: NetworkStructure, now: NetworkStructure): [from: number, to: number][] =>
  now.points.flatMap(({ id, key, rootId }, to) => {
    const from = before.placeOf.get(id)
    const isSame = from !== undefined && before.points[from]!.key === key && before.signatures.get(rootId) === now.signatures.get(rootId)
    return isSame ? [[from, to] as [number, number]] : []
  })

const readCountedRoots = async (database: PoolClient): Promise<CountedRoot[]> => {
  const { rows } = await database.query<{ id: string; name: string }>(
    `select id, name from views.partitions
       join (select root_id, count(*) as size from views.partitions group by root_id) cascade on cascade.root_id = id
     where parent_id is null order by size desc, id`,
  )
  const counts = countRoots(
    rows.map(({ id }) => id),
    await readRootOverlaps(database),
  )
  return rows.map(({ id, name }) => ({ id, name, counts: counts.get(id)! }))
}
