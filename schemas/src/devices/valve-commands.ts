import { z } from 'zod'
import { commandsOn } from '../shared/commands-on.ts'
import type { RowOf } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { MeterNumber } from '../shared/values.ts'
import type { meterGroups } from './meter-group.ts'
import type { MeterRow } from './meters.ts'
import { AddClosingReason, OperateValve } from './operate-valve.ts'

const operatedMax = 200
/** Valves of a group that one request operates. */
export const groupValvesMax = 1000

/** An array, or numbers separated by commas. */
const valveNumbers = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(MeterNumber).min(1).max(operatedMax),
)

/** How many operations were requested, and the meters whose operation was refused, with the refusal's code. */
const ValvesOperated = z.object({
  requested: z.int(),
  refused: z.array(z.object({ number: z.string(), code: z.string() })),
  position: z.int(),
})

/** Each valve has an operation of its own. A repeated `requestId` has no further effect. */
const common = {
  method: 'POST',
  permission: 'devices:valve:operate',
  key: { number: MeterNumber },
  typed: { requestId: z.uuid(), reason: text(200).min(1) },
  response: ValvesOperated,
} as const

const operating = {
  command: 'OperateValve',
  given: OperateValve.omit({ type: true, number: true }).shape,
  isEventElsewhere: true,
  requestId: 'requestId',
  isEach: true,
} as const
const opening = { ...operating, event: 'devices.ValveOpeningRequested', icon: 'unlock' } as const
const closing = { ...operating, event: 'devices.ValveClosingRequested', icon: 'lock', isDanger: true } as const
/** Other closing reasons of the same valves stay. */
const reasoned = { given: AddClosingReason.omit({ type: true, number: true }).shape, permission: 'devices:valve:emergency' } as const
const inEmergency = { ...closing, ...reasoned, command: 'AddClosingReason', icon: 'cancel' } as const
const afterEmergency = { ...opening, ...reasoned, command: 'RemoveClosingReason', icon: 'undo' } as const

/** Commands on the valves of meters, in the order of their buttons. */
export const valveCommands = commandsOn<MeterRow>()(
  {
    ...common,
    entity: 'Valves',
    id: 'number',
    ids: { one: MeterNumber, many: valveNumbers },
    path: '/api/v1/valves',
    address: (verb) => `/api/v1/valves/${verb}`,
  },
  {
    openValve: {
      ...opening,
      call: 'openValves',
      verb: 'opening',
      summary: 'Ask for the valves of several meters to be opened; the answer names those that were refused',
      isOffered: ({ hasValve }) => hasValve,
      isForMany: true,
    },
    closeValve: {
      ...closing,
      call: 'closeValves',
      verb: 'closing',
      summary: 'Ask for the valves of several meters to be closed; the answer names those that were refused',
      isOffered: ({ hasValve }) => hasValve,
      isForMany: true,
    },
    closeInEmergency: {
      ...inEmergency,
      call: 'closeInEmergency',
      verb: 'emergency-closing',
      summary: 'Close the valves of several meters in an emergency: they stay closed until the emergency ends',
      isOffered: ({ hasValve, closingReasons }) => hasValve && !closingReasons.includes('emergency'),
      isForMany: true,
    },
    endEmergency: {
      ...afterEmergency,
      call: 'endEmergency',
      verb: 'emergency-end',
      summary: 'End the emergency of several meters: their valves open unless another closing reason holds',
      isOffered: ({ closingReasons }) => closingReasons.includes('emergency'),
      isForMany: true,
    },
  },
)
export const { openValves, closeValves, closeInEmergency, endEmergency } = valveCommands.calls

const ofMeters = 'meters without a valve are left out, and the answer names those that were refused'

/** Commands on the valves of a group. */
export const meterGroupCommands = commandsOn<RowOf<typeof meterGroups>>()(
  {
    ...common,
    entity: 'GroupValves',
    id: 'meterGroupId',
    path: '/prod-api/business/meterGroup',
    address: (verb) => `/prod-api/business/meterGroup/:meterGroupId/${verb}`,
  },
  {
    openValves: { ...opening, call: 'openGroupValves', summary: `Ask for the valves of a meter group to be opened; ${ofMeters}` },
    closeValves: { ...closing, call: 'closeGroupValves', summary: `Ask for the valves of a meter group to be closed; ${ofMeters}` },
    closeInEmergency: {
      ...inEmergency,
      call: 'closeGroupInEmergency',
      verb: 'emergencyClosing',
      summary: `Close the valves of a meter group in an emergency: they stay closed until the emergency ends; ${ofMeters}`,
    },
    endEmergency: {
      ...afterEmergency,
      call: 'endGroupEmergency',
      verb: 'emergencyEnd',
      summary: `End the emergency of a meter group; ${ofMeters}`,
    },
  },
)
export const { openGroupValves, closeGroupValves, closeGroupInEmergency, endGroupEmergency } = meterGroupCommands.calls
