import en from './format-texts/en.json' with { type: 'json' }
import fr from './format-texts/fr.json' with { type: 'json' }
import id from './format-texts/id.json' with { type: 'json' }
import zhCN from './format-texts/zh-CN.json' with { type: 'json' }
import type { Language } from './language.ts'

export type Format = keyof typeof en

/** The rule of a field, in every language. `{{limit}}` is replaced by the rule's bound. */
export const formatTexts: Record<Language, Record<Format, string>> = { 'zh-CN': zhCN, en, fr, id }

const formatOfText = new Map(Object.entries(en).map(([format, text]) => [text, format as Format]))

/** As a schema says it, which knows no reader; `formatSaid` knows it again. */
export const formatText = (format: Format): string => en[format]

/** The format that a schema named; undefined where it said something else. */
export const formatSaid = (said: string | undefined): Format | undefined => formatOfText.get(said ?? '')
