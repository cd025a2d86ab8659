import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Mistyped, singularOf, withArticle } from './words.ts'
import { writeContext } from './write-context.ts'
import { languages, type Wanted, writeResource } from './write-resource.ts'

const usage = `npm run new context NAME -- --about SENTENCE

NAME is a folder in kebab case: water-quality. --about says in one sentence which work the context is for; it begins the README of its words,
and is its row in ARCHITECTURE.md.

npm run new entity CONTEXT NAME -- --titles "en|zh-CN|fr|id" --one "en|zh-CN|fr|id"

NAME is one thing whose changes are events, in kebab case: seal. People add, change and remove one; \`npm run new command\` gives it more commands.
--titles and --one are as of a resource.

npm run new command CONTEXT ENTITY NAME -- --titles "en|zh-CN|fr|id" --done "en|zh-CN|fr|id" [--becomes FIELD=VALUE] [--danger]

NAME is the verb of one more command on an entity whose commands \`commandsOn\` declares: postpone. --titles is its button, --done what is shown
afterwards: "Postpone|延后|Reporter|Tunda", "Postponed|已延后|Reportée|Ditunda"; the English word of --done names the event and the step of the history.
--becomes is the field of the row that is different afterwards: status=1. --danger says that the effect cannot be taken back.

npm run new resource NAME -- --context CONTEXT --titles "en|zh-CN|fr|id" --one "en|zh-CN|fr|id" [--scope SCOPE] [--import] [--screen]

NAME is one row in kebab case: reading-book. --context is a folder of schemas/src. --titles are the titles of its list in four languages,
--one is one row, in French with its article: "reading book|抄表册|un carnet de relève|buku baca meter". A text that is left out is marked as
untranslated, and the tests refuse the mark. --scope says which tenants see a row: own (default), shared, watched or common. --import adds
the import of a spreadsheet. --screen writes an override of the screen, for choices, cells and commands that a declaration cannot say.`

const scopes = ['own', 'shared', 'watched', 'common'] as const

const optionsOf = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        about: { type: 'string' },
        becomes: { type: 'string' },
        done: { type: 'string' },
        danger: { type: 'boolean', default: false },
        context: { type: 'string' },
        titles: { type: 'string' },
        one: { type: 'string' },
        scope: { type: 'string' },
        import: { type: 'boolean', default: false },
        screen: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Mistyped(error instanceof Error ? error.message : String(error))
  }
}

const textsOf = (option: string, texts: string | undefined): string[] | undefined => {
  const said = texts?.split('|').map((text) => text.trim())
  if (said && (said.length !== languages.length || said.includes('')))
    throw new Mistyped(`--${option} takes ${languages.length} texts with bars between them, not ${JSON.stringify(texts)}`)
  return said
}

