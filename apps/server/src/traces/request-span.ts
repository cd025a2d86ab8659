import type { NewEvent } from '@nightflow/event-log/event-log'
import { requestContext, tenantOf } from '../requests/request-context.ts'
import { spanIdOf, traceIdOf } from './event-trace.ts'
import type { SpanExporter } from './span-exporter.ts'

/** Epoch milliseconds with fractions: spans of the same millisecond keep their order. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/**
 * Begins the trace of an event with the request that led to it, which ends with what it waited for. Answers what the next span says of its
 * parent: nothing where no request led to the event.
 */
export const addRequestSpan = (
  exporter: SpanExporter,
  { id, metadata }: Pick<NewEvent, 'id' | 'metadata'>,
  endedAt: number,
): { parentSpanId?: string } => {
  const context = requestContext.getStore()
  if (!context) return {}
  const { request, startedAt } = context
  const route = request.routeOptions.url ?? 'unmatched'
  const spanId = spanIdOf(id, 'request')
  exporter.add({
    traceId: traceIdOf(id),
    spanId,
    name: `${request.method} ${route}`,
    kind: 'server',
    startedAt,
    endedAt,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'nightflow.request': request.id,
      'nightflow.tenant': tenantOf(request) ?? metadata.tenant,
    },
  })
  return { parentSpanId: spanId }
}

/** Attributes of an event on every span of its path. */
export const attributesOfEvent = ({ type, metadata }: Pick<NewEvent, 'type' | 'metadata'>): Record<string, string> => ({
  'nightflow.event': type,
  'nightflow.tenant': metadata.tenant,
  ...(metadata.correlation !== undefined && { 'nightflow.correlation': metadata.correlation }),
})
