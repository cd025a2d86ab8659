import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { ScreenLink } from '#shell/screen-link.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'
import { OperationDetail } from './operation-detail.tsx'
import { OperationActor, OperationName, OperationOutcome } from './operation-name.tsx'

export const Screen = screenOf(
  resourceOf(resources.operations, resourceCalls.operations, {
    cell: {
      operation: (row) => <OperationName operation={row.operation} />,
      actor: (row) => <OperationActor actor={row.actor} />,
      outcome: (row) => <OperationOutcome outcome={row.outcome} />,
      position: (row) => <EventLink position={row.position} />,
    },
    Detail: OperationDetail,
  }),
)

function EventLink({ position }: { position: number | null }) {
  const format = useFormat()
  if (position === null) return '–'
  return (
    <ScreenLink screen="audit/events" search={{ position }} className="nf-link nf-figures" onClick={(event) => event.stopPropagation()}>
      {format.number(position)}
    </ScreenLink>
  )
}
