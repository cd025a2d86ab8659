import { FindFrame, type FrameStored, type ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { FastifyInstance } from 'fastify'
import { acknowledgementOf, appendFrame, frameEventId, type Gateway, type KeepFrame } from '../shared/accept-frame.ts'
import type { IngestDependencies } from '../shared/ingest-scope.ts'
import { ProblemError } from '../shared/problem.ts'
import { readBody } from '../shared/read-body.ts'
import { TwoWayMeters } from '../shared/two-way-meters.ts'
import { DeclaredImports } from './find-import.ts'
import { FrameEncoders } from './frame-encoders.ts'

/**
 * Inside an ingest scope: `POST /ingest/v1/frames`, where JSON (objects or columns), Arrow and packed frames become one event and 202 says it is durable,
 * and `GET /ingest/v1/frames?frameId=`, which says where in the log a frame is.
 */
export function registerFrameRoutes(scope: FastifyInstance, { log, keepFrame, now = Date.now, encoderThreads }: IngestDependencies): void {
  const keep: KeepFrame = keepFrame ?? ((gateway, written) => appendFrame(log, gateway, written))
  const encoders = new FrameEncoders(encoderThreads)
  const imports = new DeclaredImports(log)
  const twoWayMeters = new TwoWayMeters(log, now)
  scope.addHook('onClose', () => encoders.close())
  scope.post('/ingest/v1/frames', async (request, reply) => {
    const { headers, gateway } = request
    const receivedAt = now()
    const body = await readBody(request)
    const query = request.query as { frameId?: unknown; sentAt?: unknown }
    const frameId = headers['x-frame-id'] ?? query.frameId
    const sentAt = headers['x-sent-at'] ?? query.sentAt
    const importId = await imports.named(gateway.tenant, headers['x-import-id'])
    const about = { contentType: headers['content-type'], frameId, sentAt, gateway, receivedAt }
    const sent = { body, ...about, ...(importId !== undefined && { importId }) }
    let written = await encoders.encode(sent)
    const twoWay = await twoWayMeters.amongRejected(gateway.tenant, written.data.rejected)
    if (twoWay) written = await encoders.encode({ ...sent, twoWay: [...twoWay] })
    const acknowledged = await keep(gateway, written)
    reply.code(202).header('content-type', 'application/json; charset=utf-8')
    return JSON.stringify(acknowledged)
  })
  scope.get('/ingest/v1/frames', (request) => findFrame(log, request.gateway, request.query))
}

/** Kept in a buffer before the log, a frame has no place yet: its gateway polls for it here. */
const findFrame = async (log: IngestDependencies['log'], gateway: Gateway, query: unknown): Promise<FrameStored> => {
  const asked = FindFrame.safeParse(query)
  if (!asked.success) throw new ProblemError('request-invalid', 'name the frame: ?frameId=, 1 to 128 characters')
  const event = await log.findEvent(frameEventId(gateway, asked.data.frameId))
  if (event) return acknowledgementOf(event.data as ReadingsReported, event.position)
  throw new ProblemError(
    'not-found',
    'the log does not have this frame of this gateway: it was never acknowledged, waits before the log, or was set aside there',
  )
}
