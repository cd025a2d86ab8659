import type { EventLog } from '@nightflow/event-log/event-log'
import { isTraced, spanIdOf, traceIdOf } from './event-trace.ts'
import { addRequestSpan, attributesOfEvent, preciseNow } from './request-span.ts'
import type { SpanExporter } from './span-exporter.ts'

export type AppendTrace = {
  exporter: SpanExporter
  ratio: number
  /** An event from Kafka has the trace of the process that stored it there. */
  isFromKafka?: boolean
}

/** The same log; every new event begins a trace: the request that led to it, and in it the append. */
export const traceAppends = (log: EventLog, { exporter, ratio, isFromKafka = false }: AppendTrace): EventLog => ({
  ...log,
  append: async (stream, expectedVersion, events) => {
    const startedAt = preciseNow()
    const result = await log.append(stream, expectedVersion, events)
    if (result.status !== 'appended') return result
    const endedAt = preciseNow()
    for (const event of events) {
      const { id } = event
      if (!isTraced(id, ratio)) continue
      exporter.add({
        traceId: traceIdOf(id),
        spanId: spanIdOf(id, 'append'),
        ...(isFromKafka ? { parentSpanId: spanIdOf(id, 'keep') } : addRequestSpan(exporter, event, endedAt)),
        name: 'append to the log',
        kind: 'client',
        startedAt,
        endedAt,
        attributes: { ...attributesOfEvent(event), 'nightflow.position': result.position },
      })
    }
    return result
  },
})
