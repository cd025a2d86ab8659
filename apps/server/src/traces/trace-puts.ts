import type { FrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { isTraced, spanIdOf, traceIdOf } from './event-trace.ts'
import { addRequestSpan, attributesOfEvent, preciseNow } from './request-span.ts'
import type { SpanExporter } from './span-exporter.ts'

/** The same buffer; every frame that Kafka acknowledged begins the trace that the sink's append goes on with. */
export const tracePuts = (buffer: FrameBuffer, { exporter, ratio }: { exporter: SpanExporter; ratio: number }): FrameBuffer => ({
  ...buffer,
  put: async (frame) => {
    const startedAt = preciseNow()
    await buffer.put(frame)
    const endedAt = preciseNow()
    const { event } = frame
    if (!isTraced(event.id, ratio)) return
    exporter.add({
      traceId: traceIdOf(event.id),
      spanId: spanIdOf(event.id, 'keep'),
      ...addRequestSpan(exporter, event, endedAt),
      name: 'keep in Kafka',
      kind: 'producer',
      startedAt,
      endedAt,
      attributes: attributesOfEvent(event),
    })
  },
})
