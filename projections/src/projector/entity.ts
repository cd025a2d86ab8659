import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { EventOf, EventType } from '@nightflow/schemas/events'
import type { ClientBase } from 'pg'
import type { z } from 'zod'
import { columnsOf, stored } from './entity-columns.ts'
import { historyTable, writeHistory } from './entity-history.ts'
import { foldPage } from './entity-page.ts'
import type { Entity, HistoryCase, KeyOf, RowEvent } from './entity-shape.ts'
import { defineProjection, type Projection, type Session } from './projection.ts'

/** An event of a type with its typed data and its facts in the log. */
export type EventAt<Type extends EventType> = Omit<RecordedEvent, 'type' | 'data'> & EventOf<Type>

type Evolve<Row> = { [Type in EventType]?: (row: Row | undefined, event: EventAt<Type>, key: KeyOf<Row>) => Row | undefined }
type Cases<Type extends EventType, Row> = HistoryCase<EventAt<Type>, Row> | readonly HistoryCase<EventAt<Type>, Row>[]
/** The steps of a history by event type. */
export type HistoryOf<Row> = { [Type in EventType]?: Cases<Type, Row> }

/** A case for the event of each declared command (`commandsOn`), from what of the row is different afterwards. Where there is no row, there is none after. */
export const casesOf = <Types extends EventType, Row, Change extends object>(
  becomes: { readonly [Type in Types]: Change },
  apply: (row: Row, change: Change, event: EventAt<Types>) => Row,
) => {
  const cases = Object.entries<Change>(becomes).map(([type, change]) => [
    type,
    (row: Row | undefined, event: EventAt<Types>) => row && apply(row, change, event),
  ])
  return Object.fromEntries(cases) as unknown as { [Type in Types]: (row: Row | undefined, event: EventAt<Type>) => Row | undefined }
}

type Indexes = Readonly<Record<string, string>>

type Declared<Schema extends z.ZodObject, Key extends Extract<keyof z.output<Schema>, string>> = {
  /** `<context>/<file>`. */
  name: string
  /** Raise it when rows come out differently; the read models are then rebuilt from the log. */
  version: number
  table: string
  /** The row: a field is a column in snake case, and its schema is the column's type. */
  row: Schema
  /** The fields that identify a row within a tenant. Their columns are text, uuid or integer. */
  key: readonly Key[]
  /** Definitions behind `create index <table>_<name> on <table>`; `unique` may precede. */
  indexes?: Indexes
  /** A case per event type: the row after the event. `undefined` leaves the table as it is. A case does not change its arguments. */
  evolve: Evolve<z.output<Schema>>
  /** The rows that an event concerns. Without this: the one whose key fields are in the event's data. */
  keysOf?: (event: RowEvent) => readonly Pick<z.output<Schema>, Key>[]
  /** The events that a reader sees as the history of a row; they become rows of `<table>_history`. Every step has a sentence in each language. */
  history?: { sentences: string; steps: HistoryOf<z.output<Schema>> }
  /** The key field that divides the rows among the shards. Without this the first shard writes all of them. */
  shardedBy?: Key
  /** Events of one row may come in any order. */
  isCommutative?: true
  /** As of a projection. */
  laws?: Projection['laws']
}

export type EntityProjection = Projection & { entity: Entity }

/**
 * The read model of one kind of stream, declared by its row and by what each event does to it. The table, its indexes, the statements
 * and the rebuild follow. A page costs one read and one write per table, whatever its number of events.
 */
export const defineEntity = <Schema extends z.ZodObject, const Key extends Extract<keyof z.output<Schema>, string>>(
  declared: Declared<Schema, Key>,
): EntityProjection => {
  const entity = entityOf(declared as unknown as Declared<z.ZodObject, string>)
  const { table } = entity
  const projection = defineProjection({
    name: declared.name,
    version: declared.version,
    events: Object.keys(declared.evolve) as EventType[],
    tables: { [table]: tableOf(entity, declared.indexes ?? {}), ...(declared.history && historyTable(entity)) },
    // A page finds its rows by their keys; what must be unique is refused while it is written.
    questionIndexes: indexesOf(table, declared.indexes ?? {}, ''),
    ...(declared.shardedBy && { isSharded: true }),
    ...(declared.laws && { laws: declared.laws }),
    keepsNothing: true,
    open: async (session) => (batch) => applyPage(entity, session, batch.events),
  })
  return { ...projection, entity }
}

