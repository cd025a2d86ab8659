import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { migrateLog } from '@nightflow/event-log/postgres/migrate-log'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { migrateViews } from '@nightflow/projections/projector/migrate'
import { rowsOfScope } from '@nightflow/projections/projector/owned-rows'
import { withTenant } from '@nightflow/event-log/postgres/database'
import pg from 'pg'
const { startEmbeddedPostgres, removeEmbeddedPostgres } = createRequire(import.meta.url)('@nightflow/server/embedded-postgres')
const directory = await mkdtemp(join(tmpdir(), 'nf-zz-'))
const started = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
const pool = new pg.Pool({ connectionString: started.connectionString, max: 4 })
try {
  await migrateLog(pool); await migratePlatform(pool); await migrateViews(pool)
  for (const table of Object.keys(rowsOfScope)) {
    try {
      await withTenant(pool, 'north', (d) => d.query(`select * from views.${table} limit 1`), { scope: { departments: [1], regions: [], userId: 1 } })
    } catch (e) { console.log(table, (e as Error).message) }
  }
  for (const t of ['log.events', 'log.streams']) console.log(t, await withTenant(pool, 'north', (d) => d.query(`select * from ${t} limit 1`), { scope: { departments: [1], regions: [], userId: 1 } }).then(r=>r.rowCount, e=>e.message))
  const { rows } = await pool.query(`explain select count(*) from views.bills`)
  console.log(rows.map((r) => Object.values(r)[0]).join('\n'))
  await withTenant(pool, 'north', async (d) => { const { rows } = await d.query(`explain select * from views.bills where account_no = 'A'`); console.log(rows.map((r) => Object.values(r)[0]).join('\n')); const m = await d.query(`explain select * from views.meters order by number limit 20`); console.log(m.rows.map((r) => Object.values(r)[0]).join('\n')) }, { scope: { departments: [1], regions: [], userId: 1 } })
  console.log('ok')
} finally { await pool.end(); await started.stop(); await removeEmbeddedPostgres(directory).catch(() => 0); await rm(directory, { recursive: true, force: true }) }
