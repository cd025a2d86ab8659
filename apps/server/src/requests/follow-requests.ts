import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { correlationOf, type RequestContext, requestContext, tenantOf } from './request-context.ts'

/** The pattern of the route (`/api/v1/meters/:number`), never the path: a path holds names, and there are endlessly many. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unmatched'

/** Methods beyond these are refused by the router; one word for all of them keeps the number of series known. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Gives every request its context, answers its correlation id back, and at its end counts it and writes one line about it: who (the
 * tenant), what (the pattern of the route), how it ended, how long it took. Neither the path nor the query nor an address is written.
 */
export const followRequests = (app: FastifyInstance, metrics: Metrics): void => {
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.timeOrigin + performance.now()
    const context = { request, startedAt, correlation: correlationOf(request.headers['x-correlation-id']) }
    contexts.set(request, context)
    reply.header('x-request-id', request.id)
    if (context.correlation) reply.header('x-correlation-id', context.correlation)
    requestContext.run(context, done)
  })
  // Reading the body comes back from the socket, outside of what ran before it.
  app.addHook('preHandler', (request, _reply, done) => requestContext.run(contexts.get(request)!, done))
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = reply.elapsedTime
    const route = routeOf(request)
    const method = methods.has(request.method) ? request.method : 'other'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    metrics.requestSeconds.observe({ method, route: metrics.routes.labelOfAnswer(route, reply.statusCode), status }, milliseconds / 1000)
    logAnswer(request, reply, { route, milliseconds, context: contexts.get(request) })
    done()
  })
}

const logAnswer = (
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  { route, milliseconds, context }: { route: string; milliseconds: number; context: RequestContext | undefined },
): void => {
  request.log.info(
    {
      tenant: tenantOf(request),
      correlation: context?.correlation,
      method: request.method,
      route,
      status: statusCode,
      milliseconds: Math.round(milliseconds * 10) / 10,
    },
    'answered',
  )
}
