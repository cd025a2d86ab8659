import { findMeter, listMeters } from '@nightflow/schemas/devices/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

/** While a valve operation is under way its progress is asked for this often. */
const watchMilliseconds = 2000
export const metersPerPage = 100

export const metersQuery = (search: string, partition: string | undefined, after: string) =>
  queryOptions({
    queryKey: ['meters', search, partition ?? null, after],
    queryFn: ({ signal }) => call(listMeters, { search, partition, after, limit: metersPerPage }, signal),
    placeholderData: keepPreviousData,
  })

export const meterQuery = (number: string) =>
  queryOptions({
    queryKey: ['meter', number],
    queryFn: ({ signal }) => call(findMeter, { number }, signal),
    refetchInterval: (query) =>
      query.state.data?.valveOperations.some(({ status }) => status === 'requested' || status === 'sent') ? watchMilliseconds : 60_000,
  })
