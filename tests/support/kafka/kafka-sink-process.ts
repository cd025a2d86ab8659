/**
 * A sink as a process of its own, to be killed. Argument: JSON of `{ settings, connectionString }`. Standard output: a line for each chunk
 * that the log has committed and whose offsets are not committed yet.
 */
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { runFrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import pg from 'pg'

const { settings, connectionString } = JSON.parse(process.argv[2] ?? '{}') as { settings: KafkaSettings; connectionString: string }
const pool = new pg.Pool({ connectionString, max: 2 })
const log = createPostgresEventLog({ pool, connectionString })
await runFrameSink({
  settings,
  log,
  signal: new AbortController().signal,
  onSettled: (messages) => process.stdout.write(`settled ${messages}\n`),
  onError: (error) => process.stderr.write(`${error.stack}\n`),
})
