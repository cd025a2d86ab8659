import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { meterGroupCommands } from '@nightflow/schemas/devices/valve-commands'
import { listOperatedValves } from '@nightflow/schemas/devices/valve-operations'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { followedValves } from '#devices/valve-progress.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** Groups with the valves of all their meters; the progress is among the valve operations. */
export const Screen = screenOf(
  resourceOf(
    resources.meterGroups,
    { ...resourceCalls.meterGroups, commands: meterGroupCommands.list },
    {
      rowTool: (row) => <MetersOfGroup group={row} />,
      follow: followedValves,
      related: [[listMeters.path], [listOperatedValves.path]],
    },
  ),
)

function MetersOfGroup({ group: { meterGroupId, meterGroupName } }: { group: { meterGroupId: number; meterGroupName: string } }) {
  const { t } = useTranslation('devices')
  return (
    <ScreenLink screen="devices/meters" search={{ meterGroup: String(meterGroupId) }} className="nf-link">
      <IconGauge size={16} stroke={1.7} aria-hidden />
      <span className="nf-visually-hidden">
        {t('meterGroup.meters')} {meterGroupName}
      </span>
    </ScreenLink>
  )
}
