import { formatTextIn, formatTexts } from '@nightflow/schemas/shared/format-texts'
import type { Language } from '@nightflow/schemas/shared/language'
import type { z } from 'zod'
import { en, fr, id, zhCN } from 'zod/locales'

const locales = { 'zh-CN': zhCN(), en: en(), fr: fr(), id: id() } satisfies Record<Language, object>

/** What a schema says by itself, in the reader's language: handed to `safeParse`. */
export const complaintsIn = (language: Language) => ({ error: locales[language].localeError })

type Issue = Pick<z.core.$ZodIssue, 'message'>

/** What a person is told of an issue of `complaintsIn` that language: in the words of the format where a field has one. */
export const complaintOf = ({ message }: Issue, language: Language): string => formatTextIn(message, language) ?? message

/** What a person is told of a field that was left empty and may not be. */
export const missingIn = (language: Language): string => formatTexts[language].required
