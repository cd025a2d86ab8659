import { type TreeStore, treeOf } from '@nightflow/platform/storage/tree-table'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { Wording } from '@nightflow/schemas/shared/lists'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { noParent, type TreeNode } from '@nightflow/schemas/shared/tree-place'
import type { Asked } from '../http/asked.ts'
import { ask, type Route } from '../http/serve.ts'
import { type Dictionaries, wordingOf } from '../resource/choices.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { type Hooks, type Row, writingRoutes } from '../resource/resource-routes.ts'

type TreeEndpoints = Record<'list' | 'listWithout' | 'treeselect' | 'find' | 'create' | 'change' | 'remove' | 'exportRows', Endpoint> & {
  id: string
  noun: string
  dictionaries: Dictionaries
}

type TreeHooks<Shown extends object, Typed extends object> = Hooks<Shown, Typed> & {
  /** A row in the words of a tree to choose from. */
  label: (row: Shown, asked: Asked) => string
  /** Identifiers of the rows that this reader sees; undefined for all. */
  visible?: (asked: Asked) => Promise<readonly number[] | undefined>
  /** What forms choose from, where that is not the rows in use that the reader sees. */
  choices?: (asked: Asked) => Promise<TreeNode[]>
}

const asIs = <Value>(value: Value): Value => value

/** What a reader sees of a tree, in its order. */
export const rowsSeen = async <Shown extends object, Typed extends object>(
  calls: { id: string },
  store: TreeStore<Shown, Typed>,
  asked: Asked,
  { visible, request = {} }: { visible?: TreeHooks<Shown, Typed>['visible']; request?: Row },
): Promise<Shown[]> => {
  const seen = await visible?.(asked)
  const rows = await asked.read((database) => store.all(database, request))
  return seen ? rows.filter((row) => seen.includes(Number((row as Row)[calls.id]))) : rows
}

/** The routes of a tree, answered from its table. What a reader does not see is not there for them, as a row and as a place for another. */
export const treeRoutes = <Shown extends Row, Typed extends { parentId: number }>(
  calls: TreeEndpoints,
  store: TreeStore<Shown, Typed>,
  { visible, choices, tell = asIs, label, ...writing }: TreeHooks<Shown, Typed>,
): Route[] => {
  const seenBy = (asked: Asked, request: Row = {}) => rowsSeen(calls, store, asked, { ...(visible && { visible }), request })

  const refuseUnseen = async (ids: readonly number[], asked: Asked): Promise<boolean> => {
    const seen = await visible?.(asked)
    return seen !== undefined && ids.some((id) => !seen.includes(id))
  }

  const before = async (values: Typed, asked: Asked, id: number | undefined): Promise<Rejection | undefined> => {
    if (id !== undefined && (await refuseUnseen([id], asked))) return rejected('not-found')
    const parent = values.parentId ?? noParent
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
    ask(calls.list, async (request: Row, asked) => (await seenBy(asked, request)).map((row) => tell(row, asked))),
    ask(calls.listWithout, async (request: Row, asked) => {
      const below = await asked.read((database) => store.below(database, [Number(request[calls.id])]))
      const rows = await seenBy(asked)
      return rows.filter((row) => !below.includes(Number((row as Row)[calls.id]))).map((row) => tell(row, asked))
    }),
    ask(calls.treeselect, async (_, asked) =>
      choices ? choices(asked) : treeOf(await seenBy(asked, { status: '0' }), calls.id, (row) => label(row, asked)),
    ),
    ask(calls.find, async (request: Row, asked) => {
      const id = Number(request[calls.id])
      if (await refuseUnseen([id], asked)) return undefined
      const row = await asked.read((database) => store.find(database, id))
      return row && tell(row, asked)
    }),
    ...writingRoutes(calls, store, { ...writing, before, beforeRemoving }),
    spreadsheet(calls.exportRows, async (request: Row & Wording, asked) => {
      const seen = await seenBy(asked, request)
      return {
        fileName: `${calls.noun}s.xlsx`,
        wording: await wordingOf(calls.dictionaries, request, asked),
        row: calls.find.response,
        rows: async function* () {
          yield seen.map((row) => tell(row, asked) as Row)
        },
      }
    }),
  ]
}
