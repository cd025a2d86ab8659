import type { EventLog } from '@nightflow/event-log/event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { catchUp } from '@nightflow/projections/views/replay'
import { tendViews } from '@nightflow/projections/views/tend-views'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import pg from 'pg'
import { startPglite } from '../../tests/support/database/pglite.ts'
import { PgliteWireServer } from '../../tests/support/database/pglite-wire-server.ts'
import { median, withBenchDatabase } from './bench-database.ts'
import { appendFrames, eventsOf, registerMeters, tenant } from './frames.ts'

const days = 56
const partitions = 50
const questions = 30
const range = { from: '2026-01-08', to: '2026-02-06' }

type Kept = { bytesPerReading: number; rows: number; milliseconds: Record<string, number> }

/**
 * Size of the days of meters and partitions, and duration of their queries: in PostgreSQL's own partitions, in hypertables and in columns.
 * All on PostgreSQL in WebAssembly, where TimescaleDB runs without Docker: times of one engine compare with each other and with
 * nothing else. The figure is bytes a reading in columns, its limit bytes a reading in such partitions.
 */
export const benchColumns = () =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      await registerMeters(log, partitions)
      const readings = await appendFrames(log, eventsOf('50x10', days * 24))
      const [tables] = await measure('none', log, readings)
      const [hypertables, columns] = await measure('whole', log, readings)
      return {
        name: 'columns',
        figure: columns!.bytesPerReading,
        limit: tables!.bytesPerReading,
        ratio: columns!.bytesPerReading / tables!.bytesPerReading,
        tables,
        hypertables,
        columns,
        unit: 'bytes/reading',
      }
    } finally {
      await log.close()
    }
  })

/** Builds the read models, measures, compresses what can be compressed, and measures again. */
const measure = async (part: 'none' | 'whole', log: EventLog, readings: number): Promise<Kept[]> => {
  const database = await startPglite(part)
  const server = await PgliteWireServer.listen(database)
  const pool = new pg.Pool({ connectionString: server.connectionString, max: 4 })
  try {
    await migrateViews(pool)
    const client = await pool.connect()
    const started = performance.now()
    await catchUp(await ViewsBuilder.open(client, log, 'views'), log, await log.head())
    console.log(`${part}: views built in ${Math.round((performance.now() - started) / 1000)} s`)
    client.release(true)
    const kept = [await look(pool, readings)]
    const compressing = performance.now()
    const tended = await tendViews(pool, { compressAfterDays: 30, chunksMax: 100 }, new Date('2027-01-01'))
    if (tended && tended.compressed > 0) {
      console.log(`${tended.compressed} chunks compressed in ${Math.round(performance.now() - compressing)} ms`)
      kept.push(await look(pool, readings))
    }
    return kept
  } finally {
    await pool.end()
    await server.close()
    await database.close()
  }
}

/** Every table that holds rows of these two read models, chunks and compressed chunks with it, and their indexes. */
const sizeQuery = `select sum(pg_total_relation_size(pg_class.oid))::float8 as bytes from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and (nspname = '_timescaledb_internal' and relname ~ '^(_hyper|compress_hyper)' or relname ~ '^(meter|partition)_days_(from|before)_')`

const look = async (pool: pg.Pool, readings: number): Promise<Kept> => {
  await pool.query('analyze')
  const size = await pool.query<{ bytes: number }>(sizeQuery)
  const rows = await pool.query<{ rows: number }>('select count(*)::int as rows from views.meter_days')
  const ask = async (work: (index: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let index = 0; index < questions; index++) {
      const started = performance.now()
      await work(index)
      times.push(performance.now() - started)
    }
    return median(times)
  }
  const kept: Kept = {
    bytesPerReading: size.rows[0]!.bytes / readings,
    rows: rows.rows[0]!.rows,
    milliseconds: {
      nightFlow: await ask((index) =>
        withTenant(pool, tenant, (client) => nightFlowByPartition(client, { id: `zone-${(index % partitions) + 1}`, ...range })),
      ),
      oneMeter: await ask((index) =>
        withTenant(pool, tenant, (client) =>
          listMeterVolumes(client, { number: String(10_000_000 + index), resolution: 'hour', ...range }),
        ),
      ),
      oneDayOfAllMeters: await ask(() =>
        withTenant(pool, tenant, (client) =>
          client.query("select sum(measured_millilitres) from views.meter_days where day = '2026-01-20'"),
        ),
      ),
    },
  }
  console.log(JSON.stringify(kept))
  return kept
}
