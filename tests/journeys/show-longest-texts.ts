import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext } from 'playwright'
import { contextsOfTexts, languageOfLongestTexts, longestTexts } from '../support/longest-texts.ts'
import { textsOfContext } from './texts.ts'

type Exports = Record<string, unknown>

const asDataUrl = (source: string): string => `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`

/** Loads the texts as they were built: one module whose texts are there once each exported function has run. */
const loadBuilt = async (source: string): Promise<Exports> => {
  const built = (await import(asDataUrl(source))) as Exports
  for (const start of Object.values(built)) if (typeof start === 'function') start()
  return { ...built }
}

/** The source of a built module with what it imports, which has no imports, in the place of the addresses. */
const withImports = async (source: string, load: (address: string) => Promise<string>): Promise<string> => {
  const addresses = new Set([...source.matchAll(/from"(\.\/[^"]+)"/g)].map(([, address]) => address!))
  let whole = source
  for (const address of addresses) whole = whole.replaceAll(`"${address}"`, `"${asDataUrl(await load(address))}"`)
  return whole
}

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
    if (typeof value === 'function') return `const ${local} = () => {}; export { ${local} as ${name} };`
    return `const ${local} = ${JSON.stringify(replaced(value))}; export { ${local} as ${name} };`
  })
  if (missing.size > 0) throw new Error(`the built texts lack ${[...missing].join(', ')}`)
  return lines.join('\n')
}

/** Pages of this context that are opened in French show the pseudo-language. */
export const showLongestTexts = async (context: BrowserContext): Promise<void> => {
  await context.route(new RegExp(`/assets/language-${languageOfLongestTexts}-[^/]+\\.js$`), async (route) => {
    const built = await route.fetch()
    const load = async (address: string): Promise<string> =>
      (await route.fetch({ url: new URL(address, route.request().url()).href })).text()
    const source = await withImports(await built.text(), load)
    await route.fulfill({ response: built, body: await replaceBuiltTexts(source) })
  })
}
