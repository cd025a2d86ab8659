import type { Decider } from '@nightflow/domain/shared/decider'
import type { RecordCommand, Recorded } from '@nightflow/domain/shared/record-decider'
import type { ResourceStore } from '@nightflow/platform/storage/resource-table'
import type { ServiceEvent } from '@nightflow/schemas/events'
import { objectOf, valueIn } from '@nightflow/schemas/shared/object-of'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandsOf } from '../http/commands-of.ts'
import { decide } from '../http/decide.ts'
import { decideInOrder } from '../http/decide-each.ts'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'
import { type Hooks, idIn, idsIn, logRoutes, type WrittenCalls } from './resource-routes.ts'

type LogCalls<Shown extends object, Filter extends object> = Parameters<typeof logRoutes<Shown, Filter>>[0]

type Recording<Shown extends object, Typed extends object, State extends Recorded<object>, Event extends ServiceEvent> = {
  /** Its commands may be more than those of a record. */
  decider: Decider<RecordCommand<Typed>, State, Event>
  /** The field that names the row and its stream. */
  key: keyof Shown & keyof Typed & string
  /** Why these rows cannot be removed, checked before the first of them is. */
  refuseRemoval?: (rows: readonly Shown[]) => Rejection | undefined
  /** Follows what was recorded, such as the registration of a meter; answers the position of its last event. */
  afterwards?: (values: Typed, context: RequestContext) => Promise<number>
  enrich?: Hooks<Shown, Typed>['enrich']
  /** A rule about what is not in the row, such as a meter that it names; `isNew` for a row that is added. */
  refuse?: (values: Typed, context: RequestContext, isNew: boolean) => Promise<Rejection | undefined>
}

/** The routes of a resource whose rows are kept in the log: lists and spreadsheets read the read model, changes are commands of its decider. */
export const recordedRoutes = <
  Shown extends object,
  Typed extends object,
  Filter extends object,
  State extends Recorded<object>,
  Event extends ServiceEvent,
>(
  calls: LogCalls<Shown, Filter> & WrittenCalls<Typed>,
  store: Pick<ResourceStore<Shown, Typed, Filter>, 'list' | 'scan' | 'find'>,
  { decider, key, refuseRemoval, afterwards, enrich, refuse }: Recording<Shown, Typed, State, Event>,
): Route[] => {
  const keyOf = (row: object): string => String(valueIn(row, key))
  const findRow = (context: RequestContext, id: number) => context.read((database: PoolClient) => store.find(database, id))
  const record = commandsOf<RecordCommand<Typed>, State, Event>(decider, ({ values }) => values ?? null)
  return [
    ...logRoutes(calls, store, { ...(enrich && { enrich }) }),
    record(calls.create, {
      ...(refuse && { refuse: (values: Typed, context: RequestContext) => refuse(values, context, true) }),
      command: (values) => ({ type: 'AddRecord', key: keyOf(values), values }),
      afterwards: async ({ request, context }) => afterwards?.(request, context),
      answer: ({ position }) => objectOf<object>([[calls.id, position]]),
    }),
    record(calls.change, {
      ...(refuse && { refuse: (values: Typed, context: RequestContext) => refuse(values, context, false) }),
      prepare: async (request, context) => {
        const seen = await findRow(context, idIn(calls, request))
        return seen && { key: keyOf(seen), values: withoutId(calls, request) }
      },
      command: (_, found) => ({ type: 'ChangeRecord', ...found }),
      afterwards: async ({ found, context }) => afterwards?.({ ...found.values, [key]: found.key }, context),
    }),
    command(calls.remove, async (request, context) => {
      const ids = [...new Set(idsIn(calls, request))]
      const rows = await context.read((database) => findEach(store)(database, ids))
      if (rows.length < ids.length) return rejected('not-found')
      const refusal = refuseRemoval?.(rows)
      if (refusal) return refusal
      const position = await decideInOrder(rows, (row) =>
        decide(context, decider, { type: 'RemoveRecord', key: keyOf(row) }, () => undefined),
      )
      return isRejection(position) ? position : { response: {}, position, before: rows }
    }),
  ]
}

/** The rows of these identifiers, without those that the tenant does not have. */
export const eachBy =
  <Shown extends object>(find: (database: PoolClient, id: number) => Promise<Shown | undefined>) =>
  async (database: PoolClient, ids: readonly number[]): Promise<Shown[]> => {
    const rows: Shown[] = []
    for (const id of new Set(ids)) {
      const row = await find(database, id)
      if (row) rows.push(row)
    }
    return rows
  }

/** The same by the store of a resource. */
export const findEach = <Shown extends object>({ find }: { find: (database: PoolClient, id: number) => Promise<Shown | undefined> }) =>
  eachBy(find)

/** The fields of a form, without the row that it changes. */
const withoutId = <Typed extends object>(calls: { id: string }, request: Typed): Typed =>
  Object.fromEntries(Object.entries(request).filter(([field]) => field !== calls.id)) as Typed
