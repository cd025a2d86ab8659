import { type Name, valueIn } from '@nightflow/schemas/shared/object-of'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FilterOf, FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import {
  noParent,
  type OfTree,
  type Placed,
  type TreeNode,
  type TreeRow,
  type TypedInTree,
  treeRowsMax,
} from '@nightflow/schemas/shared/tree-place'
import type { Queryable } from './platform-tables.ts'
import { type ListRequest, type ResourceStore, storeOf } from './resource-table.ts'

/** A resource whose rows form a tree; `parentId` is `noParent` for those at the top. */
export type TreeStore<Shown extends TreeRow, Typed extends TypedInTree, Filter extends object = object> = Omit<
  ResourceStore<Shown, Typed, Filter>,
  'list' | 'scan' | 'totals'
> & {
  /** All rows that the filter leaves, parents before children and siblings in order. */
  all: (database: Queryable, request?: ListRequest<Filter>) => Promise<Shown[]>
  /** Identifiers of a row and of all below it. */
  below: (database: Queryable, ids: readonly number[]) => Promise<number[]>
}

type Tree = Parameters<typeof storeOf>[0] & OfTree

/**
 * The statements of a tree: a row's parent must be there, is never below the row itself, and is not removed before what is below it. A transaction that
 * changes a tree waits for other changes of it, so that two concurrent moves make no cycle.
 */
export const treeStoreOf = <R extends Tree>(
  resource: R,
  statements: Parameters<typeof storeOf<R>>[1] = {},
): TreeStore<RowOf<R>, FormOf<R>, FilterOf<R>> => treeOfStore(resource, storeOf<R>(resource, statements))

const treeOfStore = <Shown extends TreeRow, Typed extends TypedInTree, Filter extends object>(
  { table, id, scope }: Tree,
  store: ResourceStore<Shown, Typed, Filter>,
): TreeStore<Shown, Typed, Filter> => {
  const common = scope === 'common'
  const idColumn = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

  const below = async (database: Queryable, ids: readonly number[]): Promise<number[]> => {
    const { rows } = await database.query<{ id: string }>(
      `with recursive these as (
         select ${idColumn} from ${table} where ${idColumn} = any($1::bigint[])
         union select t.${idColumn} from these join ${table} t on t.parent_id = these.${idColumn}
       ) select ${idColumn} as id from these limit ${treeRowsMax}`,
      [ids],
    )
    return rows.map((row) => Number(row.id))
  }

  const standStill = (database: Queryable) =>
    database.query(`select pg_advisory_xact_lock(hashtextextended($1 || ${common ? `''` : `current_setting('nightflow.tenant')`}, 0))`, [
      `tree ${table} `,
    ])

  const placeRefused = async (database: Queryable, parentId: number, own: number | undefined): Promise<Rejection | undefined> => {
    if (parentId === noParent) return undefined
    if ((await store.find(database, parentId)) === undefined) return rejected('parent-missing')
    if (own !== undefined && (await below(database, [own])).includes(parentId)) return rejected('below-itself')
    return undefined
  }

  return {
    below,
    all: async (database, request = {}) => {
      const { rows } = await store.list(database, { ...request, pageSize: treeRowsMax, orderByColumn: 'orderNum', isAsc: 'asc' })
      return parentsFirst(rows, id)
    },
    find: store.find,
    create: async (database, values, by) => {
      await standStill(database)
      const refusal = await placeRefused(database, values.parentId, undefined)
      if (refusal) return refusal
      const { rows } = await database.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)
      if (rows[0]!.rows >= treeRowsMax) return rejected('tree-full', { rows: treeRowsMax })
      return store.create(database, values, by)
    },
    change: async (database, wanted, values, by) => {
      await standStill(database)
      const refusal = await placeRefused(database, values.parentId ?? noParent, wanted)
      return refusal ?? store.change(database, wanted, values, by)
    },
    remove: async (database, ids) => {
      await standStill(database)
      const { rows } = await database.query(
        `select from ${table} where parent_id = any($1::bigint[]) and ${idColumn} <> all($1::bigint[]) limit 1`,
        [ids],
      )
      return rows.length > 0 ? rejected('has-children') : store.remove(database, ids)
    },
  }
}

/** Rows in the order in which a tree is read. A row whose parent is not among them is at the top. */
const parentsFirst = <Shown extends Placed>(rows: readonly Shown[], id: string): Shown[] => {
  const childrenOf = childrenIn(rows, id)
  const withChildren = (row: Shown): Shown[] => [row, ...childrenOf(idIn(row, id)).flatMap(withChildren)]
  return childrenOf(noParent).flatMap(withChildren)
}

/** The same rows as a tree to choose from. */
export const treeOf = <Shown extends Placed>(rows: readonly Shown[], id: Name<Shown>, label: (row: Shown) => string): TreeNode[] => {
  const childrenOf = childrenIn(rows, id)
  const nodeOf = (row: Shown): TreeNode => {
    const below = childrenOf(idIn(row, id)).map(nodeOf)
    return { id: idIn(row, id), label: label(row), ...(below.length > 0 && { children: below }) }
  }
  return childrenOf(noParent).map(nodeOf)
}

const idIn = (row: Placed, id: string): number => Number(valueIn(row, id))

const childrenIn = <Shown extends Placed>(rows: readonly Shown[], id: string): ((parent: number) => readonly Shown[]) => {
  const present = new Set(rows.map((row) => idIn(row, id)))
  const children = Map.groupBy(rows, ({ parentId }) => (present.has(parentId) ? parentId : noParent))
  return (parent) => children.get(parent) ?? []
}
