import { valueIn } from '@nightflow/schemas/shared/object-of'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import { z } from 'zod'
import { instantOfWall } from '#ui/local-days.ts'
import { boundaryOf } from '#ui/map/boundary-lines.ts'
import type { MapOutline } from '#ui/map/boundary-picker.tsx'
import type { LngLat } from '#ui/map/map-geometry.ts'

/** Facts of a field from zod: its kind, whether it must be there, its bounds, whether it is a number at last. */
export type FieldKind = 'text' | 'number' | 'switch' | 'choice' | 'choices' | 'list' | 'day' | 'instant' | 'texts' | 'boundary' | 'rows'
export type FieldFacts = {
  kind: FieldKind
  required: boolean
  maxLength?: number
  options?: string[]
  isNumber?: true
  timeZone?: string
  columns?: z.core.$ZodShape
}

export type Choice = { value: string | number; label: string }

/** Declared facts of a field that zod does not know. `factor` converts the typed value to the sent one: per cent into a share is 0.01. */
export type FieldChoice = {
  name: string
  label: string
  description?: string | undefined
  unit?: string
  factor?: number
  placeholder?: string
  optionLabels?: Record<string, string> | undefined
  /** The choices, where the schema knows only that it is an identifier. */
  choices?: readonly Choice[] | undefined
  /** The same where the choices form a tree. */
  tree?: readonly TreeNode[] | undefined
  /** Lines of a long text. */
  lines?: number | undefined
  /** By whose clock a time is typed. */
  timeZone?: string | undefined
  /** Typed unseen. */
  isSecret?: true | undefined
  /** The number of an account that exists: found by name, address, telephone, meter or bill. */
  isAccount?: true | undefined
  /** The number of a meter: found by number, name or address. */
  isMeter?: true | undefined
  /** A month such as 2026-11, chosen in a calendar. */
  isMonth?: true | undefined
  /** A colour such as #1890ff. */
  isColour?: true | undefined
  /** Outlines around a boundary, as a help to draw it. */
  around?: readonly MapOutline[] | undefined
  /** The columns of a table that is typed row by row, and what a further row begins with. */
  columns?: readonly FieldChoice[] | undefined
  nextRow?: ((rows: readonly TypedRow[]) => TypedRow) | undefined
  /** Shares a line with its neighbour where there is room. */
  isHalf?: true | undefined
}

/** One row of a table that is typed, by column. */
export type TypedRow = Readonly<Record<string, string | number | null>>

export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number)[]
  | readonly LngLat[]
  | readonly TypedRow[]
  | Readonly<Record<string, string>>

function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; required: boolean } {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return { ...unwrap(schema.def.innerType), required: false }
  if (schema instanceof z.ZodDefault) return { ...unwrap(schema.def.innerType), required: false }
  if (schema instanceof z.ZodNonOptional) return { ...unwrap(schema.def.innerType), required: true }
  return { inner: schema, required: true }
}

export function factsOf(
  schema: z.core.$ZodType,
  { choices, tree, timeZone = 'UTC' }: Pick<FieldChoice, 'choices' | 'tree' | 'timeZone'> = {},
): FieldFacts {
  const { inner, required } = unwrap(schema)
  const isChosen = choices !== undefined || tree !== undefined
  if (inner instanceof z.ZodArray) {
    if (inner.element instanceof z.ZodTuple) return { kind: 'boundary', required }
    if (inner.element instanceof z.ZodObject) return { kind: 'rows', required, columns: inner.element.shape }
    if (!isChosen) return { kind: 'list', required }
    return unwrap(inner.element).inner instanceof z.ZodNumber
      ? { kind: 'choices', required, isNumber: true }
      : { kind: 'choices', required }
  }
  if (inner instanceof z.ZodNumber) return isChosen ? { kind: 'choice', required, isNumber: true } : { kind: 'number', required }
  if (inner instanceof z.ZodBoolean) return { kind: 'switch', required: false }
  if (inner instanceof z.ZodEnum) return { kind: 'choice', required, options: inner.options.map(String) }
  if (inner instanceof z.ZodObject) return { kind: 'texts', required }
  if (inner instanceof z.ZodISODate) return { kind: 'day', required }
  if (inner instanceof z.ZodISODateTime) return { kind: 'instant', required, timeZone }
  if (isChosen) return { kind: 'choice', required }
  const maxLength = inner instanceof z.ZodString ? inner.maxLength : null
  return maxLength === null ? { kind: 'text', required } : { kind: 'text', required, maxLength }
}

/** Numbers as people type many of them: separated by English commas, also by Chinese ones, spaces and new lines. Each once. */
export const splitNumbers = (text: string): string[] => [...new Set(text.split(/[\s,，;；、]+/).filter((word) => word !== ''))]

/** The value to send for a typed one; an empty field is absent, never zero or an empty text. */
export function sentValue(typed: FieldValue | undefined, facts: FieldFacts, factor = 1): unknown {
  if (typed === undefined || typed === null || typed === '') return undefined
  if (facts.kind === 'number') return Number((Number(typed) * factor).toPrecision(12))
  if (facts.kind === 'instant') return instantOfWall(String(typed), facts.timeZone!)
  // A text that is no boundary is sent as an empty one, which the schema refuses in its own words.
  if (facts.kind === 'boundary') return Array.isArray(typed) ? typed : (boundaryOf(String(typed)) ?? [])
  if (facts.kind === 'list') return Array.isArray(typed) ? typed : splitNumbers(String(typed))
  if (facts.kind === 'choices') return (typed as readonly (string | number)[]).map((one) => (facts.isNumber ? Number(one) : String(one)))
  if (facts.kind === 'choice' && facts.isNumber) return Number(typed)
  if (facts.kind === 'rows') return (typed as readonly TypedRow[]).map((row) => sentRow(row, facts.columns ?? {}))
  if (facts.kind === 'texts')
    return Object.fromEntries(
      Object.entries(typed as Record<string, string>).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])),
    )
  return typeof typed === 'string' ? typed.trim() : typed
}

const sentRow = (row: TypedRow, columns: z.core.$ZodShape): object =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, schema]) => {
      const value = row[name]
      if (value === undefined || value === null || value === '') return []
      return [[name, factsOf(schema).kind === 'number' ? Number(value) : value]]
    }),
  )

/** Fields as a form begins with them, from a row that is changed. */
export const typedFrom = (row: object, names: readonly string[]): Record<string, FieldValue> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = valueIn(row, name)
      return value === undefined || value === null ? [] : [[name, value as FieldValue] as const]
    }),
  )
