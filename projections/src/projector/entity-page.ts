import { personOf } from './entity-history.ts'
import type { Entity, HistoryRows, HistoryStep, RowEvent, Step } from './entity-shape.ts'

type Keyed = { tenant: string } & Record<string, unknown>
/** An event and a row that it concerns. */
type Touch = { event: RowEvent; key: Keyed; name: string }

/** Changes of a page: rows in their last state, whether all of them are new, and the lines of their histories. */
export type FoldedPage = { changed: Keyed[]; areNew: boolean; steps: HistoryStep[] }

/** Folds a page in memory. `read` gets each key once and answers the rows that there are. */
export const foldPage = async (
  entity: Entity,
  events: readonly RowEvent[],
  owns: (tenant: string, key: object) => boolean,
  read: (keys: readonly Keyed[]) => Promise<readonly Keyed[]>,
): Promise<FoldedPage> => {
  const touched = events.flatMap((event) => touchesOf(entity, event, owns))
  if (touched.length === 0) return { changed: [], areNew: true, steps: [] }
  const keys = new Map(touched.map(({ name, key }) => [name, key]))
  const rows = new Map<string, object>()
  for (const { tenant, ...row } of await read([...keys.values()])) rows.set(nameOf(entity, tenant, row), row)
  const areNew = rows.size === 0
  const changed = new Set<string>()
  const steps: HistoryStep[] = []
  for (const { event, key, name } of touched) {
    const before = rows.get(name)
    const after = entity.cases.get(event.type)?.(before, event, key)
    if (!after) continue
    const step = stepOf(entity, event, { before, after, key })
    if (step) steps.push({ key, position: event.position, ...step })
    if (after === before) continue
    rows.set(name, after)
    changed.add(name)
  }
  return { changed: [...changed].map((name) => ({ ...rows.get(name)!, tenant: keys.get(name)!.tenant })), areNew, steps }
}

/** The first of the event's cases that concerns this row. */
const stepOf = ({ history }: Entity, event: RowEvent, rows: HistoryRows<object>): Step | undefined => {
  const { reason, note } = event.data
  for (const { step, tell } of history.get(event.type) ?? []) {
    const told = tell ? tell(event, rows) : {}
    if (told === undefined) continue
    const why = typeof reason === 'string' ? reason : typeof note === 'string' ? note : ''
    const own = {
      at: new Date(event.recordedAt).toISOString(),
      by: personOf(event.metadata.actor),
      note: why || null,
      facts: {},
      changes: [],
    }
    return { step, ...own, ...told }
  }
  return undefined
}

const touchesOf = (entity: Entity, event: RowEvent, owns: (tenant: string, key: object) => boolean): Touch[] => {
  const { tenant } = event.metadata
  const touches = entity
    .keysOf(event)
    .filter((key) => owns(tenant, key))
    .map((key) => ({ event, key: { ...canonical(entity, key), tenant }, name: nameOf(entity, tenant, key) }))
  // An event that names a row twice concerns it once.
  return touches.length < 2 ? touches : [...new Map(touches.map((touch) => [touch.name, touch])).values()]
}

/** PostgreSQL writes a UUID in lower case; the client that chose it may not have. */
const canonical = ({ key }: Entity, values: object) =>
  Object.fromEntries(
    key.map(({ field, type }) => {
      const value: unknown = Reflect.get(values, field)
      return [field, type === 'uuid' ? String(value).toLowerCase() : value]
    }),
  )

const nameOf = (entity: Entity, tenant: string, key: object): string => JSON.stringify([tenant, ...Object.values(canonical(entity, key))])

/** Names of the rows that an event concerns: two events with a name in common concern one row. */
export const rowNamesOf = (entity: Entity, event: RowEvent): string[] =>
  entity.keysOf(event).map((key) => nameOf(entity, event.metadata.tenant, key))
