import * as calls from '@nightflow/schemas/leakage/cascade-changes'
import { decideEach } from '../http/decide-each.ts'
import { command, type Route } from '../http/serve.ts'
import { decideInCascade } from './decide-in-cascade.ts'

/** Changes of the tree itself: a point under another superior, and several points removed at once. */
export const cascadeChangeRoutes: readonly Route[] = [
  command(calls.movePartition, ({ id, parentId }, context) =>
    decideInCascade(context, { type: 'MovePartition', partitionId: id, parentId }),
  ),
  command(calls.removePartitions, async ({ partitionId: asked }, context) => {
    const wanted = [...new Set(asked)]
    const { rows } = await context.read((database) =>
      database.query<{ id: string }>('select id from views.partitions where id = any ($1::text[]) order by level desc, id', [wanted]),
    )
    // The deepest first, so that a point goes after those below it. One that is unknown is refused by its cascade.
    const known = rows.map(({ id }) => id)
    const ordered = [...known, ...wanted.filter((id) => !known.includes(id))]
    const { accepted, refused, position } = await decideEach(ordered, (partitionId) =>
      decideInCascade(context, { type: 'RemovePartition', partitionId, whole: false }),
    )
    const removed = accepted.map(({ item }) => item)
    const left = refused.map(({ item, refusal }) => ({ id: item, code: refusal.rejected, details: refusal.details ?? {} }))
    return {
      response: { position, removed, refused: left },
      ...(position > 0 && { position }),
      before: Object.fromEntries(accepted.map(({ item, decided }) => [item, decided.before])),
      after: { removed, refused: left.map(({ id, code }) => `${id}: ${code}`) },
    }
  }),
]
