import type { EventLog } from '@nightflow/event-log/event-log'
import { countOpenJobs } from '@nightflow/platform/jobs/job-queue'
import { lookAtProofs } from '@nightflow/platform/jobs/money-proofs'
import { countSetAside } from '@nightflow/projections/projector/set-aside-events'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { KafkaReach } from './kafka-reach.ts'
import { readProjectorLag } from './metrics/projector-lag.ts'
import type { SinkLag } from './metrics/sink-lag.ts'
import type { RoleName } from './roles/role-names.ts'

/** Progress of the demo city: its history is part of readiness, so that clients that wait for ready find it. */
export type DemoState = 'none' | 'feeding' | 'live' | 'failed'

/** Read models this many events behind the log still count as caught up: a second or two of work. */
const eventsBehindMax = 5_000
const checkMillisecondsMax = 3_000

const withinTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([work, new Promise<never>((_, failed) => setTimeout(() => failed(new Error('too slow')), checkMillisecondsMax).unref())])

export type HealthParts = {
  pool: Pool
  log: EventLog
  roles: readonly RoleName[]
  demo: () => DemoState
  /** Of a process that brings frames from Kafka to the log. */
  sinkLag?: SinkLag | undefined
  /** Of a process that acknowledges gateways' frames once Kafka has them. */
  kafkaReach?: KafkaReach | undefined
}

/** One part of readiness: its state, and its line in the answer. */
type Part = { state: 'ready' | 'degraded' | 'behind' | 'away'; details: object }

/** The state of the read models, where log and database answer. */
const lookAtViews = async ({ pool, log, roles }: HealthParts): Promise<Part> => {
  try {
    await withinTime(pool.query('select'))
  } catch {
    return { state: 'away', details: { database: 'unreachable' } }
  }
  try {
    const { head, position, events: behind, isCounted } = await withinTime(readProjectorLag(pool, log))
    // A gateway takes frames and an API answers whatever the projector of another process is doing.
    const setAside = await withinTime(countSetAside(pool))
    const moneyProof = roles.includes('worker') ? await withinTime(lookAtProofs(pool)) : undefined
    const isWhole = setAside.failed === 0 && !moneyProof?.differing
    const whenCaughtUp = isWhole ? 'ready' : 'degraded'
    const isCaughtUp = (isCounted && behind <= eventsBehindMax) || !roles.includes('projector')
    const jobs = roles.includes('worker') ? await withinTime(countOpenJobs(pool)) : undefined
    const details = {
      ...{ database: 'ok', log: { head }, projector: { position, behind } },
      ...(jobs && { jobs }),
      ...(moneyProof && { moneyProof }),
      ...(setAside.failed > 0 && { setAside }),
    }
    return { state: isCaughtUp ? whenCaughtUp : 'behind', details }
  } catch {
    return { state: 'away', details: { database: 'ok', log: 'unreachable' } }
  }
}

/** Consumer lag of the sinks: a sink that is far behind, or cannot read its lag, is not ready, because acknowledged frames are not visible yet. */
const lookAtSink = async ({ sinkLag }: HealthParts): Promise<Part> => {
  if (!sinkLag) return { state: 'ready', details: {} }
  const behind = await sinkLag.read()
  if (behind === undefined) return { state: 'away', details: { sink: 'unreachable' } }
  return { state: behind <= sinkLag.max ? 'ready' : 'behind', details: { sink: { behind, max: sinkLag.max } } }
}

/** Where gateways' frames go: without Kafka they are not safe, and no balancer should send any. */
const lookAtKafka = async ({ kafkaReach }: HealthParts): Promise<Part> => {
  if (!kafkaReach) return { state: 'ready', details: {} }
  return (await kafkaReach.read()) ? { state: 'ready', details: { kafka: 'ok' } } : { state: 'away', details: { kafka: 'unreachable' } }
}

/** A gateway in front of Kafka takes frames without database and log, and has to go on taking them just when those are away. */
const needsViews = ({ roles, kafkaReach }: HealthParts): boolean => !kafkaReach || roles.some((role) => role !== 'gateway')

/**
 * `/health/live`: the process answers. `/health/ready` (200 or 503): Kafka takes frames where this process hands them to it, database and log
 * answer where it needs them, the read models are caught up where it builds them, the sinks are where it is one, and the demo utility, if wanted,
 * has its history. `degraded` (200) means that events are set aside, or that the last proof of a tenant's money found differences: a balancer must not stop the only
 * process for one tenant's event.
 * The body says which part is missing, also of those that it can do without, and the positions of log and read models.
 */
export const registerHealth = (app: FastifyInstance, parts: HealthParts): void => {
  const { roles, demo } = parts
  app.get('/health/live', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const [views, sink, kafka] = await Promise.all([lookAtViews(parts), lookAtSink(parts), lookAtKafka(parts)])
    const details = { roles, ...views.details, ...sink.details, ...kafka.details, demo: demo() }
    const states = [sink.state, kafka.state, ...(needsViews(parts) ? [views.state] : [])]
    if (states.includes('away'))
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'unavailable', ...details })
    const isReady = !states.includes('behind') && demo() !== 'feeding'
    const whenReady = states.includes('degraded') ? 'degraded' : 'ready'
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? whenReady : 'starting', ...details })
  })
}
