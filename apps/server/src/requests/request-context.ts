import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventLog, NewEvent } from '@nightflow/event-log/event-log'
import type { FrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import type { FastifyRequest } from 'fastify'

/** The context of one request, for code at any depth. */
export type RequestContext = {
  request: FastifyRequest
  /** From the header `x-correlation-id`. */
  correlation: string | undefined
  /** Epoch milliseconds, fractions included. */
  startedAt: number
}

export const requestContext = new AsyncLocalStorage<RequestContext>()

/** Long enough for a UUID, a trace id or a name with a counter; nothing that could break a line of a log. */
const correlationText = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/

/** The caller's own name for what it is about; one that is too long or has odd characters is as good as none. */
export const correlationOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && correlationText.test(header) ? header : undefined

/** The tenant of a request, once a key or a token has said it; never what the request itself says. */
export const tenantOf = (request: FastifyRequest): string | undefined => {
  const { gateway, user } = request as { gateway?: { tenant?: string }; user?: { tenant?: unknown } }
  if (gateway?.tenant) return gateway.tenant
  return typeof user?.tenant === 'string' ? user.tenant : undefined
}

/**
 * An event that a request leads to carries its correlation id, or its own id where it brought none. A frame without one gets none: there
 * are very many, and their frame id says as much.
 */
const correlated = (event: NewEvent, { correlation, request }: RequestContext): NewEvent => {
  const found = event.metadata.correlation ?? correlation ?? (event.packed ? undefined : request.id)
  return found === undefined ? event : { ...event, metadata: { ...event.metadata, correlation: found } }
}

/** The same log; what is appended on behalf of a request says which one. */
export const correlateAppends = (log: EventLog): EventLog => ({
  ...log,
  append: (stream, expectedVersion, events) => {
    const context = requestContext.getStore()
    return log.append(stream, expectedVersion, context ? events.map((event) => correlated(event, context)) : events)
  },
})

/** The same buffer; a frame says which request it came with. The sink knows of no request, so that it must be said before. */
export const correlatePuts = (buffer: FrameBuffer): FrameBuffer => ({
  ...buffer,
  put: (frame) => {
    const context = requestContext.getStore()
    return buffer.put(context ? { ...frame, event: correlated(frame.event, context) } : frame)
  },
})
