/** The gateway role alone, for the ingest benchmarks: a process of its own, as in production. Prints its port. */
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { keepInBuffer } from '@nightflow/ingest/frame-buffer/keep-in-buffer'
import { ingestRoutes } from '@nightflow/ingest/ingest-routes'
import { findGatewayByKeyHash } from '@nightflow/platform/gateways/gateways'
import fastify from 'fastify'
import pg from 'pg'

const connectionString = process.env.BENCH_DATABASE_URL!
const pool = new pg.Pool({ connectionString, max: 4 })
pool.on('error', () => undefined)
const log = createPostgresEventLog({ pool, connectionString })
/** Frames go to Kafka when it is given, otherwise to the log. */
const kafka = process.env.BENCH_KAFKA ? (JSON.parse(process.env.BENCH_KAFKA) as KafkaSettings) : undefined
const app = fastify()
await ingestRoutes(app, {
  log,
  findGateway: (hash) => findGatewayByKeyHash(pool, hash),
  ...(kafka && { keepFrame: keepInBuffer(openFrameBuffer(kafka, log)) }),
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as { port: number }).port)
// Requested by a message: current and highest memory.
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss(), rssMax: process.resourceUsage().maxRSS * 1024 }))
process.once('disconnect', () => process.exit(0))
