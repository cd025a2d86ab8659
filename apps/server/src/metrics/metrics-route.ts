import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Whether the address that a process listens on can be reached from this computer alone. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/**
 * `GET /metrics` in the text format of Prometheus. With a token only for who brings it; without one only where the process listens on
 * this computer alone. The figures disclose no tenant's data, but the load of a utility is confidential.
 */
export const registerMetrics = (app: FastifyInstance, metrics: Metrics, access: { host: string; token: string | undefined }): void => {
  const { host, token } = access
  const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (expected ? !timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected) : !isLoopback(host)) {
      const detail = expected
        ? 'Send Authorization: Bearer <token>, the one of NIGHTFLOW_METRICS_TOKEN.'
        : 'Set NIGHTFLOW_METRICS_TOKEN for this process: it listens on more than this computer.'
      return reply.code(expected ? 401 : 403).send({ status: 'refused', detail })
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
