import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** The modules that the pages of rounds and of crews start with. */
const pages = ['/src/metering/round/rounds-screen.tsx', '/src/metering/round/round-screen.tsx', '/src/screens/crew-screen.tsx']
/** Modules of the start that load something on demand on every page; the modules of the pages do so too, such as the texts of each language. */
const starts = ['/src/main.tsx', '/src/appearance.tsx']

/** Writes the worker of the pages of rounds with the list of the files that they need, which is known only to the build. */
export const offlineShell = (): Plugin => ({
  name: 'nightflow-offline-shell',
  apply: 'build',
  generateBundle: {
    // Once the build has removed files that would be empty: a listed file that is not there keeps the worker from being installed.
    order: 'post',
    handler(_, bundle) {
      const files = filesOfPages(bundle, (id) => this.getModuleInfo(id))
      const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
      const source = readFileSync(new URL('rounds-worker.js', import.meta.url), 'utf8')
        .replace('__CACHE_NAME__', `rounds-${digest}`)
        .replace('__FILES__', JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'rounds-worker.js', source })
    },
  },
})

type Imports = { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] }
type FindImports = (id: string) => Imports | null

/** A module that is loaded on demand may have a file of its own that holds no module and names another file. */
const modulesIn = ({ moduleIds, facadeModuleId }: Rolldown.OutputChunk): string[] => [
  ...moduleIds,
  ...(facadeModuleId ? [facadeModuleId] : []),
]

/** The modules of the pages with all that they load on demand: without a network it could not be had later. */
const modulesOfPages = (built: ReadonlySet<string>, findImports: FindImports): Set<string> => {
  const modules = new Set<string>()
  const add = (id: string): void => {
    // A module of which nothing is used is not built, and loads nothing.
    if (modules.has(id) || !built.has(id)) return
    modules.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = findImports(id) ?? {}
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) add(imported)
  }
  const named = (name: string): string => {
    const found = [...built].find((id) => id.endsWith(name))
    if (!found) throw new Error(`no chunk has ${name}`)
    return found
  }
  for (const page of pages) add(named(page))
  // All screens are among what the start imports: only what it loads itself is needed.
  for (const start of starts) for (const loaded of findImports(named(start))?.dynamicallyImportedIds ?? []) add(loaded)
  return modules
}

const filesOfPages = (bundle: Rolldown.OutputBundle, findImports: FindImports): string[] => {
  const outputs = Object.values(bundle)
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const modules = modulesOfPages(new Set(chunks.flatMap(modulesIn)), findImports)
  const needed = new Set<string>()
  const add = (fileName: string): void => {
    const output = bundle[fileName]
    if (!output) throw new Error(`the pages without a network need ${fileName}, which is not built`)
    if (needed.has(fileName)) return
    needed.add(fileName)
    if (output.type === 'asset') return
    for (const other of [...(output.viteMetadata?.importedCss ?? []), ...(output.viteMetadata?.importedAssets ?? []), ...output.imports])
      add(other)
  }
  for (const fileName of filesOfFirstPage(bundle)) add(fileName)
  for (const chunk of chunks) if (modulesIn(chunk).some((id) => modules.has(id))) add(chunk.fileName)
  // Letters: a style names them, so that the bundle does not say which chunk needs them.
  for (const { type, fileName } of outputs) if (type === 'asset' && /\.woff2$/.test(fileName)) add(fileName)
  return [...needed].sort().map((fileName) => `/${fileName}`)
}

const filesOfFirstPage = (bundle: Rolldown.OutputBundle): string[] => {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('the build has no index.html')
  return [...String(page.source).matchAll(/"\/(assets\/[^"]+)"/g)].map(([, fileName]) => fileName!)
}
