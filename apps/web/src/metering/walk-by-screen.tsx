import { ActionIcon, Tooltip } from '@mantine/core'
import { listWalkBys, WalkByRow, WalkByStatus, walkByCommands, walkByFilter } from '@nightflow/schemas/metering/walk-by'
import { IconDeviceMobile, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlanWalkByTool } from '#metering/plan-walk-by-tool.tsx'
import { roundsPath } from '#session/offline-pages.ts'
import { useMay } from '#session/session-query.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** Walk-by reading plans with their progress. */
const walkBy = listOf<WalkByRow>({
  calls: { id: 'walkById', row: WalkByRow, filter: walkByFilter, list: listWalkBys, commands: walkByCommands.list },
  texts: 'metering',
  name: 'walkBy',
  icon: IconRoute,
  columns: ['name', 'status', 'startDate', 'endDate', 'metersRead', 'metersNotRead', 'metersTotal', 'reader'],
  moreColumns: ['createdAt', 'planId', 'walkById'],
  filters: ['name', 'status'],
  refreshSeconds: 60,
  Tools: PlanWalkByTool,
  rowTool: (row) => <OpenRound row={row} />,
})

/** The reader's page leaves the frame of the back office: it works without a network. */
function OpenRound({ row: { walkById, name, status } }: { row: WalkByRow }) {
  const { t } = useTranslation('metering')
  const may = useMay('metering:manualReading:take')
  if (!may || status === WalkByStatus.enum.cancelled || status === WalkByStatus.enum.closed) return null
  const label = t('round.open', { name })
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon component="a" href={`${roundsPath}/${walkById}`} variant="subtle" color="gray" size="sm" aria-label={label}>
        <IconDeviceMobile size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

export const WalkByScreen = screenOf(walkBy)
