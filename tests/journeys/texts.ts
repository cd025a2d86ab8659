import { readFileSync } from 'node:fs'

export const languages = ['en', 'zh-CN', 'fr', 'id'] as const
export type Language = (typeof languages)[number]

type Texts = { [key: string]: string | Texts }
const files = new Map<string, Texts>()

/** Everything that a context says in a language. */
export const textsOfContext = (language: Language, context: string): Texts => {
  const url = new URL(`../../apps/web/locales/${language}/${context}.json`, import.meta.url)
  const known = files.get(url.pathname)
  if (known) return known
  const read = JSON.parse(readFileSync(url, 'utf8')) as Texts
  files.set(url.pathname, read)
  return read
}

/**
 * The text on the screen, from the web's own texts: `text('leakage:figure.klRatio')`. Journeys name texts, so that wording may
 * be improved without them; a text that is not there is an error here.
 */
export const text = (key: string, values: Record<string, string | number> = {}, language: Language = 'en'): string => {
  const [context = '', path = ''] = key.split(':')
  const found = path
    .split('.')
    .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), textsOfContext(language, context))
  if (typeof found !== 'string') throw new Error(`there is no text ${key} in ${language}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? `{{${name}}}`))
}
