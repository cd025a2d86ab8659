import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { migrateLog } from '@nightflow/event-log/postgres/migrate-log'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { migrateViews } from '@nightflow/projections/views/migrate'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { placeOfThrowAway } from '../process/place-of-throw-away.ts'
import { createTwoUtilities } from '../two-utilities.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Any database of the cluster, to create others from. */
    administrationUrl: string
    /** Migrated once; cloned for every test file that needs it. */
    templateDatabase: string
    /** The same with two utilities and their people, for every file that starts the API: hashing their passwords takes as long as a test. */
    templateWithUtilities: string
  }
}

/**
 * One PostgreSQL per run: that of NIGHTFLOW_TEST_DATABASE_URL (its role must be allowed to create databases), otherwise a throw-away cluster.
 * One template per run, migrated once, and one with people in it.
 */
export default async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await findCluster()
  const templateDatabase = `nightflow_test_${process.pid}_${Date.now().toString(36)}`
  const templateWithUtilities = `${templateDatabase}_utilities`
  const administration = new pg.Pool({ connectionString: cluster.url, max: 1 })
  // Its idle connection may outlive the cluster by a moment.
  administration.on('error', () => undefined)
  try {
    await administration.query(`create database ${templateDatabase}`)
    await prepare(databaseUrl(cluster.url, templateDatabase), migrate)
    await administration.query(`create database ${templateWithUtilities} template ${templateDatabase} strategy file_copy`)
    await prepare(databaseUrl(cluster.url, templateWithUtilities), createTwoUtilities)
  } catch (error) {
    await administration.end()
    await cluster.stop()
    throw error
  }
  project.provide('administrationUrl', cluster.url)
  project.provide('templateDatabase', templateDatabase)
  project.provide('templateWithUtilities', templateWithUtilities)
  return async () => {
    // Clones carry the template's name; a test file that was killed leaves its clone behind.
    const { rows } = await administration.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      templateDatabase,
    ])
    for (const { datname } of rows) await administration.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`)
    await administration.end()
    await cluster.stop()
  }
}

/**
 * Nothing in this cluster outlives the run, so it waits for no disk: making and removing a database for each file took a third of the files'
 * time. Survival of a kill or a power cut is tested on clusters with the settings of production.
 */
const settingsOfThrowAway = {
  // Four files at a time start services on it, of up to three processes with a pool each; one that found none would fail where the code is right.
  max_connections: '400',
  fsync: 'off',
  full_page_writes: 'off',
}

const findCluster = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const given = process.env.NIGHTFLOW_TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  // Loaded by Node itself: the test runner's own module loader knows no import.meta.resolve, with which the programs are found.
  const { startEmbeddedPostgres, removeEmbeddedPostgres } = createRequire(import.meta.url)(
    '@nightflow/server/embedded-postgres',
  ) as typeof import('@nightflow/server/embedded-postgres')
  const directory = await mkdtemp(join(placeOfThrowAway(), 'nightflow-test-'))
  // A run that is broken off does not tear down; in memory nothing may stay of it.
  const removeAtExit = () => rmSync(directory, { recursive: true, force: true })
  process.once('exit', removeAtExit)
  const started = await startEmbeddedPostgres({ directory, settings: settingsOfThrowAway })
  return {
    url: started.connectionString,
    stop: async () => {
      await started.stop()
      await removeEmbeddedPostgres(directory)
      await rm(directory, { recursive: true, force: true })
      process.off('exit', removeAtExit)
    },
  }
}

const migrate = async (pool: pg.Pool): Promise<void> => {
  await migrateLog(pool)
  await migratePlatform(pool)
  await migrateViews(pool)
}

/** Leaves no connection to the database: one with connections is no template. */
const prepare = async (connectionString: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

const databaseUrl = (clusterUrl: string, database: string): string => {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}
