import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { ClientBase, Pool } from 'pg'
import { defineProjection } from '../shared/projection.ts'

/** Every valve operation with its state: requested, sent, confirmed, failed or expired. */
export const valveOperations = defineProjection({
  name: 'devices/valve-operations',
  version: 1,
  events: [
    'devices.ValveOpeningRequested',
    'devices.ValveClosingRequested',
    'devices.ValveOperationSent',
    'devices.ValveOpened',
    'devices.ValveClosed',
    'devices.ValveOperationFailed',
    'devices.ValveOperationExpired',
  ],
  tables: {
    valve_operations: `create table valve_operations (
      tenant text not null,
      operation_id uuid not null,
      number text not null,
      position text not null,
      status text not null,
      requested_at timestamptz not null,
      requested_by text not null,
      expires_at timestamptz not null,
      sent_at timestamptz,
      ended_at timestamptz,
      reason text,
      primary key (tenant, operation_id)
    );
    create index valve_operations_number on valve_operations (tenant, number, requested_at desc);
    create index valve_operations_pending on valve_operations (expires_at) where ended_at is null`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const event of events) await applyEvent(client, event)
    },
})

const applyEvent = async (client: ClientBase, { type, data, metadata: { tenant, actor } }: RecordedEvent): Promise<void> => {
  const end = (status: string, endedAt: unknown, reason: unknown = null) =>
    client.query(
      'update valve_operations set status = $3, ended_at = $4, reason = coalesce($5, reason) where tenant = $1 and operation_id = $2',
      [tenant, data.operationId, status, endedAt, reason],
    )
  switch (type) {
    case 'devices.ValveOpeningRequested':
    case 'devices.ValveClosingRequested':
      await client.query(
        `insert into valve_operations (tenant, operation_id, number, position, status, requested_at, requested_by, expires_at, reason)
         values ($1, $2, $3, $4, 'requested', $5, $6, $7, $8) on conflict do nothing`,
        [
          tenant,
          data.operationId,
          data.number,
          type === 'devices.ValveOpeningRequested' ? 'open' : 'closed',
          data.requestedAt,
          actor,
          data.expiresAt,
          data.reason ?? null,
        ],
      )
      return
    case 'devices.ValveOperationSent':
      await client.query(
        "update valve_operations set status = 'sent', sent_at = $3 where tenant = $1 and operation_id = $2 and ended_at is null",
        [tenant, data.operationId, data.sentAt],
      )
      return
    case 'devices.ValveOpened':
    case 'devices.ValveClosed':
      await end('confirmed', data.confirmedAt)
      return
    case 'devices.ValveOperationFailed':
      await end('failed', data.failedAt, data.reason)
      return
    case 'devices.ValveOperationExpired':
      await end('expired', data.expiredAt)
  }
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

/** Operations of all tenants whose deadline has passed; at most 100. */
export const listOverdueValveOperations = async (pool: Pool, now: Date): Promise<PendingValveOperation[]> => {
  const overdue = await pool.query<PendingValveOperation>(
    `select ${pendingColumns} from views.valve_operations operations where ended_at is null and expires_at <= $1 order by expires_at limit 100`,
    [now],
  )
  return overdue.rows
}

/** The number of the meter that an operation is about; undefined for an operation that the view does not know. */
export const findMeterOfOperation = async (pool: Pool, tenant: string, operationId: string): Promise<string | undefined> => {
  const found = await pool.query<{ number: string }>('select number from views.valve_operations where tenant = $1 and operation_id = $2', [
    tenant,
    operationId,
  ])
  return found.rows[0]?.number
}
