import { Table, Text } from '@mantine/core'
import { listPartitionChanges } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { actorName } from '#ui/actor-name.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { useFormat } from '#ui/use-format.ts'

/** What was set up and changed at a point, newest first: when, by whom, and to what. */
export function PartitionHistory({ partition: { id, timeZone } }: { partition: PartitionRow }) {
  const { t } = useTranslation('leakage')
  const audit = useTranslation('audit').t
  const office = useTranslation('platform').t
  const format = useFormat()
  const problemText = useProblemText()
  const changes = useQuery({
    queryKey: ['partitions', id, 'changes'],
    queryFn: ({ signal }) => call(listPartitionChanges, { id }, signal),
  })
  if (changes.isError) return <Text c="var(--nf-alarm-text)">{problemText(changes.error)}</Text>
  return (
    <ScrollRegion label={t('history.title')}>
      <Table miw={720}>
        <Table.Thead>
          <Table.Tr>
            {(['time', 'user', 'change', 'field', 'value'] as const).map((column) => (
              <Table.Th key={column}>{t(`history.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.data?.rows.map(({ position, changedAt, changedBy, type, field, value }) => (
            <Table.Tr key={`${position} ${field}`}>
              <Table.Td className="nf-nowrap">{format.instant(changedAt, timeZone, 'second')}</Table.Td>
              <Table.Td>{actorName(changedBy)}</Table.Td>
              <Table.Td>{audit(`eventType.${type.replace('.', '-')}`)}</Table.Td>
              <Table.Td>{field === '' ? '–' : office(`field.${field}`, { defaultValue: field })}</Table.Td>
              <Table.Td>{value ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
