import { parseArgs } from 'node:util'
import { languages, writeResource } from './write-resource.ts'

const usage = `npm run new resource NAME -- --context CONTEXT --titles "en|zh-CN|fr|id" --one "en|zh-CN|fr|id" [--scope SCOPE] [--screen]

NAME is one row in kebab case: reading-book. --titles are the titles of its list in four languages, --one is one row, in French with its
article: "reading book|抄表册|un carnet de relève|buku baca meter". A text that is left out is marked as untranslated, and the tests refuse the mark.
--scope says which tenants see a row: own (default), shared, watched or common. --screen writes an override of the screen, for choices, cells
and commands that a declaration cannot say.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    context: { type: 'string' },
    titles: { type: 'string' },
    one: { type: 'string' },
    scope: { type: 'string' },
    screen: { type: 'boolean', default: false },
  },
})
const [kind, name] = positionals

const scopes = ['own', 'shared', 'watched', 'common'] as const
const scope = scopes.find((each) => each === values.scope)
const isOf = (texts: string | undefined): boolean => texts === undefined || texts.split('|').length === languages.length

if (
  !isOf(values.titles) ||
  !isOf(values.one) ||
  (values.scope && !scope) ||
  kind !== 'resource' ||
  !name ||
  !/^[a-z]+(-[a-z]+)*$/.test(name) ||
  !values.context
) {
  console.error(usage)
  process.exitCode = 2
} else {
  const { context, titles, one, screen: hasScreen } = values
  const files = writeResource(process.cwd(), { name, context, titles: titles?.split('|'), one: one?.split('|'), scope, hasScreen })
  for (const file of files) console.log(file)
}
