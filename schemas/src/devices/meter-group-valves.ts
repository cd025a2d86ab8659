import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import type { RowOf } from '../shared/resource.ts'
import type { meterGroups } from './meter-group.ts'
import { OperateValves, ValvesOperated } from './operate-valve.ts'

/** Valves of a group that one request operates. */
export const groupValvesMax = 1000

const ofGroup = (verb: string, permission: 'devices:valve:operate' | 'devices:valve:emergency', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/prod-api/business/meterGroup/:meterGroupId/${verb}`,
    permission,
    summary: `${summary}; meters without a valve are left out, and the answer names those that were refused`,
    request: OperateValves.omit({ number: true }).extend({ meterGroupId: RowId }),
    response: ValvesOperated,
  })

export const openGroupValves = ofGroup('openValves', 'devices:valve:operate', 'Ask for the valves of a meter group to be opened')
export const closeGroupValves = ofGroup('closeValves', 'devices:valve:operate', 'Ask for the valves of a meter group to be closed')
export const closeGroupInEmergency = ofGroup(
  'emergencyClosing',
  'devices:valve:emergency',
  'Close the valves of a meter group in an emergency: they stay closed until the emergency ends',
)
export const endGroupEmergency = ofGroup('emergencyEnd', 'devices:valve:emergency', 'End the emergency of a meter group')

/** Commands on the valves of a group. */
export const meterGroupCommands: readonly NamedCommand<RowOf<typeof meterGroups>>[] = [
  { name: 'openValves', endpoint: openGroupValves, requestId: 'requestId', icon: 'unlock' },
  { name: 'closeValves', endpoint: closeGroupValves, requestId: 'requestId', icon: 'lock', isDanger: true },
  { name: 'closeInEmergency', endpoint: closeGroupInEmergency, requestId: 'requestId', icon: 'cancel', isDanger: true },
  { name: 'endEmergency', endpoint: endGroupEmergency, requestId: 'requestId', icon: 'undo' },
]
