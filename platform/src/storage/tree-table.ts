import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import { noParent, type TreeNode, treeRowsMax } from '@nightflow/schemas/shared/tree-place'
import type { Queryable } from './platform-tables.ts'
import { type ResourceStore, storeOf } from './resource-table.ts'

/** A row or a form of a tree. */
type Row = { [field: string]: unknown }

/** A resource whose rows stand below each other; `parentId` is `noParent` for those at the top. */
export type TreeStore<Shown extends object = Row, Typed extends object = Row> = Omit<ResourceStore<Shown, Typed>, 'list' | 'scan'> & {
  /** All rows that the filter leaves, parents before children and siblings in order. */
  all: (database: Queryable, request?: Row) => Promise<Shown[]>
  /** Identifiers of a row and of all below it. */
  below: (database: Queryable, ids: readonly number[]) => Promise<number[]>
}

type Tree = Parameters<typeof storeOf>[0]

/**
 * The statements of a tree: a row's parent must be there, is never below the row itself, and is not removed before what is below it. Who
 * changes a tree waits for other changes of it, so that two concurrent moves make no cycle.
 */
export const treeStoreOf = <R extends Tree>(
  resource: R,
  statements: Parameters<typeof storeOf<R>>[1] = {},
): TreeStore<RowOf<R>, FormOf<R>> =>
  // The same rows as the store's, whose type is computed from the declaration.
  treeOfStore(resource, storeOf<R>(resource, statements) as unknown as ResourceStore) as unknown as TreeStore<RowOf<R>, FormOf<R>>

const treeOfStore = ({ table, id, scope }: Tree, store: ResourceStore): TreeStore => {
  const common = scope === 'common'
  const idColumn = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const parentOf = (row: Row): number => Number(row.parentId ?? noParent)
  const withParent = (row: Row): Row => ({ ...row, parentId: parentOf(row) })
  const kept = (values: Row): Row =>
    values.parentId === undefined ? values : { ...values, parentId: parentOf(values) === noParent ? null : parentOf(values) }

  const below: TreeStore['below'] = async (database, ids) => {
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
      return parentsFirst(rows.map(withParent), id)
    },
    find: async (database, wanted) => {
      const row = await store.find(database, wanted)
      return row && withParent(row)
    },
    create: async (database, values, by) => {
      await standStill(database)
      const refusal = await placeRefused(database, parentOf(values), undefined)
      if (refusal) return refusal
      const { rows } = await database.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)
      if (rows[0]!.rows >= treeRowsMax) return rejected('tree-full', { rows: treeRowsMax })
      return store.create(database, kept(values), by)
    },
    change: async (database, wanted, values, by) => {
      await standStill(database)
      const refusal = await placeRefused(database, parentOf(values), wanted)
      return refusal ?? store.change(database, wanted, kept(values), by)
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

/** Rows in the order in which a tree is read. A row whose parent is not among them stands at the top. */
const parentsFirst = (rows: readonly Row[], id: string): Row[] => {
  const present = new Set(rows.map((row) => row[id]))
  const children = Map.groupBy(rows, (row) => (present.has(row.parentId) ? row.parentId : noParent))
  const withChildren = (row: Row): Row[] => [row, ...(children.get(row[id]) ?? []).flatMap(withChildren)]
  return (children.get(noParent) ?? []).flatMap(withChildren)
}

/** The same rows as a tree to choose from. */
export const treeOf = <Shown extends Row>(rows: readonly Shown[], id: string, label: (row: Shown) => string): TreeNode[] => {
  const present = new Set(rows.map((row) => row[id]))
  const children = Map.groupBy(rows, (row) => (present.has(row.parentId) ? row.parentId : noParent))
  const nodeOf = (row: Shown): TreeNode => {
    const below = (children.get(row[id]) ?? []).map(nodeOf)
    return { id: Number(row[id]), label: label(row), ...(below.length > 0 && { children: below }) }
  }
  return (children.get(noParent) ?? []).map(nodeOf)
}
