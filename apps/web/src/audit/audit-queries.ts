import { findEvent, listEvents, listJobs, listSetAsideEvents, listStreams } from '@nightflow/schemas/audit/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const eventsPerPage = 100
export const streamsPerPage = 100
const watchMilliseconds = 1000

export const eventsQuery = (stream: string | undefined, type: string | undefined, before: number | undefined) =>
  queryOptions({
    queryKey: ['events', stream ?? null, type ?? null, before ?? null],
    queryFn: ({ signal }) => call(listEvents, { stream, type, before, limit: eventsPerPage }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: before === undefined ? 15_000 : false,
  })

/** An event never changes once it is written. */
export const eventQuery = (position: number) =>
  queryOptions({
    queryKey: ['event', position],
    queryFn: ({ signal }) => call(findEvent, { position }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const streamsQuery = (search: string, after: string) =>
  queryOptions({
    queryKey: ['streams', search, after],
    queryFn: ({ signal }) => call(listStreams, { search, after, limit: streamsPerPage }, signal),
    placeholderData: keepPreviousData,
  })

/** While a replay or verification runs its progress is asked for every second; leaving the page does not stop it. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(listJobs, {}, signal),
  refetchInterval: (query) => (query.state.data?.rows.some(({ status }) => status === 'running') ? watchMilliseconds : 30_000),
})

export const setAsideQuery = queryOptions({
  queryKey: ['set-aside-events'],
  queryFn: ({ signal }) => call(listSetAsideEvents, { limit: 100 }, signal),
  refetchInterval: 30_000,
})
