import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rightsOfScope } from '@nightflow/platform/storage/rights-of-scope'
import { editVerbs } from '@nightflow/schemas/shared/resource'
import { type Language, resourceTexts, untranslated } from './resource-texts.ts'
import { camel, capital, plural, words } from './words.ts'

export type Wanted = {
  name: string
  context: string
  /** In the order of `languages`: the title of the list, and one row with its article where the language has one. */
  titles?: readonly string[] | undefined
  one?: readonly string[] | undefined
  scope?: 'own' | 'shared' | 'watched' | 'common' | undefined
  hasImport: boolean
  hasScreen: boolean
}

export const languages = ['en', 'zh-CN', 'fr', 'id'] as const

/** The directory of the menu, by context. */
const directoryOf: Readonly<Record<string, string>> = {
  customers: 'customer',
  billing: 'billing',
  metering: 'readMeter',
  devices: 'device',
  alarms: 'alarm',
  'work-orders': 'workOrder',
  leakage: 'water',
  audit: 'audit',
  payments: 'payment',
  prepaid: 'prepaid',
  cards: 'card',
  platform: 'tenant',
}

/** Where the page is in the menu, who sees it, and which tenants see a row. */
export const placeOf = ({ context, scope }: Wanted) => ({
  directory: directoryOf[context] ?? 'system',
  audience: context === 'platform' ? 'platform' : 'tenant',
  scope: scope ?? (context === 'platform' ? 'common' : 'own'),
  // The specification's paths: what a utility works with is under `business`, what the platform keeps under `system`.
  path: context === 'platform' ? 'system' : 'business',
})

/**
 * Writes the files of a new resource into the repository at `root`: the paths of all that were written or changed, of the page in the browser,
 * and where the names of its fields are.
 */
export const writeResource = (root: string, wanted: Wanted): { files: string[]; page: string; texts: string } => {
  const titles = titlesOf(wanted)
  const ownScreens = `apps/web/src/${wanted.context}`
  const screens = existsSync(join(root, ownScreens)) ? ownScreens : 'apps/web/src/platform'
  const migrations = 'platform/src/migrations'
  const number = String(Math.max(...readdirSync(join(root, migrations)).map((file) => Number.parseInt(file, 10) || 0)) + 1).padStart(4, '0')
  const written: Record<string, string> = {
    [`schemas/src/${wanted.context}/${wanted.name}.ts`]: declarationOf(wanted, titles),
    'schemas/src/resources.ts': registered(readFileSync(join(root, 'schemas/src/resources.ts'), 'utf8'), wanted),
    [`${migrations}/${number}-${plural(wanted.name)}.sql`]: migrationOf(wanted),
    ...Object.fromEntries(languages.map((language) => textsOf(root, language, wanted))),
    ...(wanted.hasScreen && { [`${screens}/${wanted.name}-resource.tsx`]: overrideOf(wanted) }),
  }
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const own = camel(wanted.name)
  return { files: Object.keys(written), page: `/${placeOf(wanted).directory}/${own}`, texts: `${own}.field` }
}

/** Texts in four languages. A missing text is English with a mark that the tests of the texts refuse, so that no one forgets it. */
const inLanguages = (given: readonly string[] | undefined, english: string): Record<Language, string> => {
  const said = languages.map((language, index) => [language, given?.[index] ?? (language === 'en' ? english : untranslated(english))])
  return Object.fromEntries(said) as Record<Language, string>
}
export const titlesOf = ({ name, titles }: Wanted) => inLanguages(titles, capital(words(plural(name))))
export const oneOf = ({ name, one }: Wanted) => inLanguages(one, words(name))

const declarationOf = (wanted: Wanted, titles: Record<Language, string>): string => {
  const { name, context, hasImport } = wanted
  const own = camel(name)
  const { directory, audience, scope, path } = placeOf(wanted)
  const said = languages.map((language) => `${language === 'zh-CN' ? `'zh-CN'` : language}: '${titles[language].replaceAll("'", '’')}'`)
  return `import { InUse } from '../shared/lists.ts'
import { defineResource${hasImport ? ', editVerbs' : ''} } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** ${titles.en}. */
export const ${camel(plural(name))} = defineResource({
  name: '${own}',
  texts: 'platform',
  noun: '${words(name)}',
  path: '/prod-api/${path}/${own}',
  permission: '${context}:${own}',${hasImport ? `\n  verbs: [...editVerbs, 'import'],` : ''}
  id: '${own}Id',
  table: 'platform.${plural(name).replaceAll('-', '_')}',
  scope: '${scope}',
  fields: {
    ${own}Name: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: '${directory}',
    place: 200,
    path: '${own}',
    component: '${context}/${name}',
    icon: 'list',
    titles: { ${said.join(', ')} },
    audience: '${audience}',
  },
})
`
}

/** The registry with one more import and one more line. */
export const registered = (text: string, { name, context }: Wanted): string => {
  const list = camel(plural(name))
  const lines = text.split('\n')
  const imports = lines.filter((line) => line.startsWith('import '))
  // Without its ending, as the linter sorts: `bill.ts` comes before `bill-run.ts`.
  const pathOf = (line: string): string => /'(.*?)(?:\.ts)?'/.exec(line)?.[1] ?? ''
  const added = `import { ${list} } from './${context}/${name}.ts'`
  const sorted = [...imports, added].toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
  const rest = lines.filter((line) => !line.startsWith('import ')).join('\n')
  return `${sorted.join('\n')}\n${rest.replace(/\n\}\s*$/, `\n  ${list},\n}\n`)}`
}

const migrationOf = (wanted: Wanted): string => {
  const { name } = wanted
  const { scope } = placeOf(wanted)
  const table = `platform.${plural(name).replaceAll('-', '_')}`
  const column = name.replaceAll('-', '_')
  const isCommon = scope === 'common'
  return `-- ${capital(words(plural(name)))}.

create table ${table} (
  ${column}_id bigint generated always as identity primary key,${isCommon ? '' : '\n  tenant text not null references platform.tenants,'}
  ${column}_name text not null,
  status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (${isCommon ? '' : 'tenant, '}${column}_name)
);
${rightsOfScope({ table, scope, verbs: editVerbs }).join('\n')}
`
}

const textsOf = (root: string, language: Language, wanted: Wanted): [path: string, text: string] => {
  const path = `apps/web/locales/${language}/platform.json`
  const texts = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
  const { [language]: title } = titlesOf(wanted)
  const { [language]: one } = oneOf(wanted)
  const own = camel(wanted.name)
  const said = resourceTexts(language, { title, one, field: `${own}Name` })
  return [path, `${JSON.stringify({ ...texts, [own]: said }, null, 2)}\n`]
}

const overrideOf = ({ name }: Wanted): string => {
  const list = camel(plural(name))
  return `import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

export const Screen = screenOf(resourceOf(resources.${list}, resourceCalls.${list}, {}))
`
}
