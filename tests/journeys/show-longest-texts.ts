import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext } from 'playwright'
import { contextsOfTexts, languageOfLongestTexts, longestTexts } from '../support/longest-texts.ts'
import { textsOfContext } from './texts.ts'

type Exports = Record<string, unknown>

const asDataUrl = (source: string): string => `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`

/** Loads texts as they were built: a module whose texts are there once each exported function has run. */
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

/** Whether a text, or texts below one key, are somewhere in `whole`. */
const isWithin = (part: unknown, whole: unknown): boolean =>
  isDeepStrictEqual(part, whole) ||
  (typeof whole === 'object' && whole !== null && Object.values(whole).some((below) => isWithin(part, below)))

/** The built texts of some contexts with other ones in the place of each; fails where a text is of no context that was replaced. */
const replaceBuiltTexts = async (source: string): Promise<string> => {
  const own = contextsOfTexts.map((context) => ({ context, texts: textsOfContext(languageOfLongestTexts, context) }))
  const found = new Set<(typeof own)[number]>()
  const kept: unknown[] = []
  const replaced = (value: unknown): unknown => {
    const context = own.find(({ texts }) => isDeepStrictEqual(texts, value))
    if (context) {
      found.add(context)
      return longestTexts(context.context)
    }
    const isModule = typeof value === 'object' && value !== null && 'default' in value
    if (isModule) return { ...value, default: replaced(value.default) }
    // Also exported beside the context that it is a part of.
    kept.push(value)
    return value
  }
  const lines = Object.entries(await loadBuilt(source)).map(([name, value], index) => {
    const local = `text${index}`
    if (typeof value === 'function') return `const ${local} = () => {}; export { ${local} as ${name} };`
    return `const ${local} = ${JSON.stringify(replaced(value))}; export { ${local} as ${name} };`
  })
  if (found.size === 0) throw new Error('the built texts have no context')
  const lost = kept.filter((part) => ![...found].some(({ texts }) => isWithin(part, texts)))
  if (lost.length > 0) throw new Error(`built texts are of no context: ${JSON.stringify(lost[0]).slice(0, 200)}`)
  return lines.join('\n')
}

/** By the address, which has a digest of what is built: pages of all roles load the same files. */
const replacedTexts = new Map<string, Promise<string>>()

/** Pages of this context that are opened in French show the pseudo-language. */
export const showLongestTexts = async (context: BrowserContext): Promise<void> => {
  await context.route(new RegExp(`/assets/texts-${languageOfLongestTexts}-[^/]+\\.js$`), async (route) => {
    const address = route.request().url()
    const built = await route.fetch()
    const load = async (imported: string): Promise<string> => (await route.fetch({ url: new URL(imported, address).href })).text()
    const replace = async (): Promise<string> => replaceBuiltTexts(await withImports(await built.text(), load))
    const replaced = replacedTexts.get(address) ?? replace()
    replacedTexts.set(address, replaced)
    await route.fulfill({ response: built, body: await replaced })
  })
}
