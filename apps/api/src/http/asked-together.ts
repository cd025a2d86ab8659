import { inGroups } from '@nightflow/event-log/in-groups'
import type { Pool, PoolClient } from 'pg'
import type { RequestContext } from './request-context.ts'

type Asking = Pick<RequestContext, 'read' | 'servicePool' | 'caller'>

/** Groups of more readers than that are made anew. */
const readersMax = 1_000
const limits = { most: 100, atOnce: 2 }

/**
 * A question that many requests ask at the same time. Those of one tenant whose callers see the same part of it share the transaction and its statements;
 * no answer is older than its question. `answer` gives one for each that was asked, in their order.
 */
export const askedTogether = <Asked, Answer>(answer: (database: PoolClient, asked: readonly Asked[]) => Promise<readonly Answer[]>) => {
  type OfRequest = { read: RequestContext['read']; asked: Asked }
  const ofPool = new WeakMap<Pool, Map<string, (asking: OfRequest) => Promise<Answer>>>()
  const groupsOf = (pool: Pool) => {
    const known = ofPool.get(pool) ?? new Map<string, (asking: OfRequest) => Promise<Answer>>()
    ofPool.set(pool, known)
    if (known.size >= readersMax) known.clear()
    return known
  }
  const newGroup = () =>
    inGroups<OfRequest, Answer>(
      (group) =>
        group[0]!.read((database) =>
          answer(
            database,
            group.map(({ asked }) => asked),
          ),
        ),
      limits,
    )
  return ({ read, servicePool, caller: { tenant, scope } }: Asking, asked: Asked): Promise<Answer> => {
    const groups = groupsOf(servicePool)
    const reader = JSON.stringify([tenant, scope ?? null])
    const ask = groups.get(reader) ?? newGroup()
    groups.set(reader, ask)
    return ask({ read, asked })
  }
}
