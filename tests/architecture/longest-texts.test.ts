import { readFileSync } from 'node:fs'
import { languages } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { contextsOfTexts, languageOfLongestTexts, longestTexts, longestWordOf, type Texts, widthOfText } from '../support/longest-texts.ts'

const leavesOf = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : leavesOf(text, `${path}${key}.`),
  )
const textsOf = (language: string, context: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../apps/web/locales/${language}/${context}.json`, import.meta.url), 'utf8')) as Texts
const placeHoldersOf = (text: string): string[] => [...text.matchAll(/\{\{.*?\}\}/g)].map(([found]) => found).sort()
const isPlural = (key: string): boolean => /_(zero|one|two|few|many|other)$/.test(key)

test.each(languages)('the longest texts are as wide as those in %s, hold words as long, and fill in the same', (language) => {
  const odd = contextsOfTexts.flatMap((context) => {
    const longest = new Map(leavesOf(longestTexts(context)))
    return leavesOf(textsOf(language, context)).flatMap(([key, text]) => {
      const found = longest.get(key)
      // Another language's plural form has no place of its own; it counts for the forms that there are.
      if (found === undefined) return isPlural(key) ? [] : [`${context}.${key} is missing`]
      const isAsWide = widthOfText(found) >= widthOfText(text) && longestWordOf(found).length >= longestWordOf(text).length
      const fillsIn = isPlural(key) || placeHoldersOf(found).join() === placeHoldersOf(text).join()
      return isAsWide && fillsIn ? [] : [`${context}.${key}: ${found} | ${text}`]
    })
  })
  expect(odd).toEqual([])
})

test('the longest texts have the keys of the language whose place they take', () => {
  for (const context of contextsOfTexts) {
    const own = leavesOf(textsOf(languageOfLongestTexts, context)).map(([key]) => key)
    expect(leavesOf(longestTexts(context)).map(([key]) => key)).toEqual(own)
  }
})
