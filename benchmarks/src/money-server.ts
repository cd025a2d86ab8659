/** The API for the benchmark of sales: a process of its own, as in production, with vending keys that are sealed on a disk. Tells its port, and when it is asked its processor time. */
import { buildApi } from '@nightflow/api/app'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { openVendingModules } from '@nightflow/server/vending-modules'
import pg from 'pg'

const connectionString = process.env.BENCH_DATABASE_URL!
const vending = JSON.parse(process.env.BENCH_VENDING!) as Parameters<typeof openVendingModules>[1]
const pool = new pg.Pool({ connectionString, max: 20 })
pool.on('error', () => undefined)
const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
const app = buildApi({ pool, log, tokenSecret: await loadTokenSecret(pool), vending: openVendingModules(log, vending) })
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as { port: number }).port)
process.on('message', () => process.send?.(process.cpuUsage()))
process.once('disconnect', () => process.exit(0))
