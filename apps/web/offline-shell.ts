import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** The modules that the pages of rounds and of crews start with; texts of all languages are among what `main.tsx` loads. */
const pages = ['/src/metering/round/rounds-screen.tsx', '/src/metering/round/round-screen.tsx', '/src/screens/crew-screen.tsx']
const texts = /\/(locales\/[\w-]+|rejection-texts)\/[\w-]+\.json$/

/** Writes the worker of the pages of rounds with the list of the files that they need, which is known only to the build. */
export const offlineShell = (): Plugin => ({
  name: 'nightflow-offline-shell',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = filesOfPages(Object.values(bundle))
    const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
    const source = readFileSync(new URL('rounds-worker.js', import.meta.url), 'utf8')
      .replace('__CACHE_NAME__', `rounds-${digest}`)
      .replace('__FILES__', JSON.stringify(files))
    this.emitFile({ type: 'asset', fileName: 'rounds-worker.js', source })
  },
})

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset

const filesOfPages = (outputs: readonly Output[]): string[] => {
  const chunks = new Map(outputs.filter((output) => output.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<string>()
  const add = (fileName: string): void => {
    const chunk = chunks.get(fileName)
    if (needed.has(fileName) || !chunk) return
    needed.add(fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style)
    for (const asset of chunk.viteMetadata?.importedAssets ?? []) needed.add(asset)
    for (const imported of chunk.imports) add(imported)
  }
  for (const chunk of chunks.values()) {
    const isPage = pages.some((page) => chunk.moduleIds.some((id) => id.endsWith(page)))
    if (chunk.isEntry || isPage || chunk.moduleIds.some((id) => texts.test(id))) add(chunk.fileName)
  }
  // Letters: a style names them, so that the bundle does not say which chunk needs them.
  for (const { type, fileName } of outputs) if (type === 'asset' && /\.woff2$/.test(fileName)) needed.add(fileName)
  for (const page of pages)
    if (![...chunks.values()].some(({ moduleIds }) => moduleIds.some((id) => id.endsWith(page)))) throw new Error(`no chunk has ${page}`)
  return [...needed].sort().map((fileName) => `/${fileName}`)
}
