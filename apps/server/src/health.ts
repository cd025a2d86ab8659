import type { EventLog } from '@nightflow/event-log/event-log'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { readProjectorLag } from './metrics/projector-lag.ts'
import type { RoleName } from './roles/role-names.ts'

/** How the demo city stands: its history is part of being ready, so that who waits for ready finds it there. */
export type DemoState = 'none' | 'feeding' | 'live' | 'failed'

/** Views this many events behind the log still count as caught up: a second or two of work. */
const eventsBehindMax = 5_000
const checkMillisecondsMax = 3_000

const withinTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([work, new Promise<never>((_, failed) => setTimeout(() => failed(new Error('too slow')), checkMillisecondsMax).unref())])

export type HealthParts = { pool: Pool; log: EventLog; roles: readonly RoleName[]; demo: () => DemoState }

/**
 * `/health/live`: the process answers. `/health/ready` (200 or 503): database and log answer, the views are caught up where this process
 * builds them, and the demo utility, if wanted, has its history; the body says which part is missing and where log and views stand.
 */
export const registerHealth = (app: FastifyInstance, { pool, log, roles, demo }: HealthParts): void => {
  app.get('/health/live', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      const { head, position, events: behind } = await withinTime(readProjectorLag(pool, log))
      // A gateway takes frames and an API answers whatever the projector of another process is doing.
      const isCaughtUp = behind <= eventsBehindMax || !roles.includes('projector')
      const isReady = isCaughtUp && demo() !== 'feeding'
      return await reply.code(isReady ? 200 : 503).send({
        status: isReady ? 'ready' : 'starting',
        roles,
        database: 'ok',
        log: { head },
        projector: { position, behind },
        demo: demo(),
      })
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', roles, database: 'unreachable', demo: demo() })
    }
  })
}