const entityOf = (declared: Declared<z.ZodObject, string>): Entity => {
  const { table, row, shardedBy, isCommutative = false } = declared
  const columns = columnsOf(row)
  const key = declared.key.map((field) => columns.find((column) => column.field === field)!)
  return {
    table,
    row,
    columns,
    key,
    cases: new Map(Object.entries(declared.evolve)) as unknown as Entity['cases'],
    keysOf: declared.keysOf ?? (({ data }) => [Object.fromEntries(declared.key.map((field) => [field, data[field]]))]),
    sentences: declared.history?.sentences,
    history: new Map(
      Object.entries(declared.history?.steps ?? {}).map(([type, cases]) => [type, [cases].flat()]),
    ) as unknown as Entity['history'],
    shardedBy,
    isCommutative,
  }
}

const tableOf = ({ table, columns, key, shardedBy }: Entity, indexes: Indexes): string => {
  const lines = columns.map(({ name, type, isNullable }) => `${name} ${type}${isNullable ? '' : ' not null'}`)
  const shard = shardedBy ? 'shard smallint not null, ' : ''
  const primary = `primary key (tenant, ${key.map(({ name }) => name).join(', ')})`
  const create = `create table ${table} (tenant text not null, ${shard}${lines.join(', ')}, ${primary})`
  return [create, ...indexesOf(table, indexes, 'unique ')].join(';\n')
}

const indexesOf = (table: string, indexes: Indexes, kind: 'unique ' | ''): string[] =>
  Object.entries(indexes)
    .filter(([, definition]) => definition.startsWith('unique ') === (kind !== ''))
    .map(([name, definition]) => `create ${kind}index ${table}_${name} on ${table} ${definition.slice(kind.length)}`)

const applyPage = async (entity: Entity, { client, shard }: Session, events: readonly RecordedEvent[]): Promise<void> => {
  if (events.length === 0) return
  const { shardedBy } = entity
  const owns = (tenant: string, key: object) => !shardedBy || shard.owns(tenant, String((key as Record<string, unknown>)[shardedBy]))
  const { changed, areNew, steps } = await foldPage(entity, events, owns, (keys) => readRows(client, entity, keys))
  if (changed.length > 0) await writeRows(client, entity, shard.index, changed, areNew)
  if (steps.length > 0) await writeHistory(client, entity, steps)
}

type Stored = { tenant: string } & Record<string, unknown>

const readRows = async (client: ClientBase, { table, columns, key }: Entity, keys: readonly Stored[]): Promise<Stored[]> => {
  const names = key.map(({ name }) => name)
  const arrays = key.map(({ type }, index) => `$${index + 2}::${type}[]`)
  const { rows } = await client.query<Stored>(
    `select tenant, ${columns.map(({ field, read }) => `${read} as "${field}"`).join(', ')}
     from unnest($1::text[], ${arrays.join(', ')}) as named (tenant, ${names.join(', ')}) join ${table} using (tenant, ${names.join(', ')})`,
    [keys.map(({ tenant }) => tenant), ...key.map(({ field }) => keys.map((each) => each[field]))],
  )
  return rows
}

/** A page of new rows alone, as most are in a rebuild, is inserted without a look at what is there: a quarter of the time. */
const writeRows = async (
  client: ClientBase,
  { table, columns, key, shardedBy }: Entity,
  shard: number,
  rows: readonly Stored[],
  areNew: boolean,
): Promise<void> => {
  const names = columns.map(({ name }) => name)
  const changing = names.filter((name) => !key.some((part) => part.name === name))
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`)
  const replacing = `on conflict (tenant, ${key.map(({ name }) => name).join(', ')})
     do update set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`
  // An insert looks nothing up but by its key: the connection keeps it planned, whatever the table becomes.
  await client.query({
    name: `write-${table}${areNew ? '-new' : ''}-${shard}`,
    text: `insert into ${table} (tenant, ${names.join(', ')}${shardedBy ? ', shard' : ''})
     select changed.*${shardedBy ? `, ${shard}` : ''} from unnest($1::text[], ${arrays.join(', ')}) as changed ${areNew ? '' : replacing}`,
    values: [rows.map(({ tenant }) => tenant), ...columns.map((column) => rows.map((row) => stored(row[column.field], column)))],
  })
}
