import {
  type AddClosingReason,
  type ClosingReason,
  type ConfirmValveOperation,
  type ExpireValveOperation,
  type FailValveOperation,
  type MarkValveOperationSent,
  type OperateValve,
  passingFailures,
  type RemoveClosingReason,
  type RetryValveOperation,
  type ValveOperationStatus,
  type ValvePosition,
  valveOperationDeadlineSeconds,
  valveRetryDelaySeconds,
} from '@nightflow/schemas/devices/operate-valve'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { openingRefusal } from './closing-reasons.ts'

export type ValveCommand =
  | OperateValve
  | AddClosingReason
  | RemoveClosingReason
  | RetryValveOperation
  | MarkValveOperationSent
  | ConfirmValveOperation
  | FailValveOperation
  | ExpireValveOperation
export type ValveEvent = EventIn<
  | 'devices.ValveOpeningRequested'
  | 'devices.ValveClosingRequested'
  | 'devices.ValveClosingReasonAdded'
  | 'devices.ValveClosingReasonRemoved'
  | 'devices.ValveOperationSent'
  | 'devices.ValveOpened'
  | 'devices.ValveClosed'
  | 'devices.ValveOperationFailed'
  | 'devices.ValveOperationExpired'
>

type Requested = Extract<ValveEvent, { type: 'devices.ValveClosingRequested' }>['data']

export type ValveOperation = {
  readonly operationId: string
  readonly position: ValvePosition
  readonly status: ValveOperationStatus
  /** True once a gateway took the order, whatever came of it. */
  readonly wasSent: boolean
  readonly expiresAt: string
  /** 1 for the first request of an order. */
  readonly attempt: number
  readonly closingReason: ClosingReason
  readonly reason: string | undefined
  readonly batchId: string | undefined
  /** Why it failed. */
  readonly failure: string | undefined
}

export type Valve = {
  /** By id, in the order of their requests. At most one of them is requested or sent. */
  readonly operations: ReadonlyMap<string, ValveOperation>
  /** The valve is to be closed while there is one. Orders count when they are given, whether or not the device carries them out. */
  readonly closingReasons: ReadonlySet<ClosingReason>
}

/** One valve: requested, then sent, then confirmed, failed or expired; one operation at a time. Whether the meter has a valve is checked before. */
export const valveDecider: Decider<ValveCommand, Valve, ValveEvent> = {
  streamOf: ({ number }) => `devices-valve-${number}`,
  initialState: { operations: new Map(), closingReasons: new Set() },
  evolve,
  decide: {
    OperateValve: operate,
    AddClosingReason: addClosingReason,
    RemoveClosingReason: removeClosingReason,
    RetryValveOperation: retry,
    MarkValveOperationSent: markSent,
    ConfirmValveOperation: confirm,
    FailValveOperation: fail,
    ExpireValveOperation: expire,
  },
}

function evolve(valve: Valve, event: ValveEvent): Valve {
  switch (event.type) {
    case 'devices.ValveOpeningRequested':
      return requestedOf(withoutReason(valve, event.data.closingReason), 'open', event.data)
    case 'devices.ValveClosingRequested':
      return requestedOf(withReason(valve, event.data.closingReason), 'closed', event.data)
    case 'devices.ValveClosingReasonAdded':
      return withReason(valve, event.data.closingReason)
    case 'devices.ValveClosingReasonRemoved':
      return withoutReason(valve, event.data.closingReason)
    case 'devices.ValveOperationSent':
      return changed(valve, event.data.operationId, { status: 'sent', wasSent: true })
    case 'devices.ValveOpened':
    case 'devices.ValveClosed':
      return changed(valve, event.data.operationId, { status: 'confirmed' })
    case 'devices.ValveOperationFailed':
      return changed(valve, event.data.operationId, { status: 'failed', failure: event.data.reason })
    case 'devices.ValveOperationExpired':
      return changed(valve, event.data.operationId, { status: 'expired' })
  }
}

