import { registers } from '@nightflow/schemas/platform/registers'
import { IconClipboardList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'
import { defineResource } from '#ui/define-resource.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { OperationDetail } from './operation-detail.tsx'
import { OperationActor, OperationName } from './operation-name.tsx'

export const operationResource = defineResource({
  register: registers.operations,
  texts: 'administration',
  name: 'operation',
  icon: IconClipboardList,
  title: (row) => row.operation,
  columns: ['operation', 'actor', 'outcome', 'position', 'tenant', 'address', 'operTime'],
  filters: ['actor', 'operation', 'outcome', 'createdWithin'],
  cell: {
    operation: (row) => <OperationName operation={row.operation} />,
    actor: (row) => <OperationActor actor={row.actor} />,
    outcome: (row) => <OperationOutcome outcome={row.outcome} />,
    position: (row) => <EventLink position={row.position} />,
  },
  Detail: OperationDetail,
})

/** What became of it: carried out, or the word of the refusal. */
function OperationOutcome({ outcome }: { outcome: string }) {
  const { t } = useTranslation('administration')
  return outcome === 'accepted' ? (
    <StatusBadge meaning="good" label={t('operation.accepted')} />
  ) : (
    <StatusBadge meaning="warning" label={outcome} />
  )
}

function EventLink({ position }: { position: number | null }) {
  if (position === null) return '–'
  return (
    <ScreenLink screen="audit/events" search={{ position }} className="nf-link nf-figures" onClick={(event) => event.stopPropagation()}>
      {position}
    </ScreenLink>
  )
}
