import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { entityFiles } from './entity-files.ts'
import { entityTexts } from './resource-texts.ts'
import { type Edit, edited, importing, parsed } from './source-edits.ts'
import { camel, capital, plural } from './words.ts'
import { languages, oneOf, placeOf, registered, titlesOf, type Wanted } from './write-resource.ts'

/**
 * Writes a new entity whose rows are kept in the log: people add, change and remove one, and `npm run new command` gives it more commands. The
 * answer has the paths of all files that were written or changed.
 */
export const writeEntity = (root: string, wanted: Wanted): { files: string[]; page: string; texts: string } => {
  const { name, context } = wanted
  const own = camel(name)
  const list = camel(plural(name))
  const written: Record<string, string> = {
    ...entityFiles(wanted),
    ...contextOf(root, wanted),
    'schemas/src/resources.ts': registered(readFileSync(join(root, 'schemas/src/resources.ts'), 'utf8'), wanted),
    ...linesIn(root, `projections/src/${context}/context.ts`, {
      imports: `import { ${list} } from './${plural(name)}.ts'`,
      list: [/ReadModels: readonly Projection\[\] = \[/, list],
    }),
    ...linesIn(root, 'projections/src/views/owned-rows.ts', {
      list: [/export const rowsOfScope: .* = \{/, `${tableOf(name)}: shared,\n  ${tableOf(name)}_history: shared`],
    }),
    ...linesIn(root, `apps/api/src/${context}/routes.ts`, {
      imports: `import { ${own}Routes } from './${plural(name)}.ts'`,
      list: [/Routes: readonly Route\[\] = \[/, `...${own}Routes`],
    }),
    ...linesIn(root, 'apps/api/src/routes.ts', {
      imports: `import { ${own}ResourceRoutes } from './${context}/${plural(name)}.ts'`,
      list: [/const writtenOfResources = \[/, `...${own}ResourceRoutes`],
    }),
    ...Object.fromEntries(languages.flatMap((language) => textsOf(root, language, wanted))),
  }
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { files: Object.keys(written), page: `/${placeOf(wanted).directory}/${own}`, texts: `${own}.field` }
}

export const tableOf = (name: string): string => plural(name).replaceAll('-', '_')

/** A file with one more entry at the end of a list, and what it imports for it. */
const linesIn = (root: string, path: string, { imports, list: [start, entry] }: { imports?: string; list: readonly [RegExp, string] }) => {
  const source = parsed(root, path)
  const found = start.exec(source.text)
  if (!found) throw new Error(`${path} has no list ${start}`)
  const begin = found.index + found[0].length
  const rest = source.text.slice(begin)
  const line = rest.slice(0, rest.indexOf('\n'))
  // After the last entry, before the line of the bracket: a list stays without empty lines.
  const isOneLine = line.endsWith(']')
  const close = begin + (isOneLine ? line.length - 1 : rest.search(/\n[\]}]/))
  const isEmpty = source.text.slice(begin, close).trim() === ''
  const comma = isEmpty || source.text.slice(begin, close).trimEnd().endsWith(',') ? '' : ','
  return {
    [path]: edited(root, path, [
      { at: close, text: `${comma}\n  ${entry},${isOneLine ? '\n' : ''}` },
      ...(imports ? importing(source, imports) : []),
    ]),
  }
}

/** The context with the events, the calls and the commands of the entity; the catalogue of events has a context from its first event on. */
const contextOf = (root: string, { name, context }: Wanted): Record<string, string> => {
  const path = `schemas/src/${context}/context.ts`
  const own = camel(name)
  const source = parsed(root, path)
  const after = (pattern: RegExp): number | undefined => {
    const found = pattern.exec(source.text)
    return found ? found.index + found[0].length : undefined
  }
  const events = after(/export const events = \{\n/)
  const declaration = source.text.indexOf(`export const ${camel(context)} = {`)
  const calls = after(/calls: callsOfModules\(/)!
  const closeOfCalls = calls + source.text.slice(calls).indexOf(')')
  const hasCalls = source.text.slice(calls, closeOfCalls).trim() !== ''
  const commands = after(/\n {2}commands: \[/)
  const named = `{ texts: '${context}', resource: '${own}', commands: ${own}.${own}Commands.list }`
  const edits: Edit[] = [
    ...importing(source, "import type { EventTypes } from '../shared/context.ts'"),
    ...(events === undefined
      ? [
          {
            at: declaration,
            text: `/** The events of the context. */\nexport const events = {\n  ...${own}.${own}EventTypes,\n} as const satisfies EventTypes\n\n`,
          },
        ]
      : [{ at: events, text: `  ...${own}.${own}EventTypes,\n` }]),
    { at: calls, text: `${own}, ${own}.${own}Commands.calls${hasCalls ? ', ' : ''}` },
    commands === undefined ? { at: closeOfCalls + 2, text: `\n  commands: [${named}],` } : { at: commands, text: `${named}, ` },
  ]
  const catalogue = 'schemas/src/events.ts'
  return {
    [path]: `import * as ${own} from './${name}-calls.ts'\n${edited(root, path, edits)}`,
    ...(!readFileSync(join(root, catalogue), 'utf8').includes(`'./${context}/context.ts'`) && {
      [catalogue]: `import { events as ${camel(context)} } from './${context}/context.ts'\n${
        linesIn(root, catalogue, {
          list: [/export const eventCatalogue = \{/, `...${camel(context)}`],
        })[catalogue]
      }`,
    }),
  }
}

const textsOf = (root: string, language: (typeof languages)[number], wanted: Wanted): [path: string, text: string][] => {
  const { name, context } = wanted
  const own = camel(name)
  const said = { title: titlesOf(wanted)[language], one: oneOf(wanted)[language], field: `${own}No` }
  const { screen, events } = entityTexts(language, said)
  const path = (file: string): string => `apps/web/locales/${language}/${file}.json`
  const jsonOf = (file: string) => (existsSync(join(root, path(file))) ? JSON.parse(readFileSync(join(root, path(file)), 'utf8')) : {})
  const audit = jsonOf('audit') as { eventType: Record<string, string> }
  const names = Object.entries(events).map(([event, text]) => [`${context}-${capital(own)}${event}`, text])
  return [
    [path(context), `${JSON.stringify({ ...jsonOf(context), [own]: screen }, null, 2)}\n`],
    [path('audit'), `${JSON.stringify({ ...audit, eventType: { ...audit.eventType, ...Object.fromEntries(names) } }, null, 2)}\n`],
  ]
}
