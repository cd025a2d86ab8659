import { partitionBalance } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export type RateOfDay = { leakageRate: number | null; estimated: boolean }

/** The leakage rates of a day by partition: the balance of each cascade has those of all of its points. */
export const ratesOfDayQuery = (roots: readonly string[], day: string) =>
  queryOptions({
    queryKey: ['rates-of-day', day, roots],
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RateOfDay>> => {
      const balances = await Promise.all(roots.map((id) => call(partitionBalance, { id, from: day, to: day }, signal)))
      return new Map(
        balances.flatMap(({ rows }) =>
          rows.map(({ partitionId, leakageRate, daysEstimated }) => [partitionId, { leakageRate, estimated: daysEstimated > 0 }]),
        ),
      )
    },
  })

/** The cascades of the network. */
export const rootsOf = (rows: readonly PartitionRow[]): string[] => rows.filter(({ parentId }) => parentId === null).map(({ id }) => id)
