import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { meterGroupCommands } from '@nightflow/schemas/devices/meter-group-valves'
import { listOperatedValves } from '@nightflow/schemas/devices/valve-operations'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { ScreenLink } from '#shell/screen-link.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** Groups with the valves of all their meters; the progress is among the valve operations. */
export const Screen = screenOf(
  resourceOf(
    resources.meterGroups,
    { ...resourceCalls.meterGroups, commands: meterGroupCommands },
    {
      cell: {
        meterGroupName: ({ meterGroupId, meterGroupName }) => (
          <ScreenLink screen="devices/meters" search={{ meterGroup: String(meterGroupId) }} className="nf-link">
            {meterGroupName}
          </ScreenLink>
        ),
      },
      related: [[listMeters.path], [listOperatedValves.path]],
    },
  ),
)
