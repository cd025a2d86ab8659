import { randomUUID } from 'node:crypto'
import { answerClientError } from '@nightflow/ingest/shared/client-error'
import { problemOf, sendProblem } from '@nightflow/ingest/shared/problem'
import { requestTimeoutMilliseconds } from '@nightflow/ingest/shared/request-timeout'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'

const bodyBytesMax = 64 * 1024

/** The HTTP of a process without the API: gateways where it has them, otherwise health and metrics alone. */
export const openBareHttp = (logger: FastifyBaseLogger): FastifyInstance => {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMilliseconds,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff').header('content-security-policy', `default-src 'none'; frame-ancestors 'none'`)
    return payload
  })
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, problemOf('not-found', { detail: 'this process does not have the role that serves this address' })),
  )
  return app
}
