import { type BrokenRule, brokenRuleOf, textOfRule } from '@nightflow/schemas/shared/field-rules'
import type { FieldError } from '@nightflow/schemas/shared/problem'
import type { z } from 'zod'
import { currentLanguage } from '#api/language.ts'
import { ProblemError } from '#api/problem-error.ts'
import type { FieldChoice } from '#ui/form/form-fields.ts'

/** Refusals that are about one field, wherever they come from. */
const fieldOfRefusal: Record<string, string> = {
  'email-taken': 'email',
  'phone-taken': 'phonenumber',
  'user-name-taken': 'userName',
  'parameter-impossible': 'configValue',
}

/** The sentence of a broken rule below its field. A bound is said in the unit that is typed: a share of 0.2 is 20 per cent there. */
export const sentenceAt = ({ factor = 1 }: Pick<FieldChoice, 'factor'>, { code, details }: BrokenRule | FieldError): string =>
  textOfRule(
    { code, ...(details && { details: typeof details.limit === 'number' ? { limit: details.limit / factor } : details }) },
    currentLanguage(),
  )

/** What a schema found wrong between fields, at the field that each rule names, or at the first one. */
export const errorsOfRules = ({ issues }: z.ZodError, fields: readonly Pick<FieldChoice, 'name' | 'factor'>[]): Record<string, string> =>
  Object.fromEntries(
    issues.toReversed().flatMap((issue) => {
      const field = fields.find(({ name }) => name === issue.path[0]) ?? fields[0]
      return field ? [[field.name, sentenceAt(field, brokenRuleOf(issue, true))]] : []
    }),
  )

/** What the server found wrong, by field; empty when it is about no field of this form. */
export function errorsAtFields(
  error: unknown,
  fields: readonly Pick<FieldChoice, 'name' | 'factor'>[],
  problemText: (error: unknown) => string,
): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  const refused = fieldOfRefusal[error.code]
  if (refused && fields.some(({ name }) => name === refused)) return { [refused]: problemText(error) }
  const named = (error.problem?.errors ?? []).flatMap((wrong) => {
    const field = fields.find(({ name }) => name === wrong.path.split('.')[0])
    return field ? [[field.name, sentenceAt(field, wrong)] as const] : []
  })
  if (named.length > 0) error.isShown = true
  // Of several rules that one field breaks, the first is said.
  return Object.fromEntries(named.toReversed())
}
