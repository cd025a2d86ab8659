import { listWalkBys, WalkByRow, walkByCommands, walkByFilter } from '@nightflow/schemas/metering/walk-by'
import { IconRoute } from '@tabler/icons-react'
import { PlanWalkByTool } from '#metering/plan-walk-by-tool.tsx'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { defineResource, screenOf } from '#ui/resource/resource-screen.tsx'

/** Walk-by reading plans with their progress. */
const walkBy = defineResource<WalkByRow>({
  calls: { id: 'walkById', row: WalkByRow, filter: walkByFilter, list: listWalkBys, commands: walkByCommands },
  texts: 'metering',
  name: 'walkBy',
  icon: IconRoute,
  title: ({ name }) => name,
  columns: ['name', 'status', 'startDate', 'endDate', 'metersRead', 'metersNotRead', 'metersTotal', 'reader'],
  moreColumns: ['createdAt', 'planId', 'walkById'],
  unsortable: ['name', 'status', 'startDate', 'endDate', 'metersRead', 'metersNotRead', 'metersTotal', 'reader', 'createdAt', 'planId'],
  filters: ['name', 'status'],
  cell: { createdAt: ({ createdAt }) => <At at={createdAt} /> },
  refreshSeconds: 60,
  Tools: PlanWalkByTool,
})

function At({ at }: { at: string }) {
  const { timeZone } = useSession()
  return <InstantText at={at} timeZone={timeZone} />
}

export const WalkByScreen = screenOf(walkBy)
