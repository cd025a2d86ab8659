import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readMigrations } from '@nightflow/event-log/postgres/migrate-schema'
import { groupStatements, type StatementGroup } from './group-statements.ts'
import type { RecordedStatement } from './record-statements.ts'

/**
 * `npm run statements`: every statement that the product sent to the database while the integration tests ran, by the line that sent it, for
 * review. `npm run statements -- tests/integration/alarms/alarms.test.ts` runs some tests alone. Statements that no test reaches are not printed: the list ends with
 * the lines that can send a statement and sent none. Statements are complete texts with their placeholders, never values.
 */
const repository = fileURLToPath(new URL('../../', import.meta.url))
/** Lines that hand a statement to the driver. */
const sending = /\.query(?=[<(])/g

/** Runs integration tests with every process recorded. Their failures are shown and do not stop the list. */
const recordTests = (files: readonly string[], folder: string): void => {
  const recorder = new URL('record-statements.ts', import.meta.url).href
  const { status } = spawnSync(join(repository, 'node_modules/.bin/vitest'), ['run', '--project', 'integration', ...files], {
    cwd: repository,
    // Standard output is for the statements.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NIGHTFLOW_SQL_RECORD: folder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${recorder}` },
  })
  if (status !== 0) console.error('Some tests failed: statements that they did not reach are missing below.')
}

const readRecords = (folder: string): RecordedStatement[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RecordedStatement),
  )

const linesThatSend = (): string[] =>
  globSync('{event-log,projections,platform,ingest,policies,apps/*}/src/**/*.ts', { cwd: repository })
    .filter((path) => !/\.(test|conformance)\.ts$/.test(path) && !path.startsWith('apps/web/'))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(repository, path), 'utf8')
      return [...text.matchAll(sending)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`)
    })

const files = ['event-log/src/postgres/migrations', 'platform/src/migrations']
/** Text of a migration to its file: a reviewer reads the file. */
const migrations = new Map(
  files.flatMap((path) =>
    readMigrations(pathToFileURL(join(repository, `${path}/`))).map(({ sql, number, name }) => [
      sql,
      `${path}/${String(number).padStart(4, '0')}-${name}.sql`,
    ]),
  ),
)

const print = ({ places, statements, others }: StatementGroup): void => {
  console.log(`-- ${places.join(' called by ')}`)
  for (const statement of statements) console.log(`${statement.replace(/;$/, '')};`)
  if (others > 0) console.log(`-- and ${others} more forms of it`)
  console.log('')
}

const printUnseen = (records: readonly RecordedStatement[]): void => {
  const seen = new Set(records.map(({ places }) => places[0]))
  const lines = linesThatSend()
  const unseen = lines.filter((line) => !seen.has(line))
  console.log(`-- ${unseen.length} of ${lines.length} lines that can send a statement sent none during these tests:`)
  for (const line of unseen) console.log(`--   ${line}`)
}

const folder = mkdtempSync(join(tmpdir(), 'nightflow-sql-'))
try {
  recordTests(process.argv.length > 2 ? process.argv.slice(2) : ['tests/integration/'], folder)
  const records = readRecords(folder)
  for (const group of groupStatements(records.filter(({ sql }) => !migrations.has(sql)))) print(group)
  for (const file of migrations.values()) console.log(`-- migration: ${file}`)
  printUnseen(records)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
