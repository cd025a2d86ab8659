import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { partitionLevelsMax } from '@nightflow/schemas/leakage/partition'

export type PartitionNode = { partition: PartitionRow; children: PartitionNode[] }

/** The cascades as trees. A point whose superior is not in the list becomes a root rather than vanishing. */
export function cascadesOf(rows: readonly PartitionRow[]): PartitionNode[] {
  const nodes = new Map(rows.map((partition) => [partition.id, { partition, children: [] as PartitionNode[] }]))
  const roots: PartitionNode[] = []
  for (const node of nodes.values()) {
    const parent = node.partition.parentId === null ? undefined : nodes.get(node.partition.parentId)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}

type Placed = Pick<PartitionRow, 'id' | 'parentId' | 'rootId' | 'level'>

/** Points that may be superior to a point: of its cascade, not below it, and with room for its layers above the deepest level. */
export const superiorsOf = <Row extends Placed>(point: Placed, rows: readonly Row[]): Row[] => {
  const below = new Set([point.id])
  // Rows have superiors before those below them.
  for (const { id, parentId } of rows) if (parentId !== null && below.has(parentId)) below.add(id)
  const depth = Math.max(0, ...rows.filter(({ id }) => below.has(id)).map(({ level }) => level - point.level))
  return rows.filter(({ id, rootId, level }) => rootId === point.rootId && !below.has(id) && level + 1 + depth <= partitionLevelsMax)
}