const requestedOf = (valve: Valve, position: ValvePosition, data: Requested): Valve => {
  const { operationId, expiresAt, attempt = 1, closingReason, reason, batchId } = data
  const order = { operationId, position, expiresAt, attempt, closingReason, reason, batchId }
  return withOperation(valve, { ...order, status: 'requested', wasSent: false, failure: undefined })
}

const withOperation = (valve: Valve, operation: ValveOperation): Valve => ({
  ...valve,
  operations: new Map(valve.operations).set(operation.operationId, operation),
})

const withReason = (valve: Valve, closingReason: ClosingReason): Valve => ({
  ...valve,
  closingReasons: new Set(valve.closingReasons).add(closingReason),
})

const withoutReason = (valve: Valve, closingReason: ClosingReason): Valve => ({
  ...valve,
  closingReasons: new Set([...valve.closingReasons].filter((holding) => holding !== closingReason)),
})

function changed(valve: Valve, operationId: string, change: Partial<ValveOperation>): Valve {
  const operation = valve.operations.get(operationId)
  if (!operation) throw new Error(`valve operation ${operationId} went on without having been requested`)
  return withOperation(valve, { ...operation, ...change })
}

function operate(command: OperateValve, valve: Valve, { now }: Context) {
  const { operationId, position } = command
  const known = valve.operations.get(operationId)
  if (known && known.position === position) return []
  if (known) return rejected(isPending(known) ? 'valve-operation-pending' : 'valve-operation-over', { operationId })

  const refusal = position === 'open' ? openingRefusal(valve.closingReasons) : undefined
  if (refusal) return rejected(refusal)

  const pending = pendingOf(valve)
  if (pending && !isOverdue(pending, now)) return rejected('valve-operation-pending', { operationId: pending.operationId })
  return ordered({ ...command, closingReason: 'manual' }, position, pending, now)
}

/** A reason is never refused: it replaces an opening under way, and joins a closing. */
function addClosingReason(command: AddClosingReason, valve: Valve, { now }: Context): ValveEvent[] {
  const { closingReason, operationId } = command
  if (valve.closingReasons.has(closingReason) || valve.operations.has(operationId)) return []
  const pending = pendingOf(valve)
  const isClosing = pending ? pending.position === 'closed' && !isOverdue(pending, now) : isKnownClosed(valve)
  if (isClosing) {
    const { batchId } = command
    const data = {
      ...reasonOf(command),
      addedAt: now,
      operationId,
      ...(batchId && { batchId }),
      ...(pending && { joins: pending.operationId }),
    }
    return [{ type: 'devices.ValveClosingReasonAdded', data }]
  }
  return ordered(command, 'closed', pending, now)
}

/** The valve opens when no other reason is left. */
function removeClosingReason(command: RemoveClosingReason, valve: Valve, { now }: Context): ValveEvent[] {
  const { closingReason, operationId } = command
  if (!valve.closingReasons.has(closingReason) || valve.operations.has(operationId)) return []
  if (valve.closingReasons.size > 1) return [{ type: 'devices.ValveClosingReasonRemoved', data: { ...reasonOf(command), removedAt: now } }]
  return ordered(command, 'open', pendingOf(valve), now)
}

type Order = Pick<AddClosingReason, 'number' | 'operationId' | 'closingReason' | 'reason' | 'batchId'> & { attempt?: number }

/** The request, behind the end of the operation that it replaces: one past its deadline does not block, even before the policy expires it. */
function ordered(order: Order, position: ValvePosition, pending: ValveOperation | undefined, now: string): ValveEvent[] {
  const { operationId, number, attempt, batchId } = order
  const expiresAt = new Date(Date.parse(now) + valveOperationDeadlineSeconds * 1000).toISOString()
  const optional = { ...(attempt !== undefined && { attempt }), ...(batchId !== undefined && { batchId }) }
  const data = { ...reasonOf(order), operationId, requestedAt: now, expiresAt, ...optional }
  const requested: ValveEvent = { type: position === 'open' ? 'devices.ValveOpeningRequested' : 'devices.ValveClosingRequested', data }
  if (!pending) return [requested]
  if (isOverdue(pending, now)) return [expired(number, pending, now), requested]
  return [failed(number, pending, 'superseded', now), requested]
}

