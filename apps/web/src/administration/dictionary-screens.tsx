import { Text } from '@mantine/core'
import { refreshDictionaries } from '@nightflow/schemas/platform/dictionary-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconBook, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '#api/call.ts'
import { defineResource, ResourceScreen } from '#ui/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { RefreshTool } from './refresh-tool.tsx'

const types = defineResource({
  calls: resourceCalls.dictionaryTypes,
  texts: 'administration',
  name: 'dictionaryType',
  icon: IconBook,
  title: (row) => row.dictType,
  columns: ['dictName', 'dictType', 'status', 'createTime'],
  moreColumns: ['remark', 'createBy', 'updateBy', 'updateTime'],
  useFields: () => ['dictName', { name: 'dictType', isHalf: true }, { name: 'status', isHalf: true }, 'remark'],
  filters: ['dictName', 'dictType', 'status'],
  cell: {
    dictType: (row) => (
      <Link to={`/dict/type/data/${row.dictId}` as string} className="nf-link nf-mono">
        {row.dictType}
      </Link>
    ),
  },
})

const entries = defineResource({
  calls: resourceCalls.dictionaryData,
  texts: 'administration',
  name: 'dictionaryEntry',
  icon: IconListDetails,
  title: (row) => row.dictLabel,
  columns: ['dictLabel', 'dictValue', 'dictSort', 'listClass', 'isDefault', 'status', 'createTime'],
  moreColumns: ['cssClass', 'remark', 'createBy', 'updateBy', 'updateTime'],
  unsortable: ['dictLabel'],
  useFields: () => [
    { name: 'dictValue', isHalf: true },
    { name: 'dictSort', isHalf: true },
    'labels',
    { name: 'listClass', isHalf: true },
    { name: 'isDefault', isHalf: true },
    'status',
    'remark',
  ],
  filters: ['dictLabel', 'status'],
})

const refresh = <RefreshTool endpoint={refreshDictionaries} queries={['dictionary', resourceCalls.dictionaryData.list.path]} />

/** Dictionaries: what the values of choices are called. */
export function DictionariesScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={types} search={search} onSearch={onSearch} tools={refresh} />
}

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
      tools={refresh}
    />
  )
}
