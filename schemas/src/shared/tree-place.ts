import { z } from 'zod'
import type { InUse } from './lists.ts'
import { typedNumber } from './typed-number.ts'

/** The parent of a row that has none, as the clients of the back office write it. */
export const noParent = 0

/** Rows of one tree; its screens show all of it at once. */
export const treeRowsMax = 5000

/** A row's place: below `parentId`, among its siblings by `orderNum`. */
export const placeInTree = {
  parentId: typedNumber().int().min(noParent).max(Number.MAX_SAFE_INTEGER).default(noParent),
  orderNum: typedNumber().int().min(0).max(9999).default(0),
}

/** The field of a resource whose rows form a tree; the table keeps no parent as null. */
export const parentField = { schema: placeInTree.parentId, isLarge: true, nullMeans: noParent } as const

/** A row below another one. */
export type Placed = { parentId: number }
/** Fields of every row of a tree, and of its form. */
export type TreeRow = Placed & { status: InUse }
export type TypedInTree = Placed
/** The declaration of a tree. */
export type OfTree = { row: z.ZodObject & z.ZodType<TreeRow>; form: z.ZodObject & z.ZodType<TypedInTree> }

/** A node of a tree of choices. */
export type TreeNode = { id: number; label: string; children?: TreeNode[] }
export const TreeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({ id: z.int(), label: z.string(), children: z.array(TreeNode).optional() }),
) as z.ZodType<TreeNode>
