import en from './format-texts/en.json' with { type: 'json' }
import fr from './format-texts/fr.json' with { type: 'json' }
import id from './format-texts/id.json' with { type: 'json' }
import zhCN from './format-texts/zh-CN.json' with { type: 'json' }
import type { Language } from './language.ts'

type Format = keyof typeof en

/** What a field asks of its text, in every language. */
export const formatTexts: Record<Language, Record<Format, string>> = { 'zh-CN': zhCN, en, fr, id }

const formatOfText = new Map(Object.entries(en).map(([format, text]) => [text, format as Format]))

/** As a schema says it, which knows no reader; `formatTextIn` tells it to people. */
export const formatText = (format: Format): string => en[format]

/** What a schema said of a value, in the reader's language; undefined where a schema said something else. */
export const formatTextIn = (said: string | undefined, language: Language): string | undefined => {
  const format = formatOfText.get(said ?? '')
  return format && formatTexts[language][format]
}
