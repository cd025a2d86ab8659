import type { FastifyInstance } from 'fastify'
import { appendFrame, type KeepFrame } from '../shared/accept-frame.ts'
import type { IngestDependencies } from '../shared/ingest-scope.ts'
import { readBody } from '../shared/read-body.ts'
import { FrameEncoders } from './frame-encoders.ts'

/** `POST /ingest/v1/frames`, inside an ingest scope: JSON (objects or columns) and Arrow become one event, and 202 says it is durable. */
export function registerFrameRoutes(scope: FastifyInstance, { log, keepFrame, now = Date.now, encoderThreads }: IngestDependencies): void {
  const keep: KeepFrame = keepFrame ?? ((gateway, written) => appendFrame(log, gateway, written))
  const encoders = new FrameEncoders(encoderThreads)
  scope.addHook('onClose', () => encoders.close())
  scope.post('/ingest/v1/frames', async (request, reply) => {
    const { headers, gateway } = request
    const receivedAt = now()
    const body = await readBody(request.body, headers['content-encoding'])
    const query = request.query as { frameId?: unknown; sentAt?: unknown }
    const frameId = headers['x-frame-id'] ?? query.frameId
    const sentAt = headers['x-sent-at'] ?? query.sentAt
    const written = await encoders.encode({ body, contentType: headers['content-type'], frameId, sentAt, gateway, receivedAt })
    const acknowledged = await keep(gateway, written)
    reply.code(202).header('content-type', 'application/json; charset=utf-8')
    return JSON.stringify(acknowledged)
  })
}
