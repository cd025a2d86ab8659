import { findMeter } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

/** Polling interval while a valve operation is under way. */
const watchMilliseconds = 2000

export const meterQuery = (number: string) =>
  queryOptions({
    queryKey: ['meter', number],
    queryFn: ({ signal }) => call(findMeter, { number }, signal),
    refetchInterval: (query) => (query.state.data && isValveUnderWay(query.state.data) ? watchMilliseconds : 60_000),
  })

/** A reading should show the new position within this time after the gateway's confirmation. */
const readingMillisecondsMax = 120_000

const isValveUnderWay = ({ valveOperations, valvePosition }: MeterDetail): boolean => {
  if (valveOperations.some(({ status }) => status === 'requested' || status === 'sent')) return true
  const [latest] = valveOperations
  const isConfirmed = latest?.status === 'confirmed' && latest.endedAt !== null
  return isConfirmed && latest.position !== valvePosition && Date.now() - Date.parse(latest.endedAt!) < readingMillisecondsMax
}
