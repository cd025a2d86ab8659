import { z } from 'zod'

/** What zod knows of a field: its kind, whether it must be there, its bounds. */
export type FieldKind = 'text' | 'number' | 'switch' | 'choice' | 'list'
export type FieldFacts = { kind: FieldKind; required: boolean; maxLength?: number; options?: string[] }

/** What only people know of a field. `factor` turns what is typed into what is sent: per cent into a share is 0.01. */
export type FieldChoice = {
  name: string
  label: string
  description?: string
  unit?: string
  factor?: number
  placeholder?: string
  optionLabels?: Record<string, string>
}

export type FieldValue = string | number | boolean

function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; required: boolean } {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return { ...unwrap(schema.def.innerType), required: false }
  if (schema instanceof z.ZodDefault) return { ...unwrap(schema.def.innerType), required: false }
  return { inner: schema, required: true }
}

export function factsOf(schema: z.core.$ZodType): FieldFacts {
  const { inner, required } = unwrap(schema)
  if (inner instanceof z.ZodNumber) return { kind: 'number', required }
  if (inner instanceof z.ZodBoolean) return { kind: 'switch', required: false }
  if (inner instanceof z.ZodEnum) return { kind: 'choice', required, options: inner.options.map(String) }
  if (inner instanceof z.ZodArray) return { kind: 'list', required }
  const maxLength = inner instanceof z.ZodString ? inner.maxLength : null
  return maxLength === null ? { kind: 'text', required } : { kind: 'text', required, maxLength }
}

/** Numbers as people type many of them: separated by English commas, also by Chinese ones, spaces and new lines. Each once. */
export const splitNumbers = (text: string): string[] => [...new Set(text.split(/[\s,，;；、]+/).filter((word) => word !== ''))]

/** What is sent for what was typed; an empty field is absent, never zero or an empty text. */
export function sentValue(typed: FieldValue | undefined, facts: FieldFacts, factor = 1): unknown {
  if (typed === undefined || typed === '') return undefined
  if (facts.kind === 'number') return Number((Number(typed) * factor).toPrecision(12))
  if (facts.kind === 'list') return splitNumbers(String(typed))
  return typeof typed === 'string' ? typed.trim() : typed
}

/** The key of the text of a zod issue. */
export const issueKey = (issue: { code?: string | undefined; input?: unknown }, value: unknown): string =>
  value === undefined
    ? 'required'
    : (({ too_small: 'tooSmall', too_big: 'tooBig', invalid_format: 'format' } as Record<string, string>)[issue.code ?? ''] ?? 'invalid')
