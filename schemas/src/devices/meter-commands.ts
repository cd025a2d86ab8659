import type { NamedCommand } from '../shared/named-command.ts'
import { closeValves, openValves } from './endpoints.ts'
import type { MeterRow } from './meters.ts'

/** What people do with meters in their list. */
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
]
