import type { EventLog } from '@nightflow/event-log/event-log'
import { requestContext, tenantOf } from '../requests/request-context.ts'
import { isTraced, spanIdOf, traceIdOf } from './event-trace.ts'
import type { SpanExporter } from './span-exporter.ts'

/** Epoch milliseconds with fractions: spans of the same millisecond keep their order. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/** The same log; every new event begins a trace: the request that led to it, and in it the append. */
export const traceAppends = (log: EventLog, exporter: SpanExporter, ratio: number): EventLog => ({
  ...log,
  append: async (stream, expectedVersion, events) => {
    const startedAt = preciseNow()
    const result = await log.append(stream, expectedVersion, events)
    if (result.status !== 'appended') return result
    const endedAt = preciseNow()
    const context = requestContext.getStore()
    for (const { id, type, metadata } of events) {
      if (!isTraced(id, ratio)) continue
      const traceId = traceIdOf(id)
      const { correlation } = metadata
      const attributes = {
        'nightflow.event': type,
        'nightflow.tenant': metadata.tenant,
        'nightflow.position': result.position,
        ...(correlation !== undefined && { 'nightflow.correlation': correlation }),
      }
      const append = { traceId, spanId: spanIdOf(id, 'append'), name: 'append to the log', kind: 'client' as const, startedAt, endedAt }
      if (!context) {
        exporter.add({ ...append, attributes })
        continue
      }
      const { request } = context
      const route = request.routeOptions.url ?? 'unmatched'
      const parentSpanId = spanIdOf(id, 'request')
      exporter.add({
        traceId,
        spanId: parentSpanId,
        name: `${request.method} ${route}`,
        kind: 'server',
        startedAt: context.startedAt,
        endedAt,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'nightflow.request': request.id,
          'nightflow.tenant': tenantOf(request) ?? metadata.tenant,
        },
      })
      exporter.add({ ...append, parentSpanId, attributes })
    }
    return result
  },
})
