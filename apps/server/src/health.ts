import type { EventLog } from '@nightflow/event-log/event-log'
import { viewsPosition } from '@nightflow/projections/shared/checkpoint'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** How the demo city stands: its history is part of being ready, so that who waits for ready finds it there. */
export type DemoState = 'none' | 'feeding' | 'live' | 'failed'

/** Views this many events behind the log still count as caught up: a second or two of work. */
const eventsBehindMax = 5_000
const checkMillisecondsMax = 3_000

const withinTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([work, new Promise<never>((_, failed) => setTimeout(() => failed(new Error('too slow')), checkMillisecondsMax).unref())])

/**
 * `/health/live`: the process answers. `/health/ready` (200 or 503): database and log answer, the views are caught up and the demo
 * utility, if wanted, has its history; the body says which part is missing and where log and views stand.
 */
export const registerHealth = (app: FastifyInstance, parts: { pool: Pool; log: EventLog; demo: () => DemoState }): void => {
  const { pool, log, demo } = parts
  app.get('/health/live', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      const [head, position] = await withinTime(Promise.all([log.head(), viewsPosition(pool)]))
      const behind = Math.max(0, head - position)
      const isReady = behind <= eventsBehindMax && demo() !== 'feeding'
      return await reply.code(isReady ? 200 : 503).send({
        status: isReady ? 'ready' : 'starting',
        database: 'ok',
        log: { head },
        projector: { position, behind },
        demo: demo(),
      })
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', database: 'unreachable', demo: demo() })
    }
  })
}
