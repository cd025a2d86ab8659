/**
 * A projector as a process of its own, to crash at a statement. Argument: JSON of `{ connectionString, crashAfter }`; without `crashAfter` it
 * goes on. Standard output after each page: the position of the read models, and how many statements that took.
 */
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { runProjector } from '@nightflow/projections/views/projector'
import pg from 'pg'
import { crashAfterStatement } from './crash-after-statement.ts'

const { connectionString, crashAfter } = JSON.parse(process.argv[2] ?? '{}') as { connectionString: string; crashAfter?: number }
const name = 'crashing-projector'
const answered = crashAfter === undefined ? () => 0 : crashAfterStatement(name, crashAfter)
const pool = new pg.Pool({ connectionString, max: 4, application_name: name })
const log = createPostgresEventLog({ pool, connectionString })
await runProjector({
  pool,
  log,
  signal: new AbortController().signal,
  onPage: ({ position }) => process.stdout.write(`${position} ${answered()}\n`),
  onError: (error) => process.stderr.write(`${(error as Error).stack}\n`),
})
