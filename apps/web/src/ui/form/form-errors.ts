import { type BrokenRule, brokenRuleOf, textOfRule } from '@nightflow/schemas/shared/field-rules'
import type { FieldError } from '@nightflow/schemas/shared/problem'
import type { z } from 'zod'
import { currentLanguage } from '#api/language.ts'
import { ProblemError } from '#api/problem-error.ts'
import type { FieldChoice } from '#ui/form/form-fields.ts'

type ErrorField = Pick<FieldChoice, 'name' | 'factor' | 'columns'>

/** Where an error is shown: below its field, or below the cell of a table that is typed row by row, as `steps.0.unitPrice`. */
const placeOf = ({ name, columns }: ErrorField, path: readonly (string | number)[]): string =>
  columns && path.length > 2 ? path.slice(0, 3).join('.') : name

/** Whether an error at this place is of this field. */
export const isOfField = (place: string, name: string): boolean => place === name || place.startsWith(`${name}.`)

/** Refusals that are about one field, wherever they come from. */
const fieldOfRefusal: Record<string, string> = {
  'email-taken': 'email',
  'phone-taken': 'phonenumber',
  'user-name-taken': 'userName',
  'parameter-impossible': 'configValue',
}

/** Refusals that are about a cell of a table that is typed row by row: the rule names the row, from 1 on. */
const cellOfRefusal: Record<string, { table: string; column: string }> = {
  'price-last-step-not-maximum': { table: 'steps', column: 'endVolume' },
  'price-step-end-not-greater': { table: 'steps', column: 'endVolume' },
  'price-step-gap': { table: 'steps', column: 'startVolume' },
  'price-season-incomplete': { table: 'steps', column: 'lastMonth' },
}

const placeOfRefusal = ({ code, problem }: ProblemError): string | undefined => {
  const cell = cellOfRefusal[code]
  const row = problem?.details?.step
  return cell && typeof row === 'number' ? `${cell.table}.${row - 1}.${cell.column}` : fieldOfRefusal[code]
}

/** The sentence of a broken rule below its field. A bound is said in the unit that is typed: a share of 0.2 is 20 per cent there. */
export const sentenceAt = ({ factor = 1 }: Pick<FieldChoice, 'factor'>, { code, details }: BrokenRule | FieldError): string =>
  textOfRule(
    { code, ...(details && { details: typeof details.limit === 'number' ? { limit: details.limit / factor } : details }) },
    currentLanguage(),
  )

/** Validation errors of a field's own schema, by place; empty when there are none. */
export const errorsOfField = (field: ErrorField, schema: z.ZodType, value: unknown): Record<string, string> => {
  const issues = schema.safeParse(value).error?.issues ?? []
  // Of several rules that one place breaks, the first is said.
  return Object.fromEntries(
    issues.toReversed().map((issue) => {
      const path = [field.name, ...(issue.path as (string | number)[])]
      return [placeOf(field, path), sentenceAt(field, brokenRuleOf(issue, valueAt(value, issue.path)))]
    }),
  )
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

/** Validation errors between fields, at the field that each rule names, or at the first one. */
export const errorsOfRules = ({ issues }: z.ZodError, fields: readonly ErrorField[]): Record<string, string> =>
  Object.fromEntries(
    issues.toReversed().flatMap((issue) => {
      const field = fields.find(({ name }) => name === issue.path[0]) ?? fields[0]
      return field ? [[placeOf(field, issue.path as (string | number)[]), sentenceAt(field, brokenRuleOf(issue, true))]] : []
    }),
  )

/** Validation errors of the server, by place; empty when they are about no field of this form. */
export function errorsAtFields(
  error: unknown,
  fields: readonly ErrorField[],
  problemText: (error: unknown) => string,
): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  const refused = placeOfRefusal(error)
  if (refused && fields.some(({ name }) => isOfField(refused, name))) return { [refused]: problemText(error) }
  const named = (error.problem?.errors ?? []).flatMap((wrong) => {
    const path = wrong.path.split('.')
    const field = fields.find(({ name }) => name === path[0])
    return field ? [[placeOf(field, path), sentenceAt(field, wrong)] as const] : []
  })
  if (named.length > 0) error.isShown = true
  // Of several rules that one field breaks, the first is said.
  return Object.fromEntries(named.toReversed())
}
