import { listAnnotationHistory } from '@nightflow/schemas/leakage/annotation-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { usePartitionNames } from '#leakage/use-partition-names.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { addDays } from '#ui/local-days.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'leakage', name: 'annotation', calls: {} }

type Row = RowOf<typeof resources.annotations>

/** Days of the investigation before and after those of the annotation. */
const daysAround = 14

function PointOfRow({ row: { partitionId, fromDay, toDay, annotationId } }: { row: Row }) {
  const { nameOf } = usePartitionNames()
  const search = {
    partition: partitionId,
    from: addDays(fromDay, -daysAround),
    to: addDays(toDay, daysAround),
    mark: `annotation-${annotationId}`,
  }
  return (
    <ScreenLink screen="leakage/investigation" search={search} className="nf-link">
      {nameOf.get(partitionId) ?? partitionId}
    </ScreenLink>
  )
}

const annotationResource = resourceOf(resources.annotations, resourceCalls.annotations, {
  requestId: 'annotationKey',
  useChoices: () => ({ partitionId: { choices: usePartitionNames().choices } }),
  cell: { partitionId: (row) => <PointOfRow row={row} /> },
  Detail: ({ row: { annotationId } }) => (
    <RowHistory resource={words} endpoint={listAnnotationHistory} queryKey={['annotation-history', annotationId]} of={{ annotationId }} />
  ),
  related: [['annotation-history'], ['investigation']],
})

export const Screen = screenOf(annotationResource)
