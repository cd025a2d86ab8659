/** The gateway role alone, for the ingest benchmark: a process of its own, as in production. Prints its port. */
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { ingestRoutes } from '@nightflow/ingest/ingest-routes'
import { findGatewayByKeyHash } from '@nightflow/projections/platform/gateways'
import fastify from 'fastify'
import pg from 'pg'

const connectionString = process.env.BENCH_DATABASE_URL!
const pool = new pg.Pool({ connectionString, max: 4 })
pool.on('error', () => undefined)
const log = createPostgresEventLog({ pool, connectionString })
const app = fastify()
await ingestRoutes(app, { log, findGateway: (hash) => findGatewayByKeyHash(pool, hash) })
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as { port: number }).port)
process.once('disconnect', () => process.exit(0))
