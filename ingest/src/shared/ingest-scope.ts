import type { EventLog } from '@nightflow/event-log/event-log'
import { AppendTooLarge, EventLogOverloaded, EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway, KeepFrame } from './accept-frame.ts'
import { BodyBudget, BodyHold, collectBody } from './collect-body.ts'
import { type FindGateway, type GatewayKeyLimits, GatewayKeys } from './gateway-keys.ts'
import { GatewayRate, type GatewayRateLimits } from './gateway-rate.ts'
import { presentedKey } from './presented-key.ts'
import { ProblemError, problemOf, sendProblem } from './problem.ts'

export type IngestDependencies = {
  log: Pick<EventLog, 'append' | 'findEvent' | 'readStream'>
  /** Where frames become durable; without it in the log. */
  keepFrame?: KeepFrame
  findGateway: FindGateway
  /** Says when keys were revoked or replaced, and answers what ends that; without it a revocation counts after some seconds. */
  onKeysChanged?: (forget: (isKnown: boolean) => void) => () => void
  /** Epoch milliseconds. */
  now?: () => number
  keyLimits?: GatewayKeyLimits
  rateLimits?: GatewayRateLimits
  /** Bytes of bodies that all requests together may hold. */
  bodyBytesInFlightMax?: number
  /** Threads that read frames; by default one less than there are cores, 1 to 4. With 0 the event loop reads them itself. */
  encoderThreads?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender; set on every request under the ingest prefix before its body is read. */
    gateway: Gateway
  }
}

/**
 * A part of the application in which every request comes from a gateway with a valid key, bodies are bytes (`readBody` turns them into
 * what was meant), and every refusal is problem details. Nothing of it reaches routes outside.
 */
export async function ingestScope(
  app: FastifyInstance,
  dependencies: IngestDependencies,
  register: (scope: FastifyInstance) => void | Promise<void>,
): Promise<void> {
  const now = dependencies.now ?? Date.now
  const keys = new GatewayKeys(dependencies.findGateway, dependencies.keyLimits)
  const endForgetting = dependencies.onKeysChanged?.((isKnown) => keys.forget(isKnown))
  app.addHook('onClose', async () => endForgetting?.())
  const rate = new GatewayRate(dependencies.rateLimits)
  const budget = new BodyBudget(dependencies.bodyBytesInFlightMax)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', collectBody)
    scope.decorateRequest('gateway')
    scope.decorateRequest('bodyHold')
    scope.addHook('onRequest', (request, reply, done) => {
      const bodyHold = new BodyHold(budget)
      request.bodyHold = bodyHold
      // Also when the sender goes away in the middle.
      reply.raw.once('close', () => bodyHold.end())
      const at = now()
      const admit = (gateway: Gateway) => {
        request.gateway = gateway
        rate.take(gateway, at)
        done()
      }
      const fail = (error: Error) => done(error)
      try {
        const key = presentedKey(request.headers)
        // Nearly always the key was seen a moment ago, and then no promise is made for it.
        const known = keys.remembered(key, at)
        if (known) admit(known)
        else keys.authenticate(key, at).then(admit).catch(fail)
      } catch (error) {
        fail(error as Error)
      }
    })
    scope.setErrorHandler(answerError)
    await register(scope)
  })
}

/** 4xx: the request is invalid, with its validation errors; 503: keep the frame and retry; 500: a bug of the service. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ProblemError) {
    if (error.cause) request.log.error(error.cause)
    return sendProblem(
      reply,
      problemOf(error.code, { detail: error.message, ...(error.errors && { errors: error.errors }) }),
      error.retryAfterSeconds,
    )
  }
  if (error instanceof AppendTooLarge) {
    const { bytes, bytesMax } = error
    const detail = `the frame is ${bytes} bytes packed, with what was rejected of it, and the log takes ${bytesMax}: split it`
    return sendProblem(reply, problemOf('too-large', { detail }))
  }
  if (error instanceof EventLogOverloaded)
    return sendProblem(reply, problemOf('unavailable', { detail: 'more frames wait than the log can take; send this one again' }), 1)
  if (error instanceof EventLogUnavailable) {
    request.log.error(error)
    return sendProblem(reply, problemOf('unavailable', { detail: 'the log does not answer; send this frame again' }), 5)
  }
  const { statusCode, message } = error as Partial<FastifyError>
  if (statusCode === 413)
    return sendProblem(reply, problemOf('too-large', { detail: `a body has at most ${frameLimits.bodyBytesMax} bytes: split the frame` }))
  if (statusCode === 415)
    return sendProblem(reply, problemOf('unsupported-media-type', { detail: 'name the type of the body in Content-Type' }))
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return sendProblem(reply, problemOf('request-invalid', { detail: message ?? 'malformed request' }))
  request.log.error(error)
  return sendProblem(reply, problemOf('internal-error'))
}
