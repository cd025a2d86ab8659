import { Text } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { PartitionChangeRow } from '@nightflow/schemas/leakage/partition-changes'
import type { HistoryRow } from '@nightflow/schemas/shared/history'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#api/problem-text.ts'
import { partitionChangesQuery } from '#leakage/leakage-queries.ts'
import { useEventLink } from '#shell/use-event-link.tsx'
import { actorName } from '#ui/actor-name.ts'
import { HistoryList } from '#ui/form/history-list.tsx'

const words = { texts: 'leakage', name: 'partition', calls: {} }

/** Set-up and changes of a point, newest first, as sentences: when, by whom, and from what to what. */
export function PartitionHistory({ partition: { id, timeZone } }: { partition: PartitionRow }) {
  const problemText = useProblemText()
  const eventLink = useEventLink()
  const office = useTranslation('platform').t
  const { t } = useTranslation('leakage')
  const changes = useQuery(partitionChangesQuery(id))
  if (changes.isError) return <Text c="var(--nf-alarm-text)">{problemText(changes.error)}</Text>
  return (
    <HistoryList
      resource={words}
      history={linesOf(changes.data?.rows ?? [])}
      timeZone={timeZone}
      eventLink={eventLink}
      fieldName={(field) => t(`infrastructure.field.${field}`, { defaultValue: office(`field.${field}`, { defaultValue: field }) })}
    />
  )
}

/** A line for each event, with the fields that it changed. */
const linesOf = (rows: readonly PartitionChangeRow[]): HistoryRow[] => {
  const lines = new Map<number, HistoryRow>()
  for (const { position, changedAt, changedBy, type, field, value, previous } of rows) {
    const line = lines.get(position) ?? {
      step: type.replace('.', '-'),
      at: changedAt,
      by: actorName(changedBy),
      note: null,
      position,
      facts: {},
      changes: [],
    }
    if (field !== '') line.changes.push({ field, from: previous, to: value })
    lines.set(position, line)
  }
  return [...lines.values()]
}
