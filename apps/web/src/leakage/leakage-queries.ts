import { findColourRanges } from '@nightflow/schemas/leakage/colour-ranges'
import { findDetectionLimits } from '@nightflow/schemas/leakage/detection'
import {
  comparePartitionDay,
  listPartitionChanges,
  listPartitions,
  nightFlowByPartition,
  partitionBalance,
  partitionFlow,
} from '@nightflow/schemas/leakage/endpoints'
import { findInfrastructure } from '@nightflow/schemas/leakage/infrastructure'
import { networkOverview } from '@nightflow/schemas/leakage/network-overview'
import { partitionSales } from '@nightflow/schemas/leakage/partition-sales'
import { listWaterBalances, waterBalance } from '@nightflow/schemas/leakage/water-balance'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { callEveryPage } from '#api/call-every-page.ts'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { addDays, countDays } from '#ui/local-days.ts'

const refreshMilliseconds = 60_000

/** Set-up and changes of a partition, newest first. */
export const partitionChangesQuery = (id: string) =>
  queryOptions({ queryKey: ['partitions', id, 'changes'], queryFn: ({ signal }) => call(listPartitionChanges, { id }, signal) })

export const overviewQuery = queryOptions({
  queryKey: ['partitions', 'overview'],
  queryFn: ({ signal }) => call(networkOverview, {}, signal),
  refetchInterval: refreshMilliseconds,
})

export const colourRangesQuery = queryOptions({
  queryKey: ['colour-ranges'],
  queryFn: ({ signal }) => call(findColourRanges, {}, signal),
  staleTime: 5 * 60_000,
})

/** The partitions as they were; what was believed then does not change. */
export const partitionsAsOfQuery = (asOf: string | undefined) =>
  queryOptions({
    ...partitionsQuery,
    ...(asOf !== undefined && {
      queryKey: ['partitions', asOf],
      queryFn: ({ signal }: { signal: AbortSignal }) => callEveryPage(listPartitions, { asOf: positionOrInstant(asOf) }, signal),
      refetchInterval: false as const,
    }),
  })

/** The figures per day; with `asOf` as they were believed then, which no longer changes. */
export const nightFlowQuery = (id: string, from: string, to: string, asOf?: string) =>
  queryOptions({
    queryKey: ['night-flow', id, from, to, asOf ?? null],
    queryFn: ({ signal }) => call(nightFlowByPartition, { id, from, to, ...(asOf ? { asOf: positionOrInstant(asOf) } : {}) }, signal),
    refetchInterval: asOf ? false : refreshMilliseconds,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  })

/** The latest known day of the period against the same weekday of the weeks before it. */
export const dayComparisonQuery = (id: string, from: string, to: string, asOf?: string) =>
  queryOptions({
    queryKey: ['day-comparison', id, from, to, asOf ?? null],
    queryFn: ({ signal }) => call(comparePartitionDay, { id, from, to, ...(asOf ? { asOf: positionOrInstant(asOf) } : {}) }, signal),
    refetchInterval: asOf ? false : refreshMilliseconds,
  })

/** The address bar holds text: digits alone are a position of the log. */
const positionOrInstant = (asOf: string): number | string => (/^\d+$/.test(asOf) ? Number(asOf) : asOf)

/** Hours as long as they fit the pixels of a screen, then days, then months. */
export function resolutionFor(from: string, to: string): 'hour' | 'day' | 'month' {
  const days = countDays(from, to)
  if (days <= 120) return 'hour'
  return days <= 1100 ? 'day' : 'month'
}

/** The flow of a period and of the days before it, in the resolution of the period. */
export const flowQuery = (id: string, { from, to, daysBefore }: { from: string; to: string; daysBefore: number }, asOf?: string) =>
  queryOptions({
    queryKey: ['flow', id, from, to, daysBefore, asOf ?? null],
    queryFn: ({ signal }) => {
      const resolution = resolutionFor(from, to)
      return call(
        partitionFlow,
        { id, from: addDays(from, -daysBefore), to, resolution, ...(asOf ? { asOf: positionOrInstant(asOf) } : {}) },
        signal,
      )
    },
    refetchInterval: asOf ? false : refreshMilliseconds,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  })

export const salesQuery = (id: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['sales', id, from, to],
    queryFn: ({ signal }) => call(partitionSales, { id, from, to }, signal),
    placeholderData: keepPreviousData,
  })

export const balanceQuery = (id: string, from: string, to: string, asOf?: string) =>
  queryOptions({
    queryKey: ['balance', id, from, to, asOf ?? null],
    queryFn: ({ signal }) => call(partitionBalance, { id, from, to, ...(asOf ? { asOf: positionOrInstant(asOf) } : {}) }, signal),
    placeholderData: keepPreviousData,
  })

export const detectionLimitsQuery = (id: string) =>
  queryOptions({ queryKey: ['detection-limits', id], queryFn: ({ signal }) => call(findDetectionLimits, { id }, signal) })

/** The first word of the keys of balances: whatever changes infrastructure makes them stale. */
export const waterBalanceKey = 'water-balance'

export const waterBalanceQuery = (id: string, month: string, targetPressureMetres: number | undefined) =>
  queryOptions({
    queryKey: [waterBalanceKey, id, month, targetPressureMetres ?? null],
    queryFn: ({ signal }) => call(waterBalance, { id, month, ...(targetPressureMetres !== undefined && { targetPressureMetres }) }, signal),
    placeholderData: (previous) => (previous?.partitionId === id && previous.month === month ? previous : undefined),
  })

export const waterBalancesQuery = (month: string) =>
  queryOptions({
    queryKey: [waterBalanceKey, 'list', month],
    queryFn: ({ signal }) => callEveryPage(listWaterBalances, { month }, signal),
  })

export const infrastructureQuery = (id: string) =>
  queryOptions({
    queryKey: [waterBalanceKey, 'infrastructure', id],
    queryFn: ({ signal }) => call(findInfrastructure, { id }, signal),
  })
