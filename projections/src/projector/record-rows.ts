import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { Fields } from '@nightflow/schemas/shared/resource'
import { z } from 'zod'
import { changesBetween, personOf } from './entity-history.ts'
import type { HistoryRows, StepFacts } from './entity-shape.ts'

type Resource<Row extends z.ZodObject> = { id: string; fields: Fields; row: Row }
type RowEvent = Pick<RecordedEvent, 'position' | 'metadata'> & { data: object }

/**
 * The row and the cases of a resource whose rows are kept in the log (`recordedEvents`). Its identifier is the log position at which it was
 * added: the same after every rebuild. `beginning` is what a new row has besides its form. A removed row stays, marked, for its history.
 */
export const recordRows = <Row extends z.ZodObject>({ id, fields, row }: Resource<Row>, beginning: Partial<z.output<Row>> = {}) => {
  type Stored = z.output<Row> & { isRemoved: boolean }
  const columns = Object.entries(row.shape).filter(([field]) => !fields[field]?.isComputed)
  const form = columns.map(([field]) => field).filter((field) => fields[field] && !fields[field].isReadOnly)
  const valuesOf = ({ data }: RowEvent) => {
    const { at: _, ...values } = data as { at: string }
    return values
  }
  const at = ({ data }: RowEvent): string => (data as { at: string }).at
  const tables = Object.entries(fields).flatMap(([field, { isJson, schema }]) =>
    isJson ? [{ field, columns: columnsOfTable(schema) }] : [],
  )
  return {
    row: z.object({ ...Object.fromEntries(columns), isRemoved: z.boolean() }) as unknown as z.ZodObject<
      Row['shape'] & { isRemoved: z.ZodBoolean }
    >,
    added: (_: unknown, event: RowEvent) =>
      ({
        ...beginning,
        ...valuesOf(event),
        [id]: event.position,
        createBy: personOf(event.metadata.actor),
        createTime: at(event),
        updateBy: null,
        updateTime: null,
        isRemoved: false,
      }) as unknown as Stored,
    changed: (seen: Stored | undefined, event: RowEvent): Stored | undefined =>
      seen && { ...seen, ...valuesOf(event), updateBy: personOf(event.metadata.actor), updateTime: at(event) },
    removed: (seen: Stored | undefined): Stored | undefined => seen && { ...seen, isRemoved: true },
    /** The changed fields, for a line of the history. */
    changes: (_: unknown, { before, after }: HistoryRows<Stored>): StepFacts => ({
      changes: changesBetween(inWords(before ?? {}, tables), inWords(after, tables), form),
    }),
  }
}

const wordsMax = 500

type TableOf = { field: string; columns: readonly string[] }

/** The columns of a table in the order of its form: the database keeps none. */
const columnsOfTable = (schema: z.ZodType): readonly string[] => {
  const inner = schema instanceof z.ZodDefault ? schema.def.innerType : schema
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodObject ? Object.keys(inner.element.shape) : []
}

/** A row with its tables as one line of text each: a history has values, and says a change of a table by what is in it. */
const inWords = (row: object, tables: readonly TableOf[]): object => ({
  ...row,
  ...Object.fromEntries(tables.map(({ field, columns }) => [field, lineOf(Reflect.get(row, field), columns)])),
})

const lineOf = (table: unknown, columns: readonly string[]): string | null => {
  if (!Array.isArray(table)) return null
  const textOf = (row: unknown): string =>
    typeof row === 'object' && row !== null ? columns.flatMap((column) => Reflect.get(row, column) ?? []).join(' / ') : String(row)
  const line = table.map(textOf).join('; ')
  return line.length > wordsMax ? `${line.slice(0, wordsMax - 1)}…` : line
}
