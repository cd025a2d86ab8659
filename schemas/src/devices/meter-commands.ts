import type { NamedCommand } from '../shared/named-command.ts'
import { closeValves, openValves } from './endpoints.ts'
import { lifeCommands } from './meter-life.ts'
import type { MeterRow } from './meters.ts'
import { closeInEmergency, endEmergency } from './valve-operations.ts'

/** Commands on meters in their list. */
export const meterCommands: readonly NamedCommand<MeterRow>[] = [
  {
    name: 'openValve',
    endpoint: openValves,
    requestId: 'requestId',
    icon: 'unlock',
    isOffered: ({ hasValve }) => hasValve,
    isForMany: true,
  },
  {
    name: 'closeValve',
    endpoint: closeValves,
    requestId: 'requestId',
    icon: 'lock',
    isOffered: ({ hasValve }) => hasValve,
    isForMany: true,
    isDanger: true,
  },
  {
    name: 'closeInEmergency',
    endpoint: closeInEmergency,
    requestId: 'requestId',
    icon: 'cancel',
    isOffered: ({ hasValve, closingReasons }) => hasValve && !closingReasons.includes('emergency'),
    isForMany: true,
    isDanger: true,
  },
  {
    name: 'endEmergency',
    endpoint: endEmergency,
    requestId: 'requestId',
    icon: 'undo',
    isOffered: ({ closingReasons }) => closingReasons.includes('emergency'),
    isForMany: true,
  },
  ...lifeCommands,
]
