import { findMeter, listMeters } from '@nightflow/schemas/devices/endpoints'
import { ListMeters, type MeterDetail } from '@nightflow/schemas/devices/meters'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { pageOf } from '#ui/table/list-search.ts'
import type { TableState } from '#ui/table/table-state.ts'

/** While a valve operation is under way its progress is asked for this often. */
const watchMilliseconds = 2000

/** What the address says of the list; words that the schema refuses are ignored. */
export type MetersChoice = TableState & {
  search?: string | undefined
  partition?: string | undefined
  status?: string | undefined
  valve?: string | undefined
  flag?: string | undefined
  caliber?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

/** The call for what the address says; a damaged link shows the list without the word that is damaged. */
const requestOf = (choice: MetersChoice): z.input<typeof ListMeters> => {
  const { search, partition, status, valve, flag, caliber, sort } = choice
  const { page, size } = pageOf(choice)
  const [column, direction] = sort?.split('.') ?? []
  const wanted = { search, partition, status, valve, flag, caliberMillimetres: caliber, sort: column, direction }
  const known = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && ListMeters.shape[name as keyof typeof ListMeters.shape].safeParse(value).success,
  )
  return { ...Object.fromEntries(known), page, limit: size }
}

export const metersQuery = (choice: MetersChoice) => {
  const request = requestOf(choice)
  return queryOptions({
    queryKey: ['meters', request],
    queryFn: ({ signal }) => call(listMeters, request, signal),
    placeholderData: keepPreviousData,
  })
}

export const meterQuery = (number: string) =>
  queryOptions({
    queryKey: ['meter', number],
    queryFn: ({ signal }) => call(findMeter, { number }, signal),
    refetchInterval: (query) => (query.state.data && isValveUnderWay(query.state.data) ? watchMilliseconds : 60_000),
  })

/** So long after a gateway said that it was done a reading should have told the new position. */
const readingMillisecondsMax = 120_000

const isValveUnderWay = ({ valveOperations, valvePosition }: MeterDetail): boolean => {
  if (valveOperations.some(({ status }) => status === 'requested' || status === 'sent')) return true
  const [latest] = valveOperations
  const isConfirmed = latest?.status === 'confirmed' && latest.endedAt !== null
  return isConfirmed && latest.position !== valvePosition && Date.now() - Date.parse(latest.endedAt!) < readingMillisecondsMax
}
