import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, MeterNumber } from '../shared/values.ts'
import { ClosingReason, ValvePosition } from './operate-valve.ts'

/** The trade's three results: `sending` is requested or sent, `fail` is failed or expired. */
export const ValveResult = z.enum(['sending', 'success', 'fail'])

/** An operation in the list of all of them. */
export const OperatedValveRow = z.object({
  operationId: z.uuid(),
  number: MeterNumber,
  position: ValvePosition,
  result: ValveResult,
  closingReason: ClosingReason,
  attempt: z.int(),
  requestedAt: Instant,
  requestedBy: Actor,
  endedAt: Instant.nullable(),
  reason: z.string().nullable(),
  /** Why it failed: one of `valveFailureCodes`, or what the gateway sent. */
  failure: z.string().nullable(),
  batchId: z.uuid().nullable(),
})
export type OperatedValveRow = z.infer<typeof OperatedValveRow>

export const operatedValveFilter = {
  number: text(64).optional(),
  position: ValvePosition.optional(),
  result: ValveResult.optional(),
  closingReason: ClosingReason.optional(),
}

export const listOperatedValves = endpoint({
  method: 'GET',
  path: '/prod-api/business/valve/list',
  permission: 'devices:meter:read',
  summary: 'A page of valve operations, newest first',
  envelope: 'rows',
  sorts: ['requestedAt', 'number', 'result'],
  request: z.object({ ...operatedValveFilter, batchId: z.uuid().optional(), ...createdWithin, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(OperatedValveRow), ...boundedTotal }),
})

/** A request for several valves, and how far it is. A meter counts once, by its latest attempt. */
export const ValveBatchRow = z.object({
  batchId: z.uuid(),
  position: ValvePosition,
  closingReason: ClosingReason,
  reason: z.string().nullable(),
  requestedAt: Instant,
  requestedBy: Actor,
  sending: z.int(),
  success: z.int(),
  fail: z.int(),
})
export type ValveBatchRow = z.infer<typeof ValveBatchRow>

export const listValveBatches = endpoint({
  method: 'GET',
  path: '/api/v1/valve-batches',
  permission: 'devices:meter:read',
  summary: 'The latest requests for several valves, newest first, with their progress',
  request: z.object({ limit: typedNumber().int().min(1).max(50).default(10) }),
  response: z.object({ rows: z.array(ValveBatchRow) }),
})
