import type { EventLog } from '@nightflow/event-log/event-log'
import type { FrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { openSpanExporter, type TraceOptions } from './span-exporter.ts'
import { traceAppends } from './trace-appends.ts'
import { tracePuts } from './trace-puts.ts'

/** The writers that make an event durable, with spans. */
export type Traces = {
  ofAppends(log: EventLog): EventLog
  /** Of the sink, which appends what Kafka kept before. */
  ofSinkAppends(log: EventLog): EventLog
  ofPuts(buffer: FrameBuffer): FrameBuffer
  close(): Promise<void>
}

export const openTraces = (options: TraceOptions): Traces => {
  const exporter = openSpanExporter(options)
  const trace = { exporter, ratio: options.ratio }
  return {
    ofAppends: (log) => traceAppends(log, trace),
    ofSinkAppends: (log) => traceAppends(log, { ...trace, isFromKafka: true }),
    ofPuts: (buffer) => tracePuts(buffer, trace),
    close: exporter.close,
  }
}
