import { listDictionaryEntries } from '@nightflow/schemas/platform/dictionary-calls'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'

const dictType = 'meter_alarm_type'

/** What kinds of alarms are called, by the dictionary that operators keep; a kind without an entry is called as the service writes it. */
export function useAlarmLabel(): (event: string) => string {
  const { data } = useQuery({
    queryKey: ['dictionary', dictType],
    queryFn: ({ signal }) => call(listDictionaryEntries, { dictType }, signal),
    staleTime: 10 * 60_000,
  })
  return (event) => data?.find(({ dictValue }) => dictValue === event)?.dictLabel ?? event
}
