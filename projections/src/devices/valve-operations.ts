import type { listValveOperations as listValveOperationsEndpoint } from '@nightflow/schemas/devices/endpoints'
import { ClosingReason, type ValveOperationRow, ValveOperationStatus, ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity, type EventAt } from '../projector/entity.ts'

const row = z.object({
  operationId: z.uuid(),
  number: z.string(),
  position: ValvePosition,
  status: ValveOperationStatus,
  requestedAt: z.iso.datetime(),
  requestedBy: z.string(),
  expiresAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  failure: z.string().nullable(),
  closingReason: ClosingReason,
  attempt: z.int32(),
  batchId: z.uuid().nullable(),
  downlinkId: z.string().nullable(),
  /** The closing under way that an order joined: it has no life of its own, and counts by that of the valve. */
  joins: z.uuid().nullable(),
})
type Operation = z.infer<typeof row>

/** Every valve operation with its state: requested, sent, confirmed, failed or expired. */
export const valveOperations = defineEntity({
  name: 'devices/valve-operations',
  version: 6,
  table: 'valve_operations',
  key: ['operationId'],
  row,
  indexes: {
    number: '(tenant, number, requested_at desc)',
    pending: '(expires_at) where ended_at is null',
    downlink: '(tenant, downlink_id) where downlink_id is not null',
    newest: '(tenant, requested_at, operation_id)',
    batch: '(tenant, batch_id, number, requested_at) where batch_id is not null',
  },
  // Reasons that were added before orders were named have no row.
  keysOf: ({ data: { operationId } }) => (operationId === undefined ? [] : [{ operationId: operationId as string }]),
  evolve: {
    'devices.ValveOpeningRequested': (operation, event) => operation ?? requested('open', event),
    'devices.ValveClosingRequested': (operation, event) => operation ?? requested('closed', event),
    'devices.ValveClosingReasonAdded': (operation, event) => operation ?? withoutOperation(event),
    'devices.ValveOperationSent': (operation, { data }) =>
      operation?.endedAt === null
        ? { ...operation, status: 'sent' as const, sentAt: data.sentAt, downlinkId: data.downlinkId ?? null }
        : operation,
    'devices.ValveOpened': (operation, { data }) => ended(operation, 'confirmed', data.confirmedAt),
    'devices.ValveClosed': (operation, { data }) => ended(operation, 'confirmed', data.confirmedAt),
    'devices.ValveOperationFailed': (operation, { data }) => ended(operation, 'failed', data.failedAt, data.reason),
    'devices.ValveOperationExpired': (operation, { data }) => ended(operation, 'expired', data.expiredAt),
  },
})

const ended = (operation: Operation | undefined, status: Operation['status'], endedAt: string, failure: string | null = null) =>
  operation && { ...operation, status, endedAt, failure }

type Requested = EventAt<'devices.ValveOpeningRequested' | 'devices.ValveClosingRequested'>

const requested = (position: ValvePosition, { data, metadata }: Requested): Operation => ({
  operationId: data.operationId.toLowerCase(),
  number: data.number,
  position,
  status: 'requested',
  requestedAt: data.requestedAt,
  requestedBy: metadata.actor,
  expiresAt: data.expiresAt,
  sentAt: null,
  endedAt: null,
  reason: data.reason ?? null,
  failure: null,
  closingReason: data.closingReason,
  attempt: data.attempt ?? 1,
  batchId: data.batchId?.toLowerCase() ?? null,
  downlinkId: null,
  joins: null,
})

/** An order for a valve that is closed already, or is about to be. Earlier events do not name their order. */
const withoutOperation = ({ data, metadata }: EventAt<'devices.ValveClosingReasonAdded'>): Operation | undefined =>
  data.operationId === undefined
    ? undefined
    : {
        operationId: data.operationId.toLowerCase(),
        number: data.number,
        position: 'closed',
        status: 'confirmed',
        requestedAt: data.addedAt,
        requestedBy: metadata.actor,
        expiresAt: data.addedAt,
        sentAt: null,
        endedAt: data.addedAt,
        reason: data.reason ?? null,
        failure: null,
        closingReason: data.closingReason,
        attempt: 1,
        batchId: data.batchId?.toLowerCase() ?? null,
        downlinkId: null,
        joins: data.joins?.toLowerCase() ?? null,
      }

type StoredOperation = Omit<ValveOperationRow, 'requestedAt' | 'sentAt' | 'endedAt'> & {
  requestedAt: Date
  sentAt: Date | null
  endedAt: Date | null
}

/** A page of a meter's operations, newest first; `next` is null where no older one follows. */
export const listValveOperations = async (
  database: PoolClient,
  { number, before, limit }: RequestOf<typeof listValveOperationsEndpoint>,
): Promise<ResponseOf<typeof listValveOperationsEndpoint>> => {
  const stored = await database.query<StoredOperation>(
    `select operation_id as "operationId", position, status, requested_at as "requestedAt", requested_by as "requestedBy",
       sent_at as "sentAt", ended_at as "endedAt", reason, failure, closing_reason as "closingReason", attempt
     from views.valve_operations operations where number = $1 and joins is null and ($2::uuid is null or (requested_at, operation_id) <
       (select requested_at, operation_id from views.valve_operations where operation_id = $2 and number = $1))
     order by operations.requested_at desc, operation_id desc limit $3`,
    [number, before ?? null, limit + 1],
  )
  const rows = stored.rows.slice(0, limit).map(({ requestedAt, sentAt, endedAt, ...operation }) => ({
    ...operation,
    requestedAt: requestedAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }))
  return { rows, next: stored.rows.length > limit ? rows.at(-1)!.operationId : null }
}

export type PendingValveOperation = {
  tenant: string
  number: string
  operationId: string
  position: 'open' | 'closed'
  status: 'requested' | 'sent'
  expiresAt: Date
}

const pendingColumns = 'operations.tenant, operations.number, operation_id as "operationId", position, status, expires_at as "expiresAt"'

/** Operations that wait for a gateway: those of meters that this gateway reported last; at most 100, the oldest first. */
export const listPendingValveOperations = async (pool: Pool, tenant: string, gateway: string): Promise<PendingValveOperation[]> => {
  const pending = await pool.query<PendingValveOperation>(
    `select ${pendingColumns} from views.valve_operations operations
     join views.meters on meters.tenant = operations.tenant and meters.number = operations.number
     join lateral (select gateway from views.meter_days where meter_id = meters.id and gateway <> '' order by day desc limit 1) latest on true
     where operations.tenant = $1 and ended_at is null and latest.gateway = $2 order by requested_at limit 100`,
    [tenant, gateway],
  )
  return pending.rows
}

/** The operation that a network server's report names: by its own identifier, or by that of its downlink. Undefined where the view knows neither. */
export const findReportedOperation = async (
  pool: Pool,
  tenant: string,
  id: string,
): Promise<{ number: string; operationId: string } | undefined> => {
  const found = await pool.query<{ number: string; operationId: string }>(
    `select number, operation_id as "operationId" from views.valve_operations where tenant = $1 and (operation_id = $2 or downlink_id = $2::text)
     order by operation_id = $2 desc, requested_at desc limit 1`,
    [tenant, id],
  )
  return found.rows[0]
}
