import {
  type ConfirmValveOperation,
  type ExpireValveOperation,
  type FailValveOperation,
  type MarkValveOperationSent,
  type OperateValve,
  type ValveOperationStatus,
  type ValvePosition,
  valveOperationDeadlineSeconds,
} from '@nightflow/schemas/devices/operate-valve'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type ValveCommand = OperateValve | MarkValveOperationSent | ConfirmValveOperation | FailValveOperation | ExpireValveOperation
export type ValveEvent = EventIn<
  | 'devices.ValveOpeningRequested'
  | 'devices.ValveClosingRequested'
  | 'devices.ValveOperationSent'
  | 'devices.ValveOpened'
  | 'devices.ValveClosed'
  | 'devices.ValveOperationFailed'
  | 'devices.ValveOperationExpired'
>

export type ValveOperation = {
  readonly operationId: string
  readonly position: ValvePosition
  readonly status: ValveOperationStatus
  /** True once a gateway took the order, whatever came of it. */
  readonly wasSent: boolean
  readonly expiresAt: string
}

/** The operations of one valve by id, in the order of their requests. At most one of them is requested or sent. */
export type Valve = ReadonlyMap<string, ValveOperation>

/** One valve: requested, then sent, then confirmed, failed or expired; one operation at a time. Whether the meter has a valve is checked before. */
export const valveDecider: Decider<ValveCommand, Valve, ValveEvent> = {
  streamOf: ({ number }) => `devices-valve-${number}`,
  initialState: new Map(),
  evolve,
  decide: {
    OperateValve: operate,
    MarkValveOperationSent: markSent,
    ConfirmValveOperation: confirm,
    FailValveOperation: fail,
    ExpireValveOperation: expire,
  },
}

function evolve(valve: Valve, event: ValveEvent): Valve {
  const { operationId } = event.data
  switch (event.type) {
    case 'devices.ValveOpeningRequested':
    case 'devices.ValveClosingRequested': {
      const position = event.type === 'devices.ValveOpeningRequested' ? 'open' : 'closed'
      return new Map(valve).set(operationId, {
        operationId,
        position,
        status: 'requested',
        wasSent: false,
        expiresAt: event.data.expiresAt,
      })
    }
    case 'devices.ValveOperationSent':
      return changed(valve, operationId, { status: 'sent', wasSent: true })
    case 'devices.ValveOpened':
    case 'devices.ValveClosed':
      return changed(valve, operationId, { status: 'confirmed' })
    case 'devices.ValveOperationFailed':
      return changed(valve, operationId, { status: 'failed' })
    case 'devices.ValveOperationExpired':
      return changed(valve, operationId, { status: 'expired' })
  }
}

function changed(valve: Valve, operationId: string, change: Partial<ValveOperation>): Valve {
  const operation = valve.get(operationId)
  if (!operation) throw new Error(`valve operation ${operationId} went on without having been requested`)
  return new Map(valve).set(operationId, { ...operation, ...change })
}

function operate(command: OperateValve, valve: Valve, { now }: Context) {
  const { number, operationId, position, reason } = command
  const known = valve.get(operationId)
  if (known && known.position === position) return []
  if (known) return rejected(isPending(known) ? 'valve-operation-pending' : 'valve-operation-over', { operationId })

  const pending = [...valve.values()].find(isPending)
  if (pending && !isOverdue(pending, now)) return rejected('valve-operation-pending', { operationId: pending.operationId })

  const expiresAt = new Date(Date.parse(now) + valveOperationDeadlineSeconds * 1000).toISOString()
  const data = { number, operationId, requestedAt: now, expiresAt, ...(reason !== undefined && { reason }) }
  const requested: ValveEvent = { type: position === 'open' ? 'devices.ValveOpeningRequested' : 'devices.ValveClosingRequested', data }
  // An operation past its deadline does not block a new one, even before the policy expires it.
  return pending ? [expired(number, pending.operationId, now), requested] : [requested]
}

function markSent({ number, operationId }: MarkValveOperationSent, valve: Valve, { now }: Context) {
  const operation = valve.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.wasSent) return []
  // An order past its deadline must not reach the device: the valve is not expected to move any more.
  if (!isPending(operation) || isOverdue(operation, now)) return rejected('valve-operation-over', { operationId })
  return [{ type: 'devices.ValveOperationSent' as const, data: { number, operationId, sentAt: now } }]
}

function confirm({ number, operationId }: ConfirmValveOperation, valve: Valve, { now }: Context) {
  const operation = valve.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.status === 'confirmed') return []
  if (operation.status === 'failed') return rejected('valve-operation-over', { operationId })
  // A late confirmation is still the truth about the valve, unless a newer operation reported a later state.
  if (operation.status === 'expired' && newerThan(valve, operationId).some(({ status }) => status === 'confirmed')) {
    return rejected('valve-operation-over', { operationId })
  }
  const type = operation.position === 'open' ? ('devices.ValveOpened' as const) : ('devices.ValveClosed' as const)
  return [{ type, data: { number, operationId, confirmedAt: now } }]
}

function fail({ number, operationId, reason }: FailValveOperation, valve: Valve, { now }: Context) {
  const operation = valve.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.status === 'failed') return []
  if (!isPending(operation)) return rejected('valve-operation-over', { operationId })
  return [{ type: 'devices.ValveOperationFailed' as const, data: { number, operationId, reason, failedAt: now } }]
}

function expire({ number, operationId }: ExpireValveOperation, valve: Valve, { now }: Context) {
  const operation = valve.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.status === 'expired') return []
  if (!isPending(operation)) return rejected('valve-operation-over', { operationId })
  if (!isOverdue(operation, now)) return rejected('valve-operation-pending', { operationId, expiresAt: operation.expiresAt })
  return [expired(number, operationId, now)]
}

const expired = (number: string, operationId: string, now: string) =>
  ({ type: 'devices.ValveOperationExpired', data: { number, operationId, expiredAt: now } }) as const

const isPending = ({ status }: ValveOperation): boolean => status === 'requested' || status === 'sent'

const isOverdue = ({ expiresAt }: ValveOperation, now: string): boolean => Date.parse(now) >= Date.parse(expiresAt)

const newerThan = (valve: Valve, operationId: string): ValveOperation[] => {
  const operations = [...valve.values()]
  return operations.slice(operations.findIndex((operation) => operation.operationId === operationId) + 1)
}
