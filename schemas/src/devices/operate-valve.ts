import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { recorded, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

export const ValvePosition = z.enum(['open', 'closed'])
export type ValvePosition = z.infer<typeof ValvePosition>

/**
 * Why a valve is to be closed. It stays closed while any reason holds; none of them removes another: `manual` is a person's order, `freeze` and
 * `arrears` are those of the customer's account, `emergency` that of the network.
 */
export const ClosingReason = z.enum(['manual', 'freeze', 'arrears', 'emergency'])
export type ClosingReason = z.infer<typeof ClosingReason>

/** Requests that a valve opens or closes. `operationId` is chosen by the caller: a repeated request is the same operation. */
export const OperateValve = z.object({
  type: z.literal('OperateValve'),
  number: MeterNumber,
  operationId: z.uuid(),
  position: ValvePosition,
  reason: text(200).optional(),
  /** The request that operates several valves. */
  batchId: z.uuid().optional(),
})
export type OperateValve = z.infer<typeof OperateValve>

const closingReasonOfValve = {
  number: MeterNumber,
  closingReason: ClosingReason,
  /** The operation that carries it out, where one is needed. Chosen by the caller, so that a repeated command is the same operation. */
  operationId: z.uuid(),
  reason: text(200).optional(),
  batchId: z.uuid().optional(),
}

/** A closing reason holds from now on; the valve closes unless it is closed already. A command of policies and of emergencies. */
export const AddClosingReason = z.object({ type: z.literal('AddClosingReason'), ...closingReasonOfValve })
export type AddClosingReason = z.infer<typeof AddClosingReason>

/** A closing reason holds no longer; the valve opens when it was the last one. */
export const RemoveClosingReason = z.object({ type: z.literal('RemoveClosingReason'), ...closingReasonOfValve })
export type RemoveClosingReason = z.infer<typeof RemoveClosingReason>

/**
 * Why an operation failed, as gateways report it. Screens translate these codes; any other text is shown as the gateway sent it.
 */
export const valveFailureCodes = [
  'no-reason',
  'no-answer',
  'no-such-valve',
  'motor-blocked',
  'battery-low',
  'tampered',
  'refused',
  'downlink-not-acknowledged',
  'superseded',
  'network-server-failed',
] as const

/** A gateway took the order and sends it by radio. */
export const MarkValveOperationSent = z.object({
  type: z.literal('MarkValveOperationSent'),
  number: MeterNumber,
  operationId: z.uuid(),
  /** Identifier of the downlink in the network server's reports, where it does not take the operation's own identifier. */
  downlinkId: recorded(100).optional(),
})
export type MarkValveOperationSent = z.infer<typeof MarkValveOperationSent>

/** The device answered, or a reading showed the requested position. */
export const ConfirmValveOperation = z.object({ type: z.literal('ConfirmValveOperation'), number: MeterNumber, operationId: z.uuid() })
export type ConfirmValveOperation = z.infer<typeof ConfirmValveOperation>

export const FailValveOperation = z.object({
  type: z.literal('FailValveOperation'),
  number: MeterNumber,
  operationId: z.uuid(),
  reason: recorded(200),
})
export type FailValveOperation = z.infer<typeof FailValveOperation>

/** No answer came until the operation's deadline. */
export const ExpireValveOperation = z.object({ type: z.literal('ExpireValveOperation'), number: MeterNumber, operationId: z.uuid() })
export type ExpireValveOperation = z.infer<typeof ExpireValveOperation>

/** The same operation is given once more, after it failed in a way that may pass or expired. */
export const RetryValveOperation = z.object({
  type: z.literal('RetryValveOperation'),
  number: MeterNumber,
  operationId: z.uuid(),
  /** The operation that follows. */
  retryId: z.uuid(),
})
export type RetryValveOperation = z.infer<typeof RetryValveOperation>

/** Failures of the radio, which may pass. A blocked motor or a rejected command is for a person. */
export const passingFailures: readonly string[] = ['no-reason', 'no-answer', 'downlink-not-acknowledged', 'network-server-failed']

/** How long after the end of each attempt the next one is requested; after the last there is none. */
export const valveRetryDelaySeconds = [5 * 60, 30 * 60] as const

const about = { number: MeterNumber, operationId: z.uuid() }
/** Counts the requests of one order; the first has none. */
const attempt = z.int().min(2).max(9).optional()
const requested = {
  ...about,
  requestedAt: Instant,
  expiresAt: Instant,
  closingReason: ClosingReason,
  reason: text(200).optional(),
  attempt,
  batchId: z.uuid().optional(),
}
/** `closingReason` no longer holds, and no other does. Orders of version 1 were all a person's: `manual`. */
export const ValveOpeningRequested = z.object(requested)
/** `closingReason` holds from now on. */
export const ValveClosingRequested = z.object(requested)
const closingReason = { number: MeterNumber, closingReason: ClosingReason, reason: text(200).optional() }
/** One more reason for a valve that is closed or about to be. */
export const ValveClosingReasonAdded = z.object({
  ...closingReason,
  addedAt: Instant,
  /** The order that needed no operation of its own, for the progress of its request. */
  operationId: z.uuid().optional(),
  batchId: z.uuid().optional(),
  /** The closing under way that carries it out; without it the valve was closed. */
  joins: z.uuid().optional(),
})
/** One reason fewer; the valve stays closed for the others. */
export const ValveClosingReasonRemoved = z.object({ ...closingReason, removedAt: Instant })
export const ValveOperationSent = z.object({ ...about, sentAt: Instant, downlinkId: recorded(100).optional() })
export const ValveOpened = z.object({ ...about, confirmedAt: Instant })
export const ValveClosed = ValveOpened
export const ValveOperationFailed = z.object({ ...about, reason: recorded(200), failedAt: Instant, attempt })
export const ValveOperationExpired = z.object({ ...about, expiredAt: Instant, attempt })

/** How long a valve operation waits for its confirmation. */
export const valveOperationDeadlineSeconds = 15 * 60

export const ValveOperationStatus = z.enum(['requested', 'sent', 'confirmed', 'failed', 'expired'])
export type ValveOperationStatus = z.infer<typeof ValveOperationStatus>

export const ValveOperationRow = z.object({
  operationId: z.uuid(),
  position: ValvePosition,
  status: ValveOperationStatus,
  closingReason: ClosingReason,
  /** 1 for the first request of an order. */
  attempt: z.int(),
  requestedAt: Instant,
  requestedBy: Actor,
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** The person's reason. */
  reason: z.string().nullable(),
  /** Why it failed: one of `valveFailureCodes`, or what the gateway sent. */
  failure: z.string().nullable(),
})
export type ValveOperationRow = z.infer<typeof ValveOperationRow>

/** Operations of a meter, newest first. */
export const ListValveOperations = z.object({
  number: MeterNumber,
  before: z.uuid().optional().meta({ description: 'only operations requested before this one: the `next` of the answer before' }),
  limit: typedNumber().int().min(1).max(200).default(50),
})
/** `next` is null where no older operation follows. */
export const ValveOperations = z.object({ rows: z.array(ValveOperationRow), next: z.uuid().nullable() })
