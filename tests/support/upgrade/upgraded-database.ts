import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type FreshDatabase, freshDatabase } from '../database/postgres.ts'
import { isFullForm } from '../full-form.ts'
import { startRoleProcess, temporaryStateFolder } from '../process/server-process.ts'
import type { KeptAnswers } from './kept-answers.ts'

export type Row = Record<string, unknown>
export type Pair = { was: Row; is: Row | undefined }
export type UpgradedDatabase = Awaited<ReturnType<typeof upgradeDatabase>>

const dumps = fileURLToPath(new URL('dumps/', import.meta.url))
const writeDump = fileURLToPath(new URL('write-dump.ts', import.meta.url))

/** A fresh dump of the commit in the full form, the one that is kept in the repository otherwise. */
const readDump = async (commit: string): Promise<{ sql: string; answers: KeptAnswers }> => {
  const written = isFullForm ? mkdtempSync(join(tmpdir(), 'released-dump-')) : undefined
  try {
    if (written) await promisify(execFile)(process.execPath, [writeDump, commit, written])
    const read = (file: string): string => gunzipSync(readFileSync(join(written ?? dumps, `${commit}.${file}.gz`))).toString('utf8')
    return { sql: read('sql'), answers: JSON.parse(read('answers.json')) as KeptAnswers }
  } finally {
    if (written && existsSync(written)) rmSync(written, { recursive: true })
  }
}

/** Every row of every table of facts, by table. Read models are compared by what they answer. */
const readFacts = async ({ pool }: FreshDatabase): Promise<Map<string, Row[]>> => {
  const { rows } = await pool.query<{ table: string }>(
    `select pg_class.oid::regclass::text as "table" from pg_class
     where relnamespace in ('log'::regnamespace, 'platform'::regnamespace) and relkind in ('r', 'p') and not relispartition`,
  )
  const facts = new Map<string, Row[]>()
  for (const { table } of rows) {
    const { rows: found } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)
    facts.set(
      table,
      found.map(({ row }) => row),
    )
  }
  return facts
}

/** A database that the server of a commit wrote, on which this version has started: its rows before and after, and what that server answered. */
export const upgradeDatabase = async (commit: string) => {
  const { sql, answers } = await readDump(commit)
  const database = await freshDatabase(`upgrade_${commit}`, 'template0')
  await database.pool.query(sql)
  const before = await readFacts(database)
  const stateFolder = await temporaryStateFolder()
  // Without policies: they would raise alarms for meters that have been silent since the dump was written.
  const server = await startRoleProcess('projector,api', { stateFolder: stateFolder.path, databaseUrl: database.connectionString })
  const after = () => readFacts(database)
  return {
    database,
    server,
    answers,
    before,
    after,
    /** Rows of a table before and after, found again by their key. */
    pairsOf: async (table: string, key: string): Promise<Pair[]> => {
      const now = (await after()).get(table)!
      return before.get(table)!.map((was) => ({ was, is: now.find((row) => row[key] === was[key]) }))
    },
    stop: async (): Promise<void> => {
      await server.end('SIGTERM')
      await stateFolder.remove()
      await database.drop()
    },
  }
}
