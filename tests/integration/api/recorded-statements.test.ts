import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupStatements } from '../../sql/group-statements.ts'
import type { RecordedStatement } from '../../sql/record-statements.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
const folder = mkdtempSync(join(tmpdir(), 'nightflow-recorded-'))
beforeAll(async () => {
  database = await freshDatabase('recorded')
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

test('a process is recorded with the lines of the product that sent its statements', () => {
  const program = `
    import pg from 'pg'
    import { findLogPlace } from '@nightflow/event-log/postgres/log-place'
    const pool = new pg.Pool({ connectionString: ${JSON.stringify(database.connectionString)} })
    await findLogPlace(pool)
    await pool.query('select 1 as sent_by_no_line_of_the_product')
    await pool.end()`
  const recorder = new URL('../../sql/record-statements.ts', import.meta.url).href
  execFileSync(process.execPath, ['--import', recorder, '--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, NIGHTFLOW_SQL_RECORD: folder },
  })
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { sql: 'select engine from log.place', places: [expect.stringMatching(/^event-log\/src\/postgres\/log-place\.ts:\d+$/)] },
  ])
})

test('statements are grouped by the line that sent them, and by its caller where one line sends many', () => {
  const records: RecordedStatement[] = [
    { sql: `select\n      a\n        from views.days_2026_01`, places: ['b.ts:9', 'c.ts:1'] },
    { sql: 'select a from views.days_2026_02', places: ['b.ts:9', 'c.ts:2'] },
    { sql: 'delete from x', places: ['a.ts:10', 'c.ts:3'] },
    { sql: 'delete from y', places: ['a.ts:10', 'c.ts:4'] },
  ]
  expect(groupStatements(records)).toEqual([
    { places: ['a.ts:10', 'c.ts:3'], statements: ['delete from x'], others: 0 },
    { places: ['a.ts:10', 'c.ts:4'], statements: ['delete from y'], others: 0 },
    { places: ['b.ts:9'], statements: ['select a from views.days_<date>'], others: 0 },
  ])
})
