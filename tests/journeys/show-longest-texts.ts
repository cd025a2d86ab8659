import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext } from 'playwright'
import { contextsOfTexts, languageOfLongestTexts, longestTexts } from '../support/longest-texts.ts'
import { textsOfContext } from './texts.ts'

type Exports = Record<string, unknown>

/** Loads the texts as they were built: one module without imports. */
const loadBuilt = (source: string): Promise<Exports> =>
  import(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`) as Promise<Exports>

/** The built texts with other ones in the place of each context; fails where a context is not found in them. */
const replaceBuiltTexts = async (source: string): Promise<string> => {
  const own = contextsOfTexts.map((context) => ({ context, texts: textsOfContext(languageOfLongestTexts, context) }))
  const missing = new Set(contextsOfTexts)
  const replaced = (value: unknown): unknown => {
    const found = own.find(({ texts }) => isDeepStrictEqual(texts, value))
    if (found) {
      missing.delete(found.context)
      return longestTexts(found.context)
    }
    const isModule = typeof value === 'object' && value !== null && 'default' in value
    return isModule ? { ...value, default: replaced(value.default) } : value
  }
  const lines = Object.entries(await loadBuilt(source)).map(([name, value], index) => {
    const local = `text${index}`
    return `const ${local} = ${JSON.stringify(replaced(value))}; export { ${local} as ${name} };`
  })
  if (missing.size > 0) throw new Error(`the built texts lack ${[...missing].join(', ')}`)
  return lines.join('\n')
}

/** Pages of this context that are opened in French show the pseudo-language. */
export const showLongestTexts = async (context: BrowserContext): Promise<void> => {
  await context.route(new RegExp(`/assets/language-${languageOfLongestTexts}-[^/]+\\.js$`), async (route) => {
    const built = await route.fetch()
    await route.fulfill({ response: built, body: await replaceBuiltTexts(await built.text()) })
  })
}
