import { findEvent, listDeadLetters, listEvents, listJobs, listSetAsideEvents } from '@nightflow/schemas/audit/endpoints'
import type { Job } from '@nightflow/schemas/audit/log'
import { listMoneyProofs, listProofDifferences } from '@nightflow/schemas/audit/money-proof'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

type Page = { page: number; size: number }

/** A job that waits for another one, or runs. */
export const isUnfinished = ({ status }: Pick<Job, 'status'>): boolean => status === 'waiting' || status === 'running'

const watchMilliseconds = 1000

export const eventsQuery = (stream: string | undefined, type: string | undefined, { page, size }: Page) =>
  queryOptions({
    queryKey: ['events', stream ?? null, type ?? null, page, size],
    queryFn: ({ signal }) => call(listEvents, { stream, type, page, limit: size }, signal),
    placeholderData: keepPreviousData,
    // New events would move the rows of every other page.
    refetchInterval: page === 1 ? 15_000 : false,
  })

/** An event never changes once it is written. */
export const eventQuery = (position: number) =>
  queryOptions({
    queryKey: ['event', position],
    queryFn: ({ signal }) => call(findEvent, { position }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** While a replay or verification runs its progress is polled every second; leaving the page does not stop it. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(listJobs, {}, signal),
  refetchInterval: (query) => (query.state.data?.rows.some(isUnfinished) ? watchMilliseconds : 30_000),
})

export const moneyProofsQuery = queryOptions({
  queryKey: ['money-proofs'],
  queryFn: ({ signal }) => call(listMoneyProofs, {}, signal),
  refetchInterval: (query) => (query.state.data?.rows.some(isUnfinished) ? watchMilliseconds : 30_000),
})

/** A result never changes once it is stored. */
export const proofDifferencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['money-proof', id],
    queryFn: ({ signal }) => call(listProofDifferences, { id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const deadLettersQuery = queryOptions({
  queryKey: ['dead-letters'],
  queryFn: ({ signal }) => call(listDeadLetters, { limit: 100 }, signal),
  refetchInterval: 30_000,
})

export const setAsideQuery = infiniteQueryOptions({
  queryKey: ['set-aside-events'],
  queryFn: ({ pageParam, signal }) => call(listSetAsideEvents, { limit: 100, ...(pageParam !== null && { after: pageParam }) }, signal),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
  refetchInterval: 30_000,
})
