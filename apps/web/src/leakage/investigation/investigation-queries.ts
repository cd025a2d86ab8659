import { findMetersOfDay, findPartitionConditions, findPartitionMarks } from '@nightflow/schemas/leakage/investigation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

/** The first word of the keys: an annotation that is added makes them stale. */
const investigationKey = 'investigation'
const refreshMilliseconds = 60_000

export const marksQuery = (id: string, from: string, to: string) =>
  queryOptions({
    queryKey: [investigationKey, 'marks', id, from, to],
    queryFn: ({ signal }) => call(findPartitionMarks, { id, from, to }, signal),
    refetchInterval: refreshMilliseconds,
    placeholderData: (previous) => (previous?.partitionId === id ? previous : undefined),
  })

export const conditionsQuery = (id: string, from: string, to: string) =>
  queryOptions({
    queryKey: [investigationKey, 'conditions', id, from, to],
    queryFn: ({ signal }) => call(findPartitionConditions, { id, from, to }, signal),
  })

export const metersOfDayQuery = (id: string, day: string, comparedDay: string) =>
  queryOptions({
    queryKey: [investigationKey, 'meters', id, day, comparedDay],
    queryFn: ({ signal }) => call(findMetersOfDay, { id, day, comparedDay }, signal),
  })
