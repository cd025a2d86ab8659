import { getPostgreSQLEventStore, type PostgreSQLProjectionDefinition, postgreSQLProjection } from '@event-driven-io/emmett-postgresql'
import { pageLimits } from '@nightflow/projections/views/views-builder'
import pg from 'pg'
import { type ValveEvent, valveOperation } from './valve-events.ts'

const settleMillisecondsMax = 60_000

/**
 * The store that ours is compared with: Emmett on the same database. It gets what helps it: a connection for each writer, and for its
 * projection no pause between pages, pages as full as ours, and prepared statements.
 */
export const openEmmettPeer = async (connectionString: string, connections: number) => {
  const pool = new pg.Pool({ connectionString, max: connections })
  pool.on('error', () => undefined)
  const store = getPostgreSQLEventStore(connectionString, { connectionOptions: { pool } })
  await store.schema.migrate()
  await pool.query(operationsTable)
  return {
    append: async (stream: string, expectedVersion: number, events: ValveEvent[]): Promise<void> => {
      await store.appendToStream(stream, events, { expectedStreamVersion: BigInt(expectedVersion) })
    },
    /**
     * Events a second that its consumer projects, from the beginning of its log. One writer must have written them: of appends that
     * overlapped, its consumer reads by transaction, skips by position, and leaves events out.
     */
    project: async (): Promise<number> => {
      const events = await waitUntilReadable(pool)
      return events / (await timeConsumer(store, events))
    },
    close: async () => {
      await store.close()
      await pool.end().catch(() => undefined)
    },
  }
}

type Store = ReturnType<typeof getPostgreSQLEventStore>

/** Its reader stops at the oldest transaction of the whole server: what others hold open must not count against it. */
const waitUntilReadable = async (pool: pg.Pool): Promise<number> => {
  const deadline = Date.now() + settleMillisecondsMax
  for (;;) {
    const { rows } = await pool.query<{ events: number; readable: number }>(
      `select count(*)::int as events, (count(*) filter (where transaction_id < pg_snapshot_xmin(pg_current_snapshot())))::int as readable
       from emt_messages`,
    )
    const { events, readable } = rows[0]!
    if (events === readable) return events
    if (Date.now() > deadline) throw new Error(`${events - readable} of ${events} events of the peer stay hidden behind a transaction`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

/** Seconds from the start of its consumer until its projection has seen the last event. */
const timeConsumer = async (store: Store, events: number): Promise<number> => {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let seen = 0
  const projection = operationsProjection(() => {
    seen += 1
    if (seen === events) resolve()
  })
  const consumer = store.consumer({ pulling: { batchSize: pageLimits.limit, pullingFrequencyInMs: 0 } })
  consumer.projector({ processorId: crypto.randomUUID(), projection })
  const started = performance.now()
  const running = consumer.start()
  await Promise.race([done, running.then(() => Promise.reject(new Error(`the consumer ended after ${seen} of ${events} events`)))])
  const seconds = (performance.now() - started) / 1000
  await consumer.stop()
  return seconds
}

const operationsTable = `create table if not exists peer_valve_operations (
  operation_id uuid primary key, number text not null, position text not null, status text not null, requested_at timestamptz not null,
  expires_at timestamptz not null, sent_at timestamptz, ended_at timestamptz, reason text)`

const statements: Readonly<Record<string, { text: string; fields: readonly string[] }>> = {
  'devices.ValveOpeningRequested': {
    text: `insert into peer_valve_operations (operation_id, number, position, status, requested_at, expires_at, reason)
      values ($1, $2, 'open', 'requested', $3, $4, $5) on conflict do nothing`,
    fields: ['operationId', 'number', 'requestedAt', 'expiresAt', 'reason'],
  },
  'devices.ValveOperationSent': {
    text: `update peer_valve_operations set status = 'sent', sent_at = $2 where operation_id = $1 and ended_at is null`,
    fields: ['operationId', 'sentAt'],
  },
  'devices.ValveOpened': {
    text: `update peer_valve_operations set status = 'confirmed', ended_at = $2 where operation_id = $1`,
    fields: ['operationId', 'confirmedAt'],
  },
}

/** Its consumer hands over one event at a time and keeps its checkpoint after each: that is its way, a page being one transaction. */
const operationsProjection = (onEvent: () => void): PostgreSQLProjectionDefinition<ValveEvent> =>
  postgreSQLProjection<ValveEvent>({
    name: 'valve_operations',
    canHandle: valveOperation('').map(({ type }) => type),
    handle: async (events, { connection: { client } }) => {
      for (const { type, data } of events) {
        const { text, fields } = statements[type]!
        await (client as pg.ClientBase).query({ name: type, text, values: fields.map((field) => data[field]) })
        onEvent()
      }
    },
  })
