import type { TreeNodeData } from '@mantine/core'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'

/** A tree of choices as the components of the library take it. */
export const treeDataOf = (nodes: readonly TreeNode[]): TreeNodeData[] =>
  nodes.map(({ id, label, children }) => ({
    value: String(id),
    label,
    ...(children && children.length > 0 && { children: treeDataOf(children) }),
  }))

/** Rows that name their parent, as a tree; a row whose parent is not among them is at the top. */
export function treeOfRows<Row>(rows: readonly Row[], place: (row: Row) => { id: number; parentId: number; label: string }): TreeNode[] {
  const nodes = new Map(rows.map((row) => [place(row).id, { id: place(row).id, label: place(row).label, children: [] as TreeNode[] }]))
  const top: TreeNode[] = []
  for (const row of rows) {
    const { id, parentId } = place(row)
    const siblings = nodes.get(parentId)?.children ?? top
    siblings.push(nodes.get(id)!)
  }
  return top
}
