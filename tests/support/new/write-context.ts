import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { camel, capital } from './words.ts'
import { languages } from './write-resource.ts'

export type WantedContext = {
  /** A folder of every layer, in kebab case: `meter-seals`. */
  name: string
  /** One sentence: the work that the context is for. */
  about: string
}

/** Writes the folders of a new context, with nothing in it yet, and its lines in the three shared files: the paths of all of them. */
export const writeContext = (root: string, { name, about }: WantedContext): string[] => {
  const own = camel(name)
  const sentence = `${capital(about.replace(/[.。]?$/, ''))}.`
  const written: Record<string, string> = {
    [`schemas/src/${name}/context.ts`]: `import { type Context, callsOfModules } from '../shared/context.ts'

export const ${own} = {
  calls: callsOfModules(),
} satisfies Context
`,
    [`domain/src/${name}/README.md`]: `# ${capital(name.replaceAll('-', ' '))}: the words and their meaning

${sentence}
`,
    [`projections/src/${name}/context.ts`]: `import type { Projection } from '../projector/projection.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const ${own}ReadModels: readonly Projection[] = []
`,
    [`apps/api/src/${name}/routes.ts`]: `import type { Route } from '../http/serve.ts'

export const ${own}Routes: readonly Route[] = []
`,
    [`apps/web/src/${name}/context.ts`]: `import type { ScreenEntry } from '#ui/screen-entry.ts'

/** Screens of the context by the \`component\` that the menu names. */
export const screens: Record<string, ScreenEntry> = {}
`,
    ...Object.fromEntries(languages.map((language) => [`apps/web/locales/${language}/${name}.json`, '{}\n'])),
    ...changed(root, 'schemas/src/contexts.ts', {
      imports: `import { ${own} } from './${name}/context.ts'`,
      list: [/export const contexts = \{/, own],
    }),
    ...changed(root, 'projections/src/projections.ts', {
      imports: `import { ${own}ReadModels } from './${name}/context.ts'`,
      list: [/export const projections: readonly Projection\[\] = \[/, `...${own}ReadModels`],
    }),
    ...changed(root, 'apps/api/src/routes.ts', {
      imports: `import { ${own}Routes } from './${name}/routes.ts'`,
      list: [/const ofContexts = \{/, `${own}: ${own}Routes`],
    }),
  }
  written['ARCHITECTURE.md'] = described(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'), { name, about })
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return Object.keys(written)
}

/** The page with one more row in its table of contexts, before the tables of the platform. */
const described = (page: string, { name, about }: WantedContext): string => {
  const width = /^\| `privacy`.*?\|/m.exec(page)?.[0].length ?? 0
  const named = `[\`${name}\`](domain/src/${name}/README.md)`
  const said = about.replace(/\.$/, '')
  const row = `| ${named.padEnd(Math.max(width - 4, named.length))} | ${said.charAt(0).toLowerCase()}${said.slice(1)} |\n`
  return page.replace(/^\| `dashboard`/m, (line) => row + line)
}

/** A file with one more import, sorted as the linter sorts, and one more entry at the end of a list. */
const changed = (root: string, path: string, { imports, list: [start, entry] }: { imports: string; list: readonly [RegExp, string] }) => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  const placeOf = (line: string): string => /'(.*?)(?:\.ts)?'/.exec(line)?.[1] ?? ''
  const before = lines.findIndex((line) => /^import .* from '\.\//.test(line) && placeOf(line) > placeOf(imports))
  const at = before === -1 ? lines.findLastIndex((line) => line.startsWith('import ')) + 1 : before
  const text = lines.toSpliced(at, 0, imports).join('\n')
  const begin = text.slice(text.search(start))
  const close = begin.search(/\n[\]}]/)
  const withEntry = `${begin.slice(0, close)}\n  ${entry},${begin.slice(close)}`
  return { [path]: text.replace(begin, () => withEntry) }
}
