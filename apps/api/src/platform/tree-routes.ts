import type { ListRequest } from '@nightflow/platform/storage/resource-table'
import { type TreeStore, treeOf } from '@nightflow/platform/storage/tree-table'
import type { Call } from '@nightflow/schemas/shared/endpoint'
import { InUse, type Wording } from '@nightflow/schemas/shared/lists'
import type { Name } from '@nightflow/schemas/shared/object-of'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { TreeNode, TreeRow, TypedInTree } from '@nightflow/schemas/shared/tree-place'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { type Dictionaries, wordingOf } from '../resource/choices.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { type Hooks, idIn, type WrittenCalls, writingRoutes } from '../resource/resource-routes.ts'

type TreeCalls<Shown extends object, Typed extends object, Filter extends object> = WrittenCalls<Typed> & {
  id: Name<Shown>
  noun: string
  dictionaries: Dictionaries
  list: Call<ListRequest<Filter>, Shown[]>
  listWithout: Call<object, Shown[]>
  treeselect: Call<object, TreeNode[]>
  find: Call<object, Shown>
  exportRows: Call<ListRequest<Filter> & Wording, object>
}

type Seeing<Filter extends object> = {
  /** Identifiers of the rows that this reader sees; undefined for all. */
  visible?: ((context: RequestContext) => Promise<readonly number[] | undefined>) | undefined
  request?: ListRequest<Filter>
}

type TreeHooks<Shown extends object, Typed extends object> = Hooks<Shown, Typed> & {
  /** A row in the words of a tree to choose from. */
  label: (row: Shown, context: RequestContext) => string
  visible?: Seeing<object>['visible']
  /** The choices of forms, where they are not the rows in use that the reader sees. */
  choices?: (context: RequestContext) => Promise<TreeNode[]>
}

const asIs = <Value>(value: Value): Value => value

/** Rows of a tree that a reader sees, in its order. */
export const rowsSeen = async <Shown extends TreeRow, Typed extends TypedInTree, Filter extends object>(
  calls: { id: string },
  store: TreeStore<Shown, Typed, Filter>,
  context: RequestContext,
  { visible, request }: Seeing<Filter>,
): Promise<Shown[]> => {
  const seen = await visible?.(context)
  const rows = await context.read((database) => store.all(database, request))
  return seen ? rows.filter((row) => seen.includes(idIn(calls, row))) : rows
}

/** The routes of a tree, answered from its table. A row that a reader does not see does not exist for them, as a row and as a place for another. */
export const treeRoutes = <Shown extends TreeRow, Typed extends TypedInTree, Filter extends object>(
  calls: TreeCalls<Shown, Typed, Filter>,
  store: TreeStore<Shown, Typed, Filter>,
  { visible, choices, tell = asIs, label, ...writing }: TreeHooks<Shown, Typed>,
): Route[] => {
  const seenBy = (context: RequestContext, request?: ListRequest<Filter>) =>
    rowsSeen(calls, store, context, { visible, ...(request && { request }) })

  const inUse = async (context: RequestContext) => (await seenBy(context)).filter(({ status }) => status === InUse.enum.enabled)

  const refuseUnseen = async (ids: readonly number[], context: RequestContext): Promise<boolean> => {
    const seen = await visible?.(context)
    return seen !== undefined && ids.some((id) => !seen.includes(id))
  }

  const before = async (values: Typed, context: RequestContext, id: number | undefined): Promise<Rejection | undefined> => {
    if (id !== undefined && (await refuseUnseen([id], context))) return rejected('not-found')
    const parent = values.parentId
    // A person who sees a part of the tree adds to that part; the root level belongs to people who see all of it.
    if (await refuseUnseen([parent], context)) {
      const seen = id === undefined ? undefined : await context.read((database) => store.find(database, id))
      if (seen?.parentId !== parent) return rejected('parent-missing')
    }
    return writing.before?.(values, context, id)
  }

  const beforeRemoving = async (ids: readonly number[], context: RequestContext): Promise<Rejection | undefined> =>
    (await refuseUnseen(ids, context)) ? rejected('not-found') : writing.beforeRemoving?.(ids, context)

  return [
    ask(calls.list, async (request, context) => (await seenBy(context, request)).map((row) => tell(row, context))),
    ask(calls.listWithout, async (request, context) => {
      const below = await context.read((database) => store.below(database, [idIn(calls, request)]))
      const rows = await seenBy(context)
      return rows.filter((row) => !below.includes(idIn(calls, row))).map((row) => tell(row, context))
    }),
    ask(calls.treeselect, async (_, context) =>
      choices ? choices(context) : treeOf(await inUse(context), calls.id, (row) => label(row, context)),
    ),
    ask(calls.find, async (request, context) => {
      const id = idIn(calls, request)
      if (await refuseUnseen([id], context)) return undefined
      const row = await context.read((database) => store.find(database, id))
      return row && tell(row, context)
    }),
    ...writingRoutes(calls, store, { ...writing, before, beforeRemoving }),
    spreadsheet(calls.exportRows, async (request, context) => {
      const seen = await seenBy(context, request)
      return {
        fileName: `${calls.noun}s.xlsx`,
        wording: await wordingOf(calls.dictionaries, request, context),
        row: calls.find.response,
        rows: async function* () {
          yield seen.map((row) => tell(row, context))
        },
      }
    }),
  ]
}
