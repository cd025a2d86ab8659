import type { Queryable } from './platform-tables.ts'

/** Rows that the service ships into a table: their key, and the columns that follow the declaration, each with its type. */
export type ShippedRows<Key extends string, Column extends string> = {
  table: string
  key: readonly Key[]
  columns: Readonly<Record<Column, string>>
  /** As the declaration has them; further properties are remembered with the row. */
  rows: readonly Readonly<Record<NoInfer<Key | Column>, unknown>>[]
}

/** Is the value in the table still the one that the row was shipped with? */
export const isAsShipped = (table: string, value: string, property: string): string =>
  `coalesce(to_jsonb(${value}), 'null') = coalesce(${table}.shipped -> '${property}', 'null')`

/**
 * Brings shipped rows to the declaration of this version: a column that still has the value it was shipped with gets the declared one, a
 * column that an operator edited keeps the operator's. Each row then remembers the declared values. Changes nothing when run again, and
 * adds no row. Needs the service's own connection.
 */
export const followDefaults = async <Key extends string, Column extends string>(
  database: Queryable,
  { table, key, columns, rows }: ShippedRows<Key, Column>,
): Promise<void> => {
  const followed = Object.entries(columns)
  const fields = [...key.map((column) => `${column} text`), ...followed.map(([column, type]) => `${column} ${type}`)]
  await database.query(
    `update ${table} as kept set shipped = wanted.shipped, ${followed
      .map(
        ([column]) =>
          `${column} = case when ${isAsShipped('kept', `kept.${column}`, column)} then wanted.${column} else kept.${column} end`,
      )
      .join(', ')}
     from (select declared.*, shipped from jsonb_array_elements($1::jsonb) as shipped, jsonb_to_record(shipped) as declared (${fields.join(', ')})) as wanted
     where ${key.map((column) => `kept.${column} = wanted.${column}`).join(' and ')} and kept.shipped is distinct from wanted.shipped`,
    [JSON.stringify(rows)],
  )
}
