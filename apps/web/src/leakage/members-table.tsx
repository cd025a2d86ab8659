import { listPartitionMembers } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionMember, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconGauge } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import type { TableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

/** The meters of a point with the days on which they count, inlets and outlets first. */
export function MembersTable({ partition }: { partition: PartitionRow }) {
  const { t } = useTranslation('leakage')
  const columns = useMemberColumns()
  const [state, setState] = useState<TableState>({})
  const [{ page, size }, setPlace] = useState({ page: 1, size: 10 })
  const members = useQuery({
    // After a command on partitions they are asked for again.
    queryKey: ['partitions', partition.id, 'members', page, size],
    queryFn: ({ signal }) => call(listPartitionMembers, { id: partition.id, page, limit: size }, signal),
    placeholderData: keepPreviousData,
  })
  if (members.isError)
    return (
      <div className="nf-panel">
        <ErrorState compact error={members.error} onRetry={() => members.refetch()} />
      </div>
    )
  return (
    <DataTable
      label={t('members.title')}
      fileName={`${partition.id}-meters`}
      columns={columns}
      rows={members.data?.rows}
      rowId={({ role, number, from }) => `${role} ${number} ${from}`}
      state={state}
      onState={setState}
      sortable={false}
      isStale={members.isPlaceholderData}
      empty={<EmptyState icon={IconGauge} title={t('members.emptyTitle')} />}
      foot={<Pager total={members.data?.total ?? 0} page={page} size={size} onChange={setPlace} />}
    />
  )
}

function useMemberColumns(): DataColumn<PartitionMember>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return useMemo(() => {
    const roleOf = ({ role, direction }: PartitionMember) =>
      t(`members.${role === 'sub' ? 'sub' : direction === 'out' ? 'outlet' : 'inlet'}`)
    const day = (id: 'from' | 'to', none: string): DataColumn<PartitionMember> => ({
      id,
      label: t(`members.${id}`),
      hint: t(`members.${id}Hint`),
      value: (row) => row[id],
      cell: (row) => (row[id] === null ? <span className="nf-dimmed">{none}</span> : format.day(row[id], 'long')),
    })
    return [
      {
        id: 'number',
        label: t('members.meter'),
        value: (row) => row.number,
        cell: ({ number, name }) => (
          <>
            <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
              {number}
            </ScreenLink>
            {name && ` ${name}`}
          </>
        ),
      },
      { id: 'role', label: t('members.role'), value: roleOf, cell: roleOf },
      day('from', t('members.sinceEver')),
      day('to', t('members.withoutEnd')),
    ]
  }, [t, format])
}
