import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Whether the address that a process listens on can be reached from this computer alone. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** Headers that proxies add: a request with one of these came from elsewhere, although the proxy is on this computer. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether a program of this computer sent the request itself: neither a proxy nor a page whose host name was pointed here. */
const isFromHere = ({ socket, headers, hostname }: FastifyRequest): boolean =>
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  isLoopback(hostname.replace(/^\[|\]$/g, '')) &&
  forwarding.every((name) => headers[name] === undefined)

/**
 * `GET /metrics` in the text format of Prometheus. With a token only for callers that send it; without one only where the process listens on
 * this computer alone, and only for its own programs. The figures disclose no tenant's data, but the load of a utility is confidential.
 */
export const registerMetrics = (app: FastifyInstance, metrics: Metrics, access: { host: string; token: string | undefined }): void => {
  const { host, token } = access
  const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (expected ? !timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected) : !isLoopback(host) || !isFromHere(request)) {
      const detail = expected
        ? 'Send Authorization: Bearer <token>, the one of NIGHTFLOW_METRICS_TOKEN.'
        : 'Set NIGHTFLOW_METRICS_TOKEN for this process: without it, only programs of the computer itself read the figures.'
      return reply.code(expected ? 401 : 403).send({ status: 'refused', detail })
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
