import type { EventLog } from '@nightflow/event-log/event-log'
import type { ClientBase, Pool } from 'pg'
import { holdCheckpoints } from '../projector/checkpoint.ts'
import { type Aside, asideOf, listSetAsideOfStream, type SetAsideEvent, UnprojectableError } from '../projector/set-aside-events.ts'
import { alone } from './replay.ts'
import { projectedTypes, ViewsBuilder } from './views-builder.ts'

export type Retried = {
  /** In the read models from now on. */
  projected: SetAsideEvent[]
  /** Cannot be projected still, or wait behind one that cannot. */
  remaining: SetAsideEvent[]
}

/**
 * Projects one event that is set aside into the live read models, without a replay: the event at a position and, in their order, those of its
 * stream that are set aside, up to the first that fails. Events of other streams are in the read models already. The projectors are held
 * meanwhile and open the read models anew afterwards.
 */
export const retrySetAsideEvent = (
  { pool, log }: { pool: Pool; log: EventLog },
  wanted: { tenant: string; position: number },
): Promise<Retried> =>
  alone(pool, async (client) => {
    await client.query('begin')
    await holdCheckpoints(client)
    const found = (await listSetAsideOfStream(client, wanted.position)).filter(({ tenant }) => tenant === wanted.tenant)
    const remaining: SetAsideEvent[] = []
    for (const [shard, events] of Map.groupBy(found, (event) => event.shard)) {
      const done = await retryInShard(client, log, shard, events)
      const left = events.slice(done.count)
      for (const event of left) await putBack(client, event, event === left[0] ? done.aside : undefined)
      remaining.push(...left.map((event) => (event === left[0] && done.aside ? { ...event, ...named(done.aside) } : event)))
    }
    // Projectors remember what the read models held.
    await client.query('update views.checkpoint set generation = gen_random_uuid()')
    await client.query('commit')
    const isLeft = new Set(remaining.map(({ position }) => position))
    const once = [...new Map(found.map((event) => [event.position, event])).values()]
    return { projected: once.filter(({ position }) => !isLeft.has(position)), remaining }
  })

type Done = { count: number; aside?: Aside }

/** Takes the events of a shard out of those set aside and applies them in order, each behind a savepoint, up to one that fails. */
const retryInShard = async (client: ClientBase, log: EventLog, shard: number, events: readonly SetAsideEvent[]): Promise<Done> => {
  const positions = events.map(({ position }) => position)
  await client.query('delete from views.set_aside_events where shard = $1 and position = any($2::bigint[])', [shard, positions])
  const builder = await ViewsBuilder.open(withinTransaction(client), log, 'views', shard)
  for (const [count, { position }] of events.entries()) {
    const [event] = await log.readAll(position - 1, { types: projectedTypes, untilPosition: position, limit: 1 })
    if (!event) throw new Error(`the log has no event at position ${position}`)
    await client.query('savepoint event')
    try {
      await builder.apply([event], builder.position)
    } catch (error) {
      await builder.rest()
      await client.query('rollback to savepoint event')
      if (!(error instanceof UnprojectableError)) throw error
      return { count, aside: asideOf(event, error) }
    }
  }
  return { count: events.length }
}

const named = ({ projection, code, reason }: Aside): Pick<SetAsideEvent, 'projection' | 'code' | 'reason'> => ({ projection, code, reason })

/** A retried event has one more attempt and its newest reason; events that wait behind it stay as they were. */
const putBack = async (client: ClientBase, event: SetAsideEvent, tried: Aside | undefined): Promise<void> => {
  const { shard, position, tenant, stream, version, type, firstSeenAt, attempts } = event
  const { projection, code, reason } = tried ? named(tried) : event
  await client.query(
    `insert into views.set_aside_events (shard, position, tenant, stream, version, type, projection, code, reason, first_seen_at, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [shard, position, tenant, stream, version, type, projection, code, reason, firstSeenAt, attempts + (tried ? 1 : 0)],
  )
}

const statements: ReadonlyMap<unknown, string> = new Map([
  ['begin', 'savepoint page'],
  ['commit', 'release savepoint page'],
])

/** The connection in its transaction, for a builder that begins and commits its own. */
const withinTransaction = (client: ClientBase): ClientBase =>
  new Proxy(client, {
    get: (target, name) => {
      if (name === 'query')
        return (statement: unknown, ...more: unknown[]) => target.query((statements.get(statement) ?? statement) as string, ...(more as []))
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
