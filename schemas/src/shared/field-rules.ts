import type { z } from 'zod'
import { type Format, formatSaid, formatTexts } from './format-texts.ts'
import type { Language } from './language.ts'

/** The rule that the value of a field breaks, with the bound that its text names. */
export type BrokenRule = { code: Format; details?: { limit: string | number } }

/** The parts of a zod issue that identify a rule. */
export type Issue = {
  code?: string | undefined
  message?: string | undefined
  origin?: string | undefined
  format?: string | undefined
  expected?: string | undefined
  minimum?: unknown
  maximum?: unknown
  inclusive?: boolean | undefined
  exact?: boolean | undefined
}

/** Rules of which a schema's own message knows more, such as which values there are. */
export const vagueRules: ReadonlySet<Format> = new Set(['choice', 'form', 'value'])

/** The rule behind an issue with this value. An absent value, or an empty one of a required field, is missing and nothing else. */
export const brokenRuleOf = (issue: Issue, value: unknown): BrokenRule => {
  if (value === undefined || value === null) return { code: 'required' }
  const said = formatSaid(issue.message)
  if (said) return { code: said }
  if (issue.code === 'too_small' || issue.code === 'too_big') return boundOf(issue)
  if (issue.code === 'invalid_format') return { code: codeOfForm[issue.format ?? ''] ?? 'form' }
  if (issue.code === 'invalid_type') return { code: codeOfType[issue.expected ?? ''] ?? 'value' }
  return { code: issue.code === 'invalid_value' ? 'choice' : 'value' }
}

const codeOfForm: Record<string, Format> = { email: 'email', date: 'day', datetime: 'moment' }
const codeOfType: Record<string, Format> = { number: 'number', int: 'whole-number' }

const boundOf = ({ code, origin, minimum, maximum, inclusive, exact }: Issue): BrokenRule => {
  const isLow = code === 'too_small'
  const limit = Number(isLow ? minimum : maximum)
  const details = { limit }
  if (origin === 'string') {
    if (exact) return { code: 'characters', details }
    if (isLow && limit === 1) return { code: 'required' }
    return { code: isLow ? 'characters-min' : 'characters-max', details }
  }
  if (origin === 'array') return isLow && limit === 1 ? { code: 'required' } : { code: isLow ? 'entries-min' : 'entries-max', details }
  if (inclusive === false) return { code: isLow ? 'above' : 'below', details }
  return { code: isLow ? 'minimum' : 'maximum', details }
}

/** The sentence of a rule, its bound written as the reader writes numbers. A word that is no rule says that the value is not possible. */
export const textOfRule = ({ code, details }: { code: string; details?: BrokenRule['details'] }, language: Language): string => {
  const texts = formatTexts[language]
  const text = Object.hasOwn(texts, code) ? texts[code as Format] : texts.value
  return text.replaceAll('{{limit}}', boundIn(details?.limit ?? '', language))
}

const boundIn = (limit: string | number, language: Language): string =>
  typeof limit === 'number' ? new Intl.NumberFormat(language, { maximumFractionDigits: 12 }).format(limit) : limit

/** The value at the path of an issue. */
export const valueAt = (given: unknown, path: z.core.$ZodIssue['path']): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), given)
