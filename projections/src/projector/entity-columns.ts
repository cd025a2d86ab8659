import { z } from 'zod'

/** A field of an entity's row as a column: its name, its type, and how to read it in the form in which events carry it. */
export type EntityColumn = { field: string; name: string; type: ColumnType; isNullable: boolean; read: string }

type ColumnType = 'text' | 'uuid' | 'boolean' | 'integer' | 'bigint' | 'double precision' | 'timestamptz' | 'date' | 'jsonb'

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Structures are `jsonb`. An integer that can exceed 32 bits, such as a log position, is `bigint`. */
const typeOf = (schema: z.core.$ZodType): ColumnType => {
  if (schema instanceof z.ZodISODateTime) return 'timestamptz'
  if (schema instanceof z.ZodISODate) return 'date'
  if (schema instanceof z.ZodUUID) return 'uuid'
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumberFormat) return schema.format === 'int32' ? 'integer' : 'bigint'
  return schema instanceof z.ZodNumber ? 'double precision' : 'jsonb'
}

/** A row that was stored must fold like the row in memory: instants keep their microseconds, identifiers are numbers. */
const readOf = (name: string, type: ColumnType): string => {
  if (type === 'timestamptz') return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  if (type === 'bigint') return `${name}::float8`
  return type === 'date' ? `${name}::text` : name
}

export const columnsOf = (row: z.ZodObject): EntityColumn[] =>
  Object.entries(row.shape).map(([field, schema]) => {
    const isNullable = schema instanceof z.ZodNullable
    const type = typeOf(isNullable ? schema.unwrap() : schema)
    const name = snakeCase(field)
    return { field, name, type, isNullable, read: readOf(name, type) }
  })

/** The value as a parameter of an array of the column's type. */
export const stored = (value: unknown, { type }: EntityColumn): unknown =>
  type === 'jsonb' && value !== null ? JSON.stringify(value) : value
