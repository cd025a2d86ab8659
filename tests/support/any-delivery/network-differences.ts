import { withTenant } from '@nightflow/event-log/postgres/database'
import { figuresOfPoints } from '@nightflow/projections/leakage/figures-of-points'
import { daysOfLatest, latestComplete, latestFigures } from '@nightflow/projections/leakage/latest-figures'
import { type NetworkDays, type NetworkFigures, readNetworkAfresh } from '@nightflow/projections/leakage/network-figures'
import { latestOfDays, rankedPoints, rootsOfNetwork } from '@nightflow/projections/leakage/network-summary'
import type { Pool, PoolClient } from 'pg'

/** Days of which something is known, with every figure that a screen of the network shows. */
const shownOf = (network: NetworkDays, firstDay: number, lastDay: number) => ({
  points: network.structure.points.map(({ id, name }) => [id, name]),
  ranking: rankedPoints(network, firstDay, lastDay),
  latest: latestOfDays(network),
  roots: rootsOfNetwork(network).map(({ id, counts, rows }) => ({
    ...{ id, counts },
    rows: [...rows]
      .filter(([, row]) => row.supplyLitres !== null || row.leakageLitres !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  })),
})

type Span = { firstDay: number; lastDay: number; isFromStart: boolean }

/** The days of each point as a question about single points computes them. */
const dailyDifferences = async (database: PoolClient, network: NetworkDays, { firstDay, lastDay, isFromStart }: Span) => {
  const { points } = network.structure
  const saidOf = latestOfDays(network)
  const figures = await figuresOfPoints(database, points, { first: firstDay, last: lastDay })
  const latest = await latestFigures(database, points)
  const differences: string[] = []
  for (const [place, { id, key }] of points.entries()) {
    for (const [day, columns] of network.days) {
      const row = figures.get(key)![day - firstDay]!
      const kept = columns.rowOf(place)
      for (const name of Object.keys(kept) as (keyof typeof kept)[])
        if (kept[name] !== row[name]) differences.push(`${name} of ${id} on ${row.date} is kept as ${kept[name]} and is ${row[name]}`)
    }
    const said = saidOf[place]
    const answered = latest.get(key)
    if (said !== undefined && (said?.leakageRate ?? null) !== (answered?.leakageRate ?? null))
      differences.push(`the latest leakage rate of ${id} is kept as ${said?.leakageRate} and is ${answered?.leakageRate}`)
    const withData = figures.get(key)!.filter((_, index) => network.days.get(firstDay + index)?.hasData(place))
    if (withData.length < daysOfLatest && !isFromStart) continue
    const nine = withData.slice(-daysOfLatest)
    const expected = latestComplete(nine)
    // The percentile of an older day would be of more nights than those of the nine days.
    const isNew = expected !== undefined && nine.indexOf(expected) >= nine.length - 3
    const [one, other] = [answered, expected].map((row) =>
      JSON.stringify(isNew || !row ? row : { ...row, nightMinimumRolling7DayP20LitresPerHour: null }),
    )
    if (one !== other) differences.push(`the latest day of ${id} is answered as ${one} and is ${other}`)
  }
  return differences
}

/** Figures of a network that were kept since an earlier question, against those computed from nothing. */
export const networkDifferences = async (pool: Pool, tenant: string, network: NetworkFigures): Promise<string[]> => {
  const { rows } = await pool.query<{ first: number | null; last: number | null }>(
    `select min(day) - date '1970-01-01' as first, max(day) - date '1970-01-01' as last from views.partition_days where tenant = $1`,
    [tenant],
  )
  const { first, last } = rows[0]!
  if (first === null || last === null) return []
  const from = Math.max(first, last - 60)
  return withTenant(pool, tenant, async (database) => {
    const kept = await network.read(database, from)
    const [shown, expected] = [kept, await readNetworkAfresh(database, from, last)].map((days) => JSON.stringify(shownOf(days, from, last)))
    const differences = await dailyDifferences(database, kept, { firstDay: from, lastDay: last, isFromStart: from === first })
    return shown === expected ? differences : [...differences, `the network of ${tenant}\n  kept:   ${shown}\n  afresh: ${expected}`]
  })
}
