import { listDictionaryEntries } from '@nightflow/schemas/platform/dictionary-calls'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'

const dictType = 'meter_alarm_type'

/** Labels of alarm types from the dictionary that operators keep; a type without an entry has the name that the service writes. */
export function useAlarmLabel(): (event: string) => string {
  const { data } = useQuery({
    queryKey: ['dictionary', dictType],
    queryFn: ({ signal }) => call(listDictionaryEntries, { dictType }, signal),
    staleTime: 10 * 60_000,
  })
  return (event) => data?.find(({ dictValue }) => dictValue === event)?.dictLabel ?? event
}
