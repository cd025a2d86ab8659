import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { ClientBase, Pool } from 'pg'
import { defineProjection } from '../shared/projection.ts'

/** Every valve operation with its state: requested, sent, confirmed, failed or expired. */
export const valveOperations = defineProjection({
  name: 'devices/valve-operations',
  version: 2,
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
      failure text,
      primary key (tenant, operation_id)
    );
    create index valve_operations_number on valve_operations (tenant, number, requested_at desc);
    create index valve_operations_pending on valve_operations (expires_at) where ended_at is null`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      if (events.length > 0) await foldEvents(client, events)
    },
})

/** A row as the fold has it. Instants are texts that PostgreSQL reads. */
type Operation = {
  tenant: string
  operationId: string
  number: string
  position: 'open' | 'closed'
  status: string
  requestedAt: string
  requestedBy: string
  expiresAt: string
  sentAt: string | null
  endedAt: string | null
  reason: string | null
  failure: string | null
}

const operationColumns = `tenant, operation_id as "operationId", number, position, status, requested_at::text as "requestedAt",
  requested_by as "requestedBy", expires_at::text as "expiresAt", sent_at::text as "sentAt", ended_at::text as "endedAt", reason, failure`

/** A page in two statements, however many events it has: a statement for each event made a thousand events a second out of many thousands. */
const foldEvents = async (client: ClientBase, events: readonly RecordedEvent[]): Promise<void> => {
  const operations = await readOperations(client, events)
  const changed = new Set<string>()
  for (const event of events) {
    const key = keyOf(event)
    const before = operations.get(key)
    const after = evolve(before, event)
    if (!after || after === before) continue
    operations.set(key, after)
    changed.add(key)
  }
  if (changed.size > 0)
    await writeOperations(
      client,
      [...changed].map((key) => operations.get(key)!),
    )
}

/** PostgreSQL writes a UUID in lower case, whoever asked for the operation may not have. */
const operationIdOf = ({ data }: RecordedEvent): string => (data.operationId as string).toLowerCase()
const keyOf = (event: RecordedEvent): string => `${event.metadata.tenant}/${operationIdOf(event)}`

/** The operation after the event; the same object where nothing changes. What nobody asked for stays unknown. */
const evolve = (operation: Operation | undefined, event: RecordedEvent): Operation | undefined => {
  const { type, data, metadata } = event
  const end = (status: string, endedAt: unknown, failure: string | null = null): Operation | undefined =>
    operation && { ...operation, status, endedAt: endedAt as string, failure }
  switch (type) {
    case 'devices.ValveOpeningRequested':
    case 'devices.ValveClosingRequested':
      return (
        operation ?? {
          tenant: metadata.tenant,
          operationId: operationIdOf(event),
          number: data.number as string,
          position: type === 'devices.ValveOpeningRequested' ? 'open' : 'closed',
          status: 'requested',
          requestedAt: data.requestedAt as string,
          requestedBy: metadata.actor,
          expiresAt: data.expiresAt as string,
          sentAt: null,
          endedAt: null,
          reason: (data.reason as string | undefined) ?? null,
          failure: null,
        }
      )
    case 'devices.ValveOperationSent':
      return operation && operation.endedAt === null ? { ...operation, status: 'sent', sentAt: data.sentAt as string } : operation
    case 'devices.ValveOpened':
    case 'devices.ValveClosed':
      return end('confirmed', data.confirmedAt)
    case 'devices.ValveOperationFailed':
      return end('failed', data.failedAt, data.reason as string)
    case 'devices.ValveOperationExpired':
      return end('expired', data.expiredAt)
    default:
      return operation
  }
}

const readOperations = async (client: ClientBase, events: readonly RecordedEvent[]): Promise<Map<string, Operation>> => {
  const named = [...new Map(events.map((event) => [keyOf(event), event])).values()]
  const stored = await client.query<Operation>(
    `select ${operationColumns} from unnest($1::text[], $2::uuid[]) as named (tenant, operation_id)
     join valve_operations using (tenant, operation_id)`,
    [named.map(({ metadata }) => metadata.tenant), named.map(operationIdOf)],
  )
  return new Map(stored.rows.map((operation) => [`${operation.tenant}/${operation.operationId}`, operation]))
}

/** Writes new operations whole; of those that are there already, what changes in an operation's life. */
const writeOperations = async (client: ClientBase, operations: readonly Operation[]): Promise<void> => {
  await client.query(
    `insert into valve_operations
       (tenant, operation_id, number, position, status, requested_at, requested_by, expires_at, sent_at, ended_at, reason, failure)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::timestamptz[],
       $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[])
     on conflict (tenant, operation_id) do update set
       status = excluded.status, sent_at = excluded.sent_at, ended_at = excluded.ended_at, failure = excluded.failure`,
    [
      operations.map(({ tenant }) => tenant),
      operations.map(({ operationId }) => operationId),
      operations.map(({ number }) => number),
      operations.map(({ position }) => position),
      operations.map(({ status }) => status),
      operations.map(({ requestedAt }) => requestedAt),
      operations.map(({ requestedBy }) => requestedBy),
      operations.map(({ expiresAt }) => expiresAt),
      operations.map(({ sentAt }) => sentAt),
      operations.map(({ endedAt }) => endedAt),
      operations.map(({ reason }) => reason),
      operations.map(({ failure }) => failure),
    ],
  )
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
