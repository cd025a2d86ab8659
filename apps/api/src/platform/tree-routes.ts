import type { ListRequest } from '@nightflow/platform/storage/resource-table'
import { type TreeStore, treeOf } from '@nightflow/platform/storage/tree-table'
import type { Call } from '@nightflow/schemas/shared/endpoint'
import type { Wording } from '@nightflow/schemas/shared/lists'
import type { Name } from '@nightflow/schemas/shared/object-of'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { TreeNode, TreeRow, TypedInTree } from '@nightflow/schemas/shared/tree-place'
import type { Asked } from '../http/asked.ts'
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
  visible?: ((asked: Asked) => Promise<readonly number[] | undefined>) | undefined
  request?: ListRequest<Filter>
}

type TreeHooks<Shown extends object, Typed extends object> = Hooks<Shown, Typed> & {
  /** A row in the words of a tree to choose from. */
  label: (row: Shown, asked: Asked) => string
  visible?: Seeing<object>['visible']
  /** What forms choose from, where that is not the rows in use that the reader sees. */
  choices?: (asked: Asked) => Promise<TreeNode[]>
}

const asIs = <Value>(value: Value): Value => value

/** What a reader sees of a tree, in its order. */
export const rowsSeen = async <Shown extends TreeRow, Typed extends TypedInTree, Filter extends object>(
  calls: { id: string },
  store: TreeStore<Shown, Typed, Filter>,
  asked: Asked,
  { visible, request }: Seeing<Filter>,
): Promise<Shown[]> => {
  const seen = await visible?.(asked)
  const rows = await asked.read((database) => store.all(database, request))
  return seen ? rows.filter((row) => seen.includes(idIn(calls, row))) : rows
}

/** The routes of a tree, answered from its table. What a reader does not see is not there for them, as a row and as a place for another. */
export const treeRoutes = <Shown extends TreeRow, Typed extends TypedInTree, Filter extends object>(
  calls: TreeCalls<Shown, Typed, Filter>,
  store: TreeStore<Shown, Typed, Filter>,
  { visible, choices, tell = asIs, label, ...writing }: TreeHooks<Shown, Typed>,
): Route[] => {
  const seenBy = (asked: Asked, request?: ListRequest<Filter>) => rowsSeen(calls, store, asked, { visible, ...(request && { request }) })

  const inUse = async (asked: Asked) => (await seenBy(asked)).filter(({ status }) => status === '0')

  const refuseUnseen = async (ids: readonly number[], asked: Asked): Promise<boolean> => {
    const seen = await visible?.(asked)
    return seen !== undefined && ids.some((id) => !seen.includes(id))
  }

  const before = async (values: Typed, asked: Asked, id: number | undefined): Promise<Rejection | undefined> => {
    if (id !== undefined && (await refuseUnseen([id], asked))) return rejected('not-found')
    const parent = values.parentId
    // Who sees a part of the tree adds to that part; the root level belongs to people who see all of it.
    if (await refuseUnseen([parent], asked)) {
      const seen = id === undefined ? undefined : await asked.read((database) => store.find(database, id))
      if (seen?.parentId !== parent) return rejected('parent-missing')
    }
    return writing.before?.(values, asked, id)
  }

  const beforeRemoving = async (ids: readonly number[], asked: Asked): Promise<Rejection | undefined> =>
    (await refuseUnseen(ids, asked)) ? rejected('not-found') : writing.beforeRemoving?.(ids, asked)

  return [
    ask(calls.list, async (request, asked) => (await seenBy(asked, request)).map((row) => tell(row, asked))),
    ask(calls.listWithout, async (request, asked) => {
      const below = await asked.read((database) => store.below(database, [idIn(calls, request)]))
      const rows = await seenBy(asked)
      return rows.filter((row) => !below.includes(idIn(calls, row))).map((row) => tell(row, asked))
    }),
    ask(calls.treeselect, async (_, asked) =>
      choices ? choices(asked) : treeOf(await inUse(asked), calls.id, (row) => label(row, asked)),
    ),
    ask(calls.find, async (request, asked) => {
      const id = idIn(calls, request)
      if (await refuseUnseen([id], asked)) return undefined
      const row = await asked.read((database) => store.find(database, id))
      return row && tell(row, asked)
    }),
    ...writingRoutes(calls, store, { ...writing, before, beforeRemoving }),
    spreadsheet(calls.exportRows, async (request, asked) => {
      const seen = await seenBy(asked, request)
      return {
        fileName: `${calls.noun}s.xlsx`,
        wording: await wordingOf(calls.dictionaries, request, asked),
        row: calls.find.response,
        rows: async function* () {
          yield seen.map((row) => tell(row, asked))
        },
      }
    }),
  ]
}
