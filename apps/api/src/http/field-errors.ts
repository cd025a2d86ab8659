import { brokenRuleOf, textOfRule, vagueRules } from '@nightflow/schemas/shared/field-rules'
import type { Language } from '@nightflow/schemas/shared/language'
import type { FieldError } from '@nightflow/schemas/shared/problem'
import type { z } from 'zod'
import { en, fr, id, zhCN } from 'zod/locales'

const locales = { 'zh-CN': zhCN(), en: en(), fr: fr(), id: id() } satisfies Record<Language, object>

/** Validation errors of zod, in the reader's language: handed to `safeParse`. */
export const zodMessagesIn = (language: Language) => ({ error: locales[language].localeError })

/** The rule that a value broke, and its message; the schema's own message where it says more than the rule's. */
export const fieldErrorOf = (issue: z.core.$ZodIssue, value: unknown, language: Language): Omit<FieldError, 'path'> => {
  const rule = brokenRuleOf(issue, value)
  return { ...rule, message: vagueRules.has(rule.code) ? issue.message : textOfRule(rule, language) }
}
