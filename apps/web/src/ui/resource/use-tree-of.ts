import type { Call } from '@nightflow/schemas/shared/endpoint'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'

/** The tree of a resource to choose a place in; without the row to be placed and the rows below it. */
export function useTreeOf({ treeselect }: { treeselect: Call<object, TreeNode[]> }, without?: number): readonly TreeNode[] {
  const tree = useQuery({
    queryKey: [treeselect.path],
    queryFn: ({ signal }) => call(treeselect, {}, signal),
    // A row that was just made must be there to choose.
    staleTime: 0,
  })
  return useMemo(() => withoutNode(tree.data ?? [], without), [tree.data, without])
}

const withoutNode = (nodes: readonly TreeNode[], id: number | undefined): TreeNode[] =>
  nodes
    .filter((node) => node.id !== id)
    .map(({ children, ...node }) => ({ ...node, ...(children && { children: withoutNode(children, id) }) }))
