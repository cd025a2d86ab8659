import { listMeterMoves, MeterMoveRow, meterMoveFilter } from '@nightflow/schemas/devices/move-meters'
import { IconArrowsExchange } from '@tabler/icons-react'
import { MoveMetersButton } from '#devices/move-meters-button.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

const moreOfMove = ['meterTypeName', 'customerTypeName', 'accountNo', 'address', 'telephone', 'administratorContact'] as const

const meterMoves = listOf<MeterMoveRow>({
  calls: { id: 'moveKey', row: MeterMoveRow, filter: meterMoveFilter, list: listMeterMoves },
  texts: 'devices',
  name: 'meterMove',
  icon: IconArrowsExchange,
  columns: ['number', 'sourceTenant', 'targetTenant', 'state', 'movedAt', 'reason'],
  moreColumns: ['sourceTenantName', 'targetTenantName', ...moreOfMove, 'cause'],
  filters: ['search', 'state'],
  Tools: MoveMetersButton,
  refreshSeconds: 10,
})

/** Meters that moved from one tenant to another, for operators of the platform. */
export function MeterMovesScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={meterMoves} search={search} onSearch={onSearch} />
}
