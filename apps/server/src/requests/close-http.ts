import type { FastifyInstance } from 'fastify'

/** Half of the time in which a process ends what it is doing: the log has the other half. */
const answerMillisecondsMax = 15_000
const lookMilliseconds = 50

/**
 * Takes no more requests and resolves once those under way are answered. Node would then wait for every client that keeps its connection for
 * the next request, and for one that stopped in the middle of its own: the first are let go at once, the others when their time is over.
 */
export const closeHttp = async (app: FastifyInstance): Promise<void> => {
  const looking = setInterval(() => app.server.closeIdleConnections(), lookMilliseconds)
  const giveUp = setTimeout(() => app.server.closeAllConnections(), answerMillisecondsMax)
  try {
    await app.close()
  } finally {
    clearInterval(looking)
    clearTimeout(giveUp)
  }
}
