/**
 * The worker of a bill run as a process of its own, to crash at a statement. Argument: JSON of `{ connectionString, tenant, runId, accountsPerPage,
 * crashAfter }`; without `crashAfter` it goes on to the end of the phase.
 */

import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { workOnRun } from '@nightflow/worker/billing/work-on-run'
import pg from 'pg'
import { crashAfterStatement } from './crash-after-statement.ts'

type Order = { connectionString: string; tenant: string; runId: string; accountsPerPage: number; crashAfter?: number }

const { connectionString, tenant, runId, accountsPerPage, crashAfter } = JSON.parse(process.argv[2] ?? '{}') as Order
const name = 'crashing-bill-run'
if (crashAfter !== undefined) crashAfterStatement(name, crashAfter, { everywhere: true })
const url = new URL(connectionString)
url.searchParams.set('application_name', name)
const pool = new pg.Pool({ connectionString: url.href, max: 4 })
const log = personalEventLog(createPostgresEventLog({ pool, connectionString: url.href }), pool)
await workOnRun({ pool, log, logger: console as never }, { tenant, runId }, new AbortController().signal, accountsPerPage)
await log.close()
await pool.end()
