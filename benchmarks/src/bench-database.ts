import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateLog } from '@nightflow/event-log/postgres/migrate-log'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@nightflow/server/embedded-postgres'
import pg from 'pg'

export type BenchDatabase = { pool: pg.Pool; connectionString: string }

/**
 * Runs a benchmark on a database of its own: on the server of NIGHTFLOW_BENCH_DATABASE_URL, or on a throw-away one that is started for it.
 * Durability stays as in production.
 */
export const withBenchDatabase = async <Result>(work: (database: BenchDatabase) => Promise<Result>): Promise<Result> => {
  const given = process.env.NIGHTFLOW_BENCH_DATABASE_URL
  const directory = given ? undefined : await mkdtemp(join(tmpdir(), 'nightflow-bench-'))
  const cluster = directory ? await startEmbeddedPostgres({ directory }) : { connectionString: given!, stop: async () => undefined }
  try {
    return await withDatabase(cluster.connectionString, work)
  } finally {
    await cluster.stop()
    if (directory) {
      // Behind a link where the database's account cannot enter the folder: the gigabytes are not in it.
      await removeEmbeddedPostgres(directory)
      await rm(directory, { recursive: true, force: true })
    }
  }
}

const withDatabase = async <Result>(clusterUrl: string, work: (database: BenchDatabase) => Promise<Result>): Promise<Result> => {
  const name = `nightflow_bench_${process.pid}`
  const administration = new pg.Pool({ connectionString: clusterUrl, max: 1 })
  administration.on('error', () => undefined)
  await administration.query(`create database ${name}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 10 })
  pool.on('error', () => undefined)
  try {
    await migrateLog(pool)
    await migratePlatform(pool)
    await migrateViews(pool)
    return await work({ pool, connectionString: url.href })
  } finally {
    // Work that a stalled benchmark has left is ended with its database.
    await Promise.race([pool.end(), sleep(10_000, undefined, { ref: false })])
    await administration.query(`drop database ${name} with (force)`)
    await administration.end()
  }
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
