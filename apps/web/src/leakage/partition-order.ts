import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'

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
