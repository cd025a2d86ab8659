import { Text } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { RefreshDictionaries } from './refresh-tool.tsx'

const entries = resourceOf(resources.dictionaryData, resourceCalls.dictionaryData, { Tools: RefreshDictionaries })

/** The entries of the dictionary whose number the address says. */
export function DictionaryEntriesScreen({ search, params, onSearch }: ScreenProps) {
  const dictId = Number(params.dictId)
  const { find } = resourceCalls.dictionaryTypes
  const type = useQuery({ queryKey: [find.path, dictId], queryFn: ({ signal }) => call(find, { dictId }, signal) })
  if (type.isError) return <ErrorState error={type.error} onRetry={() => type.refetch()} />
  if (!type.data) return <Skeleton height={320} />
  const { dictType, dictName } = type.data
  return (
    <ResourceScreen
      resource={entries}
      search={search}
      onSearch={onSearch}
      fixed={{ dictType }}
      status={
        <Text component="span" size="sm" c="dimmed">
          {dictName} · <span className="nf-mono">{dictType}</span>
        </Text>
      }
    />
  )
}
