import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptFrame } from '../shared/accept-frame.ts'
import type { IngestDependencies } from '../shared/ingest-scope.ts'
import { ProblemError } from '../shared/problem.ts'
import { readBody } from '../shared/read-body.ts'
import { arrowContentType, decodeArrowFrame } from './decode-arrow-frame.ts'
import { type DecodedFrame, decodeJsonFrame } from './decode-frame.ts'

/** `POST /ingest/v1/frames`, inside an ingest scope: JSON (objects or columns) and Arrow become one event, and 202 says it is durable. */
export function registerFrameRoutes(scope: FastifyInstance, dependencies: IngestDependencies): void {
  const now = dependencies.now ?? Date.now
  scope.post('/ingest/v1/frames', async (request, reply) => {
    const receivedAt = now()
    const body = await readBody(request.body, request.headers['content-encoding'])
    const frame = decodeFrame(body, request, receivedAt)
    const acknowledged = await acceptFrame(dependencies.log, { ...frame, gateway: request.gateway, source: 'frames', receivedAt })
    return reply.code(202).type('application/json; charset=utf-8').send(JSON.stringify(acknowledged))
  })
}

function decodeFrame(body: Buffer, request: FastifyRequest, receivedAt: number): DecodedFrame {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === 'application/json') return decodeJsonFrame(body, receivedAt)
  if (mediaType !== arrowContentType)
    throw new ProblemError('unsupported-media-type', `send a frame as application/json or ${arrowContentType}`)
  const { frameId, sentAt } = request.query as { frameId?: unknown; sentAt?: unknown }
  const { 'x-frame-id': frameIdHeader, 'x-sent-at': sentAtHeader } = request.headers
  return decodeArrowFrame(body, { frameId: frameIdHeader ?? frameId, sentAt: sentAtHeader ?? sentAt }, receivedAt)
}
