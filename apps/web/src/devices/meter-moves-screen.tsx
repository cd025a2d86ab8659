import { listMeterMoves, MeterMoveRow, meterMoveFilter } from '@nightflow/schemas/devices/move-meters'
import { IconArrowsExchange } from '@tabler/icons-react'
import { MoveMetersButton } from '#devices/move-meters-button.tsx'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { defineResource, ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

const moreOfMove = ['meterTypeName', 'customerTypeName', 'accountNo', 'address', 'telephone', 'administratorContact'] as const

const meterMoves = defineResource<MeterMoveRow>({
  calls: { id: 'moveKey', row: MeterMoveRow, filter: meterMoveFilter, list: listMeterMoves },
  texts: 'devices',
  name: 'meterMove',
  icon: IconArrowsExchange,
  title: ({ number }) => number,
  columns: ['number', 'sourceTenant', 'targetTenant', 'state', 'movedAt', 'reason'],
  moreColumns: ['sourceTenantName', 'targetTenantName', ...moreOfMove, 'cause'],
  unsortable: [
    'number',
    'sourceTenant',
    'targetTenant',
    'state',
    'movedAt',
    'reason',
    'sourceTenantName',
    'targetTenantName',
    ...moreOfMove,
    'cause',
  ],
  filters: ['search', 'state'],
  cell: { movedAt: ({ movedAt }) => <At at={movedAt} /> },
  Tools: MoveMetersButton,
  refreshSeconds: 10,
})

function At({ at }: { at: string }) {
  const { timeZone } = useSession()
  return <InstantText at={at} timeZone={timeZone} />
}

/** Meters that moved from one tenant to another, for operators of the platform. */
export function MeterMovesScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={meterMoves} search={search} onSearch={onSearch} />
}
