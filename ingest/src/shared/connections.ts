import type { FastifyInstance } from 'fastify'

/**
 * So long a request may take to come, body included; then it is answered 408. Long enough for a large frame over a slow radio link, and an
 * end for a sender that lost its power and never said farewell.
 */
export const requestTimeoutMilliseconds = 120_000
const closingMilliseconds = 10_000

/** A server that closes waits so long for requests that are under way. Longer, a sender that has fallen silent would keep the process from its ordered end. */
export const endStragglers = (app: FastifyInstance, milliseconds = closingMilliseconds): void => {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), milliseconds).unref()
  })
}
