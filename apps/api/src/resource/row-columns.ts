import type { z } from 'zod'

export type ColumnKind = 'number' | 'boolean' | 'instant' | 'date' | 'text' | 'json'
export type Column = { name: string; kind: ColumnKind }

/** The columns of a row in the order of its schema; what the schema knows of a field decides how CSV and Arrow write it. */
export const columnsOfRow = (row: z.ZodObject): Column[] =>
  Object.entries(row.shape).map(([name, field]) => ({ name, kind: kindOf(field as Schema) }))

/** The properties of a zod schema that are read here. */
type Schema = { def: { type: string; innerType?: Schema; format?: string } }

const wrappers = new Set(['nullable', 'optional', 'default', 'readonly', 'nonoptional'])

const kindOf = ({ def }: Schema): ColumnKind => {
  if (wrappers.has(def.type) && def.innerType) return kindOf(def.innerType)
  switch (def.type) {
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'string':
      return def.format === 'datetime' ? 'instant' : def.format === 'date' ? 'date' : 'text'
    case 'enum':
    case 'literal':
      return 'text'
    default:
      return 'json'
  }
}

/** A value as the text of a table: several words are one text, other structures are JSON. */
export const textOfValue = (value: unknown, kind: ColumnKind): string => {
  if (kind !== 'json') return String(value)
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value.join(' ') : JSON.stringify(value)
}