const contextOf = (root: string, said: string | undefined): string => {
  const contexts = readdirSync(join(root, 'schemas/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name)
  if (said && contexts.includes(said)) return said
  throw new Mistyped(`--context is one of ${contexts.join(', ')}${said ? `, not ${said}` : ''}`)
}

const nameOf = (name: string | undefined): string => {
  if (name && /^[a-z]+(-[a-z]+)*$/.test(name)) return name
  throw new Mistyped(`NAME is kebab case, such as reading-book${name ? `, not ${name}` : ''}`)
}

const makeContext = (root: string, { values, positionals }: ReturnType<typeof optionsOf>): void => {
  const name = nameOf(positionals[1])
  if (existsSync(join(root, 'schemas/src', name))) throw new Mistyped(`schemas/src/${name} exists already`)
  if (!values.about?.trim()) throw new Mistyped('--about says in one sentence which work the context is for')
  const files = writeContext(root, { name, about: values.about.trim() })
  formatted(root, files)
  for (const file of files) console.log(file)
  console.log(`
Next:
  1. npm run check passes as it is. docs/a-new-context.md says what belongs into each file.
  2. A thing whose changes are events, with its list and its history: npm run new entity ${name} NAME; a list that no event changes:
     npm run new resource NAME -- --context ${name}. npm run new -- --help has the options of both.
  3. The pages are under System in the menu: \`directoryOf\` in tests/support/new/write-resource.ts gives the context another directory
     before they are written, and \`menu.directory\` of a declaration afterwards.`)
}

const wantedOf = (root: string, { values, positionals }: ReturnType<typeof optionsOf>): Wanted => {
  const [kind] = positionals
  if (kind !== 'resource' && kind !== 'entity')
    throw new Mistyped(`npm run new makes a context, an entity, a command or a resource${kind ? `, not ${kind}` : ''}`)
  const name = singularOf(nameOf(positionals[1]))
  const scope = scopes.find((each) => each === values.scope)
  if (values.scope && !scope) throw new Mistyped(`--scope is one of ${scopes.join(', ')}, not ${values.scope}`)
  const context = contextOf(root, values.context)
  if (existsSync(join(root, `schemas/src/${context}/${name}.ts`))) throw new Mistyped(`schemas/src/${context}/${name}.ts exists already`)
  const texts = { titles: textsOf('titles', values.titles), one: textsOf('one', values.one) }
  withArticle(texts.one?.[languages.indexOf('fr')])
  return { name, context, ...texts, scope, hasImport: values.import, hasScreen: values.screen }
}

const makeEntity = async (root: string, options: ReturnType<typeof optionsOf>): Promise<void> => {
  const [, context, name] = options.positionals
  const { writeEntity } = await import('./write-entity.ts')
  const { files, page, texts } = writeEntity(
    root,
    wantedOf(root, { ...options, positionals: ['entity', name!], values: { ...options.values, context } }),
  )
  formatted(root, files)
  execFileSync(process.execPath, ['tests/sql/write-read-models.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const file of files) console.log(file)
  console.log(`
Next:
  1. Fields: in the declaration, in \`Values\` of the decider and in \`values\` of its test, and a name in each language under "${texts}".
     A field that commands alone change has \`isReadOnly\`, its first value is the second argument of \`recordRows\`, and it is no field of \`Values\`.
  2. npm run sql writes the table of the read model for review, as now, after each change of a field. npm run new command ${context} ${name} NAME adds a command.
  3. npm run check: what is missing is said by name. npm start -- --port 8090, sign in as admin: the page is ${page}.`)
}

const makeResource = (root: string, options: ReturnType<typeof optionsOf>): void => {
  const { files, page, texts } = writeResource(root, wantedOf(root, options))
  for (const file of files) console.log(file)
  console.log(`
Next:
  1. Fields: in the declaration, the same columns in the migration (before it has run anywhere), and a name in each language for each field
     under "${texts}". Status and remark have their names already.
  2. npx vitest run tests/architecture/texts.test.ts schemas, and npm run types: what is missing is said by name.
  3. npm start -- --port 8090, sign in as admin or operator: the page is ${page}.`)
}

const makeCommand = async (root: string, { values, positionals }: ReturnType<typeof optionsOf>): Promise<void> => {
  const [, context, entity, name] = positionals
  // The compiler takes longer to load than all else here.
  const { writeCommand } = await import('./write-command.ts')
  const files = await writeCommand(root, {
    context: contextOf(root, context),
    entity: singularOf(nameOf(entity)),
    name: nameOf(name),
    titles: textsOf('titles', values.titles),
    done: textsOf('done', values.done),
    becomes: values.becomes,
    isDanger: values.danger,
  })
  formatted(root, files)
  for (const file of files) console.log(file)
  console.log(`
Next:
  1. Rules: which states refuse the command, and that it has no effect a second time, in the decider and in its test.
  2. \`isOffered\` of the declaration: for which rows its button is shown; \`typed\` and \`recorded\`: fields that people fill in, with a name in each
     language under \`field\` of the entity, and a value of each in \`asked\` of the decider's test.
  3. npm run check. CONTRIBUTING.md has the steps of a command that needs more than its request and its stream.`)
}

/** The files as the linter has them. */
const formatted = (root: string, files: readonly string[]): void => {
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--vcs-enabled=false', '--log-level=error', ...files], {
    cwd: root,
  })
}

const main = async (root: string): Promise<void> => {
  const options = optionsOf()
  if (options.values.help) console.log(usage)
  else if (options.positionals[0] === 'context') makeContext(root, options)
  else if (options.positionals[0] === 'entity') await makeEntity(root, options)
  else if (options.positionals[0] === 'command') await makeCommand(root, options)
  else makeResource(root, options)
}

try {
  await main(process.cwd())
} catch (error) {
  if (!(error instanceof Mistyped)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}
