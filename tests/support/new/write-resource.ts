import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Wanted = { name: string; context: string; titles?: readonly string[] | undefined; hasScreen: boolean }

const languages = ['en', 'zh-CN', 'fr', 'id'] as const
type Language = (typeof languages)[number]

/** The directory of the menu, and who sees the rows, by context. */
const placeOf = (context: string) =>
  ({ platform: { directory: 'tenant', audience: 'platform' }, devices: { directory: 'device', audience: 'tenant' } })[context] ?? {
    directory: 'system',
    audience: 'tenant',
  }

const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const words = (name: string): string => name.replaceAll('-', ' ')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const plural = (name: string): string => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`)

/** Writes the files of a new resource into the repository at `root`; the paths of all that were written or changed. */
export const writeResource = (root: string, wanted: Wanted): string[] => {
  const titles = titlesOf(wanted)
  const migrations = 'platform/src/migrations'
  const number = String(readdirSync(join(root, migrations)).length + 1).padStart(4, '0')
  const written: Record<string, string> = {
    [`schemas/src/${wanted.context}/${wanted.name}.ts`]: declarationOf(wanted, titles),
    'schemas/src/resources.ts': registered(readFileSync(join(root, 'schemas/src/resources.ts'), 'utf8'), wanted),
    [`${migrations}/${number}-${plural(wanted.name)}.sql`]: migrationOf(wanted),
    ...Object.fromEntries(languages.map((language) => textsOf(root, language, wanted, titles[language]))),
    ...(wanted.hasScreen && { [`apps/web/src/platform/${wanted.name}-resource.tsx`]: overrideOf(wanted) }),
  }
  for (const [path, text] of Object.entries(written)) {
    const isNew = !path.endsWith('.json') && path !== 'schemas/src/resources.ts'
    if (isNew && existsSync(join(root, path))) throw new Error(`${path} exists already`)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return Object.keys(written)
}

const titlesOf = ({ name, titles }: Wanted): Record<Language, string> => {
  const english = capital(words(plural(name)))
  return Object.fromEntries(languages.map((language, index) => [language, titles?.[index] ?? english])) as Record<Language, string>
}

const declarationOf = ({ name, context }: Wanted, titles: Record<Language, string>): string => {
  const own = camel(name)
  const { directory, audience } = placeOf(context)
  const said = languages.map((language) => `${language === 'zh-CN' ? `'zh-CN'` : language}: '${titles[language].replaceAll("'", '’')}'`)
  return `import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** ${titles.en}. */
export const ${camel(plural(name))} = defineResource({
  name: '${own}',
  texts: 'platform',
  noun: '${words(name)}',
  path: '/prod-api/${context}/${own}',
  permission: '${context}:${own}',
  id: '${own}Id',
  table: 'platform.${plural(name).replaceAll('-', '_')}',
  scope: '${audience === 'platform' ? 'common' : 'own'}',
  fields: {
    ${own}Name: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    status: { schema: InUse.default('0'), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
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
const registered = (text: string, { name, context }: Wanted): string => {
  const list = camel(plural(name))
  const lines = text.split('\n')
  const imports = lines.filter((line) => line.startsWith('import '))
  const pathOf = (line: string): string => /'(.*)'/.exec(line)?.[1] ?? ''
  const added = `import { ${list} } from './${context}/${name}.ts'`
  const sorted = [...imports, added].toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
  const rest = lines.filter((line) => !line.startsWith('import ')).join('\n')
  return `${sorted.join('\n')}\n${rest.replace(/\n\}\s*$/, `\n  ${list},\n}\n`)}`
}

const migrationOf = ({ name, context }: Wanted): string => {
  const table = `platform.${plural(name).replaceAll('-', '_')}`
  const column = name.replaceAll('-', '_')
  const isCommon = placeOf(context).audience === 'platform'
  const own = `tenant = current_setting('nightflow.tenant', true)`
  const check = isCommon ? `current_setting('nightflow.tenant', true) = 'platform'` : own
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
alter table ${table} enable row level security;
revoke all on ${table} from nightflow_request;
grant select, insert, update, delete on ${table} to nightflow_request;
create policy seen on ${table} for select to nightflow_request using (${isCommon ? 'true' : own});
create policy made on ${table} for insert to nightflow_request with check (${check});
create policy changed on ${table} for update to nightflow_request using (${check}) with check (${check});
create policy removed on ${table} for delete to nightflow_request using (${check});
`
}

const sentences: Record<Language, (title: string) => Record<string, string>> = {
  en: (title) => ({
    create: `New: ${title}`,
    change: 'Change {{name}}',
    remove: 'Remove {{name}}',
    removeText: '“{{name}}” is removed. This cannot be undone.',
    emptyTitle: 'No entries yet',
    emptyText: 'Create the first entry.',
  }),
  'zh-CN': (title) => ({
    create: `新增${title}`,
    change: '修改 {{name}}',
    remove: '删除 {{name}}',
    removeText: '“{{name}}”将被删除，此操作不可撤销。',
    emptyTitle: '暂无数据',
    emptyText: '请新增第一条记录。',
  }),
  fr: (title) => ({
    create: `Créer\u00a0: ${title}`,
    change: 'Modifier {{name}}',
    remove: 'Supprimer {{name}}',
    removeText: '«\u00a0{{name}}\u00a0» est supprimé. Cette action est irréversible.',
    emptyTitle: 'Aucune entrée',
    emptyText: 'Créez la première entrée.',
  }),
  id: (title) => ({
    create: `Tambah: ${title}`,
    change: 'Ubah {{name}}',
    remove: 'Hapus {{name}}',
    removeText: '“{{name}}” dihapus. Ini tidak dapat dibatalkan.',
    emptyTitle: 'Belum ada data',
    emptyText: 'Tambahkan data pertama.',
  }),
}
const nameOf: Record<Language, string> = { en: 'Name', 'zh-CN': '名称', fr: 'Nom', id: 'Nama' }

const textsOf = (root: string, language: Language, { name }: Wanted, title: string): [path: string, text: string] => {
  const path = `apps/web/locales/${language}/platform.json`
  const texts = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
  const own = camel(name)
  const words = { title, subtitle: title, ...sentences[language](title), field: { [`${own}Name`]: nameOf[language] } }
  return [path, `${JSON.stringify({ ...texts, [own]: words }, null, 2)}\n`]
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
