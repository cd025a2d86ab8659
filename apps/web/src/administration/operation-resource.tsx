import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconClipboardList } from '@tabler/icons-react'
import { ScreenLink } from '#shell/screen-link.tsx'
import { defineResource } from '#ui/resource-screen.tsx'
import { OperationDetail } from './operation-detail.tsx'
import { OperationActor, OperationName, OperationOutcome } from './operation-name.tsx'

export const operationResource = defineResource({
  calls: resourceCalls.operations,
  texts: 'administration',
  name: 'operation',
  icon: IconClipboardList,
  title: (row) => row.operation,
  columns: ['operation', 'actor', 'operTime', 'outcome', 'position', 'address', 'tenant'],
  filters: ['actor', 'operation', 'outcome', 'createdWithin'],
  cell: {
    operation: (row) => <OperationName operation={row.operation} />,
    actor: (row) => <OperationActor actor={row.actor} />,
    outcome: (row) => <OperationOutcome outcome={row.outcome} />,
    position: (row) => <EventLink position={row.position} />,
  },
  Detail: OperationDetail,
})

function EventLink({ position }: { position: number | null }) {
  if (position === null) return '–'
  return (
    <ScreenLink screen="audit/events" search={{ position }} className="nf-link nf-figures" onClick={(event) => event.stopPropagation()}>
      {position}
    </ScreenLink>
  )
}
