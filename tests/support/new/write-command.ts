import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '@nightflow/schemas/shared/context'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import ts from 'typescript'
import { z } from 'zod'
import { exampleOf } from '../data/example-of-schema.ts'
import { commandTexts, untranslated } from './resource-texts.ts'
import { type Edit, edited, importing, parsed } from './source-edits.ts'
import { camel, capital, kebab, Mistyped } from './words.ts'
import { languages } from './write-resource.ts'

export type WantedCommand = {
  context: string
  /** In kebab case: `alarm`. */
  entity: string
  /** In kebab case: `postpone`. */
  name: string
  /** In the order of `languages`: the button, and what is shown afterwards. */
  titles?: readonly string[] | undefined
  done?: readonly string[] | undefined
  /** The field of the row that is different afterwards: `status=1`. */
  becomes?: string | undefined
  isDanger: boolean
}

/** The part that is read here of the commands that `commandsOn` makes. */
type Commands = { list: readonly NamedCommand<never>[]; becomes: object }

/** The declarations of a context that `commandsOn` makes, by entity: their files, and where their commands are. */
const declarationsOf = (root: string, context: string) => {
  const folder = `schemas/src/${context}`
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => declarationsIn(root, `${folder}/${file}`))
}

const declarationsIn = (root: string, path: string) => {
  const source = parsed(root, path)
  const found: { path: string; entity: string; variable: string; commands: ts.ObjectLiteralExpression; hasTyped: boolean }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
      const [of, commands] = node.initializer.arguments
      const entity = /\bentity: '(\w+)'/.exec(of?.getText() ?? '')?.[1]
      if (/^commandsOn</.test(node.initializer.getText()) && entity && commands && ts.isObjectLiteralExpression(commands))
        found.push({ path, entity, variable: node.name.getText(), commands, hasTyped: /\btyped: /.test(of!.getText()) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Writes one command more on an entity whose commands `commandsOn` declares: the paths of all that were changed. */
export const writeCommand = async (root: string, wanted: WantedCommand): Promise<string[]> => {
  const { context, entity, name } = wanted
  const declarations = declarationsOf(root, context)
  const declared = declarations.find((each) => kebab(each.entity) === entity)
  if (!declared) {
    const known = declarations.map((each) => kebab(each.entity))
    throw new Mistyped(`${context} declares commands (commandsOn) of ${known.join(', ') || 'no entity'}, not of ${entity}`)
  }
  const decider = `domain/src/${context}/${entity}-decider.ts`
  if (!existsSync(join(root, decider))) throw new Mistyped(`${decider} is missing: the decider of ${entity}`)
  const before = await commandsOf(root, declared)
  if (before.list.some((each) => each.name === camel(name))) throw new Mistyped(`${entity} has the command ${camel(name)} already`)
  const place = await placeOf(root, context, before)
  const said = wordsOf(wanted, declared.entity)
  const schema = edited(root, declared.path, declaredCommand(wanted, declared, said, before))
  const rules = edited(root, decider, decisionIn(root, decider, said))
  writeAll(root, { [declared.path]: schema, [decider]: rules })
  const after = await commandsOf(root, declared)
  const test = decider.replace('.ts', '.test.ts')
  const texts = languages.map((language, index): [string, string] => {
    const path = `apps/web/locales/${language}/${place.texts}.json`
    const all = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, { command: object; history: object }>
    const own = all[place.resource]!
    const words = commandTexts(language, { verb: said.titles[index]!, done: said.done[index]!, isForMany: areForMany(before) })
    own.command = { ...own.command, [camel(name)]: words.command }
    own.history = { ...own.history, [said.step]: words.sentence }
    return [path, `${JSON.stringify(all, null, 2)}\n`]
  })
  writeAll(root, { [test]: `${readFileSync(join(root, test), 'utf8')}${testOf(root, test, said, after)}`, ...Object.fromEntries(texts) })
  return [declared.path, decider, test, ...texts.map(([path]) => path)]
}

const writeAll = (root: string, written: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(written)) writeFileSync(join(root, path), text)
}

/** A module that has changed since it was imported is another module by its address. */
let imports = 0
const importOf = async (root: string, path: string): Promise<Record<string, unknown>> => {
  imports += 1
  return (await import(`${pathToFileURL(join(root, path)).href}?${imports}`)) as Record<string, unknown>
}

const commandsOf = async (root: string, { path, variable }: { path: string; variable: string }): Promise<Commands> =>
  (await importOf(root, path))[variable] as Commands

/** Where the texts of these commands are. */
const placeOf = async (root: string, context: string, { list }: Commands) => {
  const module = await importOf(root, `schemas/src/${context}/context.ts`)
  const names = list.map(({ name }) => name).join()
  const { commands = [] } = module[camel(context)] as Context
  const found = commands.find((each) => each.commands.map(({ name }) => name).join() === names)
  if (!found) throw new Error(`schemas/src/${context}/context.ts names no commands ${names}`)
  return found
}

const areForMany = ({ list }: Commands): boolean => list.length > 0 && list.every(({ isForMany }) => isForMany)

/** `postpone` becomes `postponed`; a verb that is irregular is given with `--done`. */
const participle = (verb: string): string => {
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}

/** Everything that is named after the command. */
const wordsOf = ({ context, name, titles, done }: WantedCommand, entity: string) => {
  const english = capital(name.replaceAll('-', ' '))
  const past = done?.[0] ?? capital(participle(name).replaceAll('-', ' '))
  const step = camel(past.toLowerCase().replaceAll(/[^a-z]+/g, '-'))
  return {
    method: camel(name),
    type: `${capital(camel(name))}${entity}`,
    event: `${context}.${entity}${capital(step)}`,
    step,
    titles: languages.map((language, index) => titles?.[index] ?? (language === 'en' ? english : untranslated(english))),
    done: languages.map((language, index) => done?.[index] ?? (language === 'en' ? past : untranslated(past))),
  }
}
type Said = ReturnType<typeof wordsOf>

const declaredCommand = (
  { becomes, isDanger }: WantedCommand,
  { commands, hasTyped }: { commands: ts.ObjectLiteralExpression; hasTyped: boolean },
  { method, titles, event, step }: Said,
  before: Commands,
): Edit[] => {
  const [field, value, ...more] = becomes?.split('=') ?? []
  const [example] = Object.values(before.becomes as Readonly<Record<string, object>>).map((change) => JSON.stringify(change))
  if (becomes === undefined && example !== undefined && example !== '{}')
    throw new Mistyped(`--becomes FIELD=VALUE is the field of the row that is different afterwards; another command has ${example}`)
  if (becomes !== undefined && (!field || value === undefined || more.length > 0))
    throw new Mistyped(`--becomes is FIELD=VALUE, not ${becomes}`)
  const change = field ? `{ ${field}: ${value === 'true' || value === 'false' ? value : `'${value}'`} }` : '{}'
  // An effect that cannot be taken back needs a reason, unless the fields of all commands have one.
  const needsReason = isDanger && !hasTyped
  const entry = {
    at: commands.getEnd() - 1,
    text: `    ${method}: {
      summary: '${titles[0]}',
      event: '${event}',
      step: '${step}',
      becomes: ${change},${needsReason ? '\n      typed: { reason: lines(200).min(1) },\n      recorded: { reason: lines(200) },' : ''}
      icon: 'edit',${isDanger ? '\n      isDanger: true,' : ''}${areForMany(before) ? '\n      isForMany: true,' : ''}
    },
  `,
  }
  return [entry, ...(needsReason ? importing(commands.getSourceFile(), "import { lines } from '../shared/text.ts'") : [])]
}

/** The decision, its line among the others, and the state after its event, which is as before. */
const decisionIn = (root: string, path: string, { type, event }: Said): Edit[] => {
  // With the entity: a verb alone may be a word of the language, such as `break`.
  const decision = type.charAt(0).toLowerCase() + type.slice(1)
  const source = parsed(root, path)
  let decide: ts.ObjectLiteralExpression | undefined
  let cases: { block: ts.CaseBlock; state: string } | undefined
  let types: string[] = []
  const visit = (node: ts.Node, around: ts.FunctionDeclaration | undefined): void => {
    if (ts.isVariableDeclaration(node) && node.type && ts.isTypeReferenceNode(node.type) && node.type.typeName.getText() === 'Decider')
      types = (node.type.typeArguments ?? []).map((each) => each.getText())
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'decide' && ts.isObjectLiteralExpression(node.initializer))
      decide = node.initializer
    if (ts.isSwitchStatement(node) && node.expression.getText() === 'event.type')
      cases = { block: node.caseBlock, state: around?.parameters[0]?.name.getText() ?? 'state' }
    ts.forEachChild(node, (child) => visit(child, ts.isFunctionDeclaration(node) ? node : around))
  }
  visit(source, undefined)
  const [command, state] = types
  if (!decide || !cases || !command || !state) throw new Mistyped(`${path} has no \`Decider\` with \`decide\` and \`switch (event.type)\``)
  const { properties } = decide
  const separator = properties.length > 0 && !properties.hasTrailingComma ? ',' : ''
  const isRecord = new RegExp(`type ${state} = Recorded<`).test(source.text)
  return [
    { at: decide.getEnd() - 1, text: `${separator}    ${type}: ${decision},\n  ` },
    { at: endOfCases(cases.block), text: `    case '${event}':\n      return ${cases.state}\n  ` },
    ...importing(source, "import type { Context } from '../shared/decider.ts'"),
    ...(isRecord ? importing(source, "import { rejected } from '@nightflow/schemas/shared/rejections'") : []),
    {
      at: source.getEnd(),
      text: `
function ${decision}({ type: _, ...given }: Extract<${command}, { type: '${type}' }>, ${isRecord ? '{ values }' : '__'}: ${state}, { now }: Context) {
${isRecord ? `  if (!values) return rejected('not-found')\n` : ''}  return [{ type: '${event}' as const, data: { ...given, at: now } }]
}
`,
    },
  ]
}

/** Where a further case goes: before the default, and before the cases that fall through to it. */
const endOfCases = (block: ts.CaseBlock): number => {
  const clauses = [...block.clauses]
  let last = clauses.findIndex(ts.isDefaultClause)
  if (last < 0) return block.getEnd() - 1
  while (last > 0 && clauses[last - 1]!.statements.length === 0) last -= 1
  return clauses[last]!.getStart()
}

const testOf = (root: string, path: string, { type, event }: Said, { list }: Commands): string => {
  const shape = list.at(-1)!.command!.shape as Record<string, z.ZodType>
  const fields = Object.entries(shape).filter(([name, schema]) => name !== 'type' && !(schema instanceof z.ZodOptional))
  const seen = readFileSync(join(root, path), 'utf8')
  // The thing that the test has added already, where it has one.
  const named = /const key = values\.(\w+)/.exec(seen)?.[1]
  const written = (name: string, schema: z.ZodType): string =>
    name === named ? 'key' : JSON.stringify(exampleOf(schema)).replaceAll('"', "'")
  const asked = fields.map(([name, schema]) => `${name}: ${written(name, schema)}`)
  const before = seen.includes('const added') ? 'added' : ''
  return `
describe('${type}', () => {
  const asked = { ${asked.join(', ')} } as const
  test('is an event with what was given', () =>
    given([${before}])
      .when({ type: '${type}', ...asked })
      .then([{ type: '${event}', data: { ...asked, at: '2026-03-02T08:00:00.000Z' } }]))
})
`
}