/** The last operation of the valve is given once more, where it may succeed and its position is still wanted. */
function retry({ number, operationId, retryId }: RetryValveOperation, valve: Valve, { now }: Context) {
  const operation = valve.operations.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (valve.operations.has(retryId)) return []
  const [closingReason = operation.closingReason] = valve.closingReasons
  const isWanted = operation.position === (valve.closingReasons.size > 0 ? 'closed' : 'open')
  const isLast = [...valve.operations.keys()].at(-1) === operationId
  if (!isWanted || !isLast || !mayPass(operation)) return rejected('valve-operation-over', { operationId })
  const { position, reason, batchId, attempt } = operation
  return ordered({ number, operationId: retryId, closingReason, reason, batchId, attempt: attempt + 1 }, position, undefined, now)
}

const mayPass = ({ status, failure = '', attempt }: ValveOperation): boolean =>
  attempt <= valveRetryDelaySeconds.length && (status === 'expired' || (status === 'failed' && passingFailures.includes(failure)))

const reasonOf = ({ number, closingReason, reason }: Omit<Order, 'operationId'>) => ({
  number,
  closingReason,
  ...(reason !== undefined && { reason }),
})

const pendingOf = ({ operations }: Valve): ValveOperation | undefined => [...operations.values()].find(isPending)

/** The last operation that reached the device closed the valve. */
const isKnownClosed = ({ operations }: Valve): boolean => {
  const last = [...operations.values()].at(-1)
  return last?.position === 'closed' && last.status === 'confirmed'
}

function markSent({ number, operationId, downlinkId }: MarkValveOperationSent, valve: Valve, { now }: Context) {
  const operation = valve.operations.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.wasSent) return []
  // An order past its deadline must not reach the device: the valve is not expected to move any more.
  if (!isPending(operation) || isOverdue(operation, now)) return rejected('valve-operation-over', { operationId })
  return [
    {
      type: 'devices.ValveOperationSent' as const,
      data: { number, operationId, sentAt: now, ...(downlinkId !== undefined && { downlinkId }) },
    },
  ]
}

function confirm({ number, operationId }: ConfirmValveOperation, valve: Valve, { now }: Context) {
  const operation = valve.operations.get(operationId)
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
  const operation = valve.operations.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.status === 'failed') return []
  if (!isPending(operation)) return rejected('valve-operation-over', { operationId })
  return [failed(number, operation, reason, now)]
}

function expire({ number, operationId }: ExpireValveOperation, valve: Valve, { now }: Context) {
  const operation = valve.operations.get(operationId)
  if (!operation) return rejected('valve-operation-unknown', { operationId })
  if (operation.status === 'expired') return []
  if (!isPending(operation)) return rejected('valve-operation-over', { operationId })
  if (!isOverdue(operation, now)) return rejected('valve-operation-pending', { operationId, expiresAt: operation.expiresAt })
  return [expired(number, operation, now)]
}

const attemptOf = ({ attempt }: ValveOperation) => (attempt > 1 ? { attempt } : {})

const failed = (number: string, operation: ValveOperation, reason: string, now: string) => {
  const data = { number, operationId: operation.operationId, reason, failedAt: now, ...attemptOf(operation) }
  return { type: 'devices.ValveOperationFailed', data } as const
}

const expired = (number: string, operation: ValveOperation, now: string) => {
  const data = { number, operationId: operation.operationId, expiredAt: now, ...attemptOf(operation) }
  return { type: 'devices.ValveOperationExpired', data } as const
}

const isPending = ({ status }: ValveOperation): boolean => status === 'requested' || status === 'sent'

const isOverdue = ({ expiresAt }: ValveOperation, now: string): boolean => Date.parse(now) >= Date.parse(expiresAt)

const newerThan = (valve: Valve, operationId: string): ValveOperation[] => {
  const operations = [...valve.operations.values()]
  return operations.slice(operations.findIndex((operation) => operation.operationId === operationId) + 1)
}
