import {
  statisticsAlarmData,
  statisticsBillData,
  statisticsCommunicationData,
  statisticsUsedTotalData,
  tenantBoard,
  topData,
  wallScreen,
  wallScreenByLink,
} from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { UsageChoice } from '#dashboard/usage-choice.ts'

const askEveryMilliseconds = 60_000

export const topQuery = queryOptions({
  queryKey: ['dashboard', 'top'],
  queryFn: ({ signal }) => call(topData, {}, signal),
  refetchInterval: askEveryMilliseconds,
})

export const usedQuery = ({ days, by, partition }: UsageChoice) =>
  queryOptions({
    queryKey: ['dashboard', 'used', days, by, partition ?? null],
    queryFn: ({ signal }) => call(statisticsUsedTotalData, { days, by, ...(partition !== undefined && { partition }) }, signal),
    refetchInterval: askEveryMilliseconds,
    placeholderData: keepPreviousData,
  })

export const communicationQuery = queryOptions({
  queryKey: ['dashboard', 'communication'],
  queryFn: ({ signal }) => call(statisticsCommunicationData, {}, signal),
  refetchInterval: askEveryMilliseconds,
})

export const billQuery = queryOptions({
  queryKey: ['dashboard', 'bills'],
  queryFn: ({ signal }) => call(statisticsBillData, {}, signal),
  refetchInterval: askEveryMilliseconds,
})

export const alarmStatisticsQuery = queryOptions({
  queryKey: ['dashboard', 'alarms'],
  queryFn: ({ signal }) => call(statisticsAlarmData, {}, signal),
  refetchInterval: askEveryMilliseconds,
})

export type Board = ResponseOf<typeof tenantBoard>

export const tenantBoardQuery = queryOptions({
  queryKey: ['dashboard', 'tenants'],
  queryFn: ({ signal }) => call(tenantBoard, {}, signal),
  refetchInterval: askEveryMilliseconds,
})

export type WallFigures = ResponseOf<typeof wallScreen>

/** The wall of the person's own tenant, or that which a view link opens. */
export const wallQuery = (link: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'wall', link ?? null],
    queryFn: ({ signal }) => (link === undefined ? call(wallScreen, {}, signal) : call(wallScreenByLink, { link }, signal)),
    refetchInterval: askEveryMilliseconds,
    // A wall shows the last answer while the service is unreachable.
    refetchIntervalInBackground: true,
  })
