import { readdirSync, readFileSync } from 'node:fs'
import { type Language, languages } from '@nightflow/schemas/shared/language'

export type Texts = { [key: string]: string | Texts }

const locales = new URL('../../apps/web/locales/', import.meta.url)
/** Its numbers and dates are among the longest, and its texts give the keys: plural forms are its own. */
export const languageOfLongestTexts: Language = 'fr'

const readTexts = (language: string, context: string): Texts =>
  JSON.parse(readFileSync(new URL(`${language}/${context}.json`, locales), 'utf8')) as Texts

export const contextsOfTexts: readonly string[] = readdirSync(new URL(`${languageOfLongestTexts}/`, locales)).map((name) =>
  name.replace('.json', ''),
)

const wideCharacter = /[\u2e80-\u9fff\uff00-\uffef]/
/** In halves of an em: a Chinese character is as wide as two letters. */
export const widthOfText = (text: string): number =>
  [...text].reduce((width, character) => width + (wideCharacter.test(character) ? 2 : 1), 0)

/** Parts inside which a line does not break, place holders left out. A line of Chinese breaks between any two characters. */
const wordOrPlaceHolder = /\{\{[^}]*\}\}|[^\s\u2e80-\u9fff\uff00-\uffef{}-]+/g
const isPlaceHolder = (part: string): boolean => part.startsWith('{{')
export const longestWordOf = (text: string): string =>
  (text.match(wordOrPlaceHolder) ?? [])
    .filter((word) => !isPlaceHolder(word))
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')

const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

const widestOf = (texts: readonly string[]): string =>
  texts.reduce((widest, text) => (widthOfText(text) > widthOfText(widest) ? text : widest))

/** The widest text in letters, with the longest word of any of them, lengthened where Chinese is wider. */
const longestOf = (texts: readonly string[]): string => {
  const inLetters = texts.filter((text) => !wideCharacter.test(text))
  const base = widestOf(inLetters.length > 0 ? inLetters : texts)
  const own = longestWordOf(base)
  const word = texts.map(longestWordOf).reduce((longest, one) => (one.length > longest.length ? one : longest))
  let isReplaced = word.length <= own.length
  const withWord = base.replaceAll(wordOrPlaceHolder, (part) => {
    if (isReplaced || part !== own) return part
    isReplaced = true
    return word
  })
  const long = isReplaced ? withWord : `${withWord} ${word}`
  const lacking = widthOfText(widestOf(texts)) - widthOfText(long)
  return lacking > 0 ? `${long}${'量'.repeat(Math.ceil(lacking / 2))}` : long
}

/** The texts at a key, and those of its plural forms. */
const textsAt = (texts: Texts | undefined, key: string): (string | Texts)[] =>
  Object.entries(texts ?? {}).flatMap(([other, text]) => (withoutPlural(other) === withoutPlural(key) ? [text] : []))

const merged = (own: Texts, all: readonly (Texts | undefined)[]): Texts =>
  Object.fromEntries(
    Object.entries(own).map(([key, text]) =>
      typeof text === 'string'
        ? [key, longestOf(all.flatMap((texts) => textsAt(texts, key)).filter((other) => typeof other === 'string'))]
        : [
            key,
            merged(
              text,
              all.map((texts) => texts?.[key]).map((below) => (typeof below === 'object' ? below : undefined)),
            ),
          ],
    ),
  )

/**
 * A pseudo-language with the keys of French, in which each text is the widest of the four languages and holds the longest word of any. A screen
 * that shows it without growing too wide is not too wide in any of them.
 */
export const longestTexts = (context: string): Texts =>
  merged(
    readTexts(languageOfLongestTexts, context),
    languages.map((language) => readTexts(language, context)),
  )
