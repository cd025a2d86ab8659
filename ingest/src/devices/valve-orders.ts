import { type ValveCommand, valveDecider } from '@nightflow/domain/devices/valve-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Gateway } from '../shared/accept-frame.ts'
import { keepText } from '../shared/describe-value.ts'

export type PendingOperation = {
  number: string
  operationId: string
  position: 'open' | 'closed'
  status: 'requested' | 'sent'
  expiresAt: Date
}

export type ValveOrderDependencies = {
  log: EventLog
  /** Operations of meters that this gateway reported last, the oldest first; at most 100. */
  listPendingValveOperations: (tenant: string, gateway: string) => Promise<PendingOperation[]>
  /** The operation that bears this identifier, or whose downlink does. */
  findReportedOperation: (tenant: string, id: string) => Promise<{ number: string; operationId: string } | undefined>
  /** Epoch milliseconds. */
  now?: () => number
}

export type ValveOutcome = { outcome: 'sent' | 'confirmed' } | { outcome: 'failed'; reason: string }

/** A gateway's calls for valves: it polls for operations and reports their results. */
export type ValveOrders = {
  pending: (gateway: Gateway) => Promise<PendingOperation[]>
  /** Answers the log's position, or why the operation does not go on. */
  settle: (gateway: Gateway, number: string, operationId: string, outcome: ValveOutcome) => Promise<{ position: number } | Rejection>
  findReportedOperation: ValveOrderDependencies['findReportedOperation']
}

export const createValveOrders = (dependencies: ValveOrderDependencies): ValveOrders => {
  const now = dependencies.now ?? Date.now
  return {
    pending: ({ tenant, name }) => dependencies.listPendingValveOperations(tenant, name),
    settle: async ({ tenant, name }, number, operationId, outcome) => {
      const actor = `gateway:${name}`
      const result = await executeCommand(dependencies.log, {
        decider: valveDecider,
        tenant,
        actor,
        command: commandOf(number, operationId, outcome),
        context: { now: new Date(now()).toISOString(), actor, timeZone: 'UTC' },
      })
      return isRejection(result) ? result : { position: result.position }
    },
    findReportedOperation: dependencies.findReportedOperation,
  }
}

const reasonLengthMax = 200

const commandOf = (number: string, operationId: string, reported: ValveOutcome): ValveCommand => {
  if (reported.outcome === 'failed') {
    return { type: 'FailValveOperation', number, operationId, reason: keepText(reported.reason, reasonLengthMax) }
  }
  return { type: reported.outcome === 'sent' ? 'MarkValveOperationSent' : 'ConfirmValveOperation', number, operationId }
}
