import { endpoints } from '@nightflow/schemas/endpoints'
import { namedCommands } from '@nightflow/schemas/named-commands'
import { reports } from '@nightflow/schemas/reports'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import type { AnyResource } from '@nightflow/schemas/shared/resource'
import { filesLike, textOf } from './source-files.ts'

/** A file of the web by its path. */
type Screens = ReadonlyMap<string, string>
type Named = { resource: string; commands: readonly NamedCommand<never>[] }

/** Every file of the web that can show a button: the names of operations are texts of the log, not buttons. */
export const screens = (): Screens =>
  new Map(
    filesLike('apps/web/src/**/*.{ts,tsx}')
      .filter((path) => !/\.test\.tsx?$/.test(path) && !path.endsWith('/operation-key.ts'))
      .map((path) => [path, textOf(path)]),
  )

/** The names by which contexts declare the lists of a resource's commands. */
const listsOf = (resource: string, registry: string): string[] => {
  const line = registry.split('\n').find((each) => each.includes(`resource: '${resource}'`)) ?? ''
  return [...line.slice(line.indexOf('commands:')).matchAll(/\b(\w+Commands)\b/g)].map(([, name]) => name!)
}

/** A screen has the buttons of a list of commands where it gives the list to its resource, whole or beside others. */
const givesList = (text: string, list: string): boolean =>
  new RegExp(`commands: (${list}\\b|\\[[^\\]]*\\.\\.\\.${list}\\b)`).test(text.replaceAll(/\s+/g, ' '))

/** Commands of entities for which no screen has a button, as `resource.command`. */
export const unofferedNamed = (
  web: Screens,
  named: readonly Named[] = namedCommands,
  registry: string = filesLike('schemas/src/*/context.ts').map(textOf).join('\n'),
): string[] =>
  named.flatMap(({ resource, commands }) => {
    const texts = [...web.values()]
    const lists = listsOf(resource, registry)
    const isGiven = lists.length > 0 && lists.every((list) => texts.some((text) => givesList(text, list)))
    const calledByName = (endpoint: Endpoint): boolean => {
      const name = nameOf(endpoint)
      return name !== undefined && texts.some((text) => isCalled(text, name))
    }
    return commands.filter(({ endpoint }) => !isGiven && !calledByName(endpoint)).map(({ name }) => `${resource}.${name}`)
  })

const declared: readonly (readonly [string, Endpoint])[] = Object.values(endpoints).flatMap((rows) =>
  Object.entries(rows).filter((entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && 'path' in entry[1]),
)
const nameOf = (endpoint: Endpoint): string | undefined => declared.find(([, each]) => each === endpoint)?.[0]

/** The word beyond its import. */
const isCalled = (text: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(text.replaceAll(/import (type )?\{[^}]*\} from '[^']*'/g, ''))

const overrideOf = (web: Screens, name: string): boolean => {
  const file = `/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-resource.tsx`
  return [...web.keys()].some((path) => path.endsWith(file))
}

/** Verbs for which every screen of a list or a tree has a button by itself. */
const derivedVerbs = (web: Screens): ReadonlySet<string> =>
  new Set(
    [...web]
      .filter(([path]) => path.includes('/ui/resource/') || path.includes('/ui/form/'))
      .flatMap(([, text]) => [
        ...[...text.matchAll(/\bcalls\.(\w+)/g)].map(([, verb]) => verb!),
        ...[...text.matchAll(/const \{([^}]*)\} = calls\b/g)].flatMap(([, names]) => names!.split(',').map((name) => name.trim())),
      ]),
  )

/** A file calls a verb of a resource by its name, or gives the calls to a screen that has a button for it. */
const offers = (text: string, resource: string, verb: string, isDerived: boolean): boolean => {
  const calls = `resourceCalls\\.${resource}\\b`
  if (new RegExp(`${calls}\\.${verb}\\b`).test(text)) return true
  const taken = [...text.matchAll(new RegExp(`const \\{([^}]*)\\} = ${calls}`, 'g'))].map(([, names]) => names!)
  if (taken.some((names) => new RegExp(`\\b${verb}\\b(?!: _)`).test(names))) return true
  const isLeftOut = taken.some((names) => new RegExp(`\\b${verb}: _`).test(names))
  const isAmong = new RegExp(`const \\{[^}]*\\b${resource}\\b[^}]*\\} = resourceCalls\\b(?!\\.)`).test(text)
  const renamed = [...text.matchAll(new RegExp(`const (\\w+) = ${calls}(?!\\.)`, 'g'))].map(([, alias]) => alias!)
  const aliases = isAmong ? [...renamed, resource] : renamed
  if (aliases.some((alias) => new RegExp(`\\b${alias}\\.${verb}\\b`).test(text))) return true
  const isGivenWhole = new RegExp(`(\\.\\.\\.${calls}(?!\\.)|, ${calls}(?!\\.))`).test(text)
  const isRest = taken.some((names) => names.includes('...'))
  const isGivenAs = (alias: string) => new RegExp(`(\\.\\.\\.${alias}\\b(?!\\.)|resourceOf\\(\\s*[\\w.]+,\\s*${alias}\\b)`).test(text)
  return isDerived && !isLeftOut && (isGivenWhole || isRest || aliases.some(isGivenAs))
}

/** Calls of resources that change something and for which no screen has a button, as `resource.verb`. */
export const unofferedVerbs = (web: Screens, those: Readonly<Record<string, object>> = resourceCalls): string[] => {
  const derived = derivedVerbs(web)
  return Object.entries(those).flatMap(([key, calls]) => {
    const resource = (resources as Readonly<Record<string, AnyResource>>)[key]
    const isWhollyDerived = resource?.menu !== undefined && !overrideOf(web, resource.name)
    return Object.entries(calls)
      .filter((entry): entry is [string, Endpoint] => isCommand(entry[1]))
      .filter(([verb]) => !(isWhollyDerived && derived.has(verb)))
      .filter(([verb]) => ![...web.values()].some((text) => offers(text, key, verb, derived.has(verb))))
      .map(([verb]) => `${key}.${verb}`)
  })
}

const isCommand = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'method' in part && 'path' in part && part.method !== 'GET'

/** One screen draws every report, with the button of its export. */
const offeredByReports = (web: Screens): Endpoint[] =>
  [...web.values()].some((text) => text.includes('derivedReport(name)')) ? Object.values(reports).map(({ calls }) => calls.exportRows) : []

/** Further commands, which belong to no list of named ones: the names of those that no screen calls. */
export const unofferedCalls = (web: Screens, those: readonly (readonly [string, Endpoint])[] = declared): string[] => {
  const named = new Set<unknown>([
    ...namedCommands.flatMap(({ commands }) => commands.map(({ endpoint }) => endpoint)),
    ...offeredByReports(web),
  ])
  const texts = [...web.values()]
  return those
    .filter(([name, endpoint]) => endpoint.method !== 'GET' && !name.includes('.') && !named.has(endpoint))
    .filter(([name]) => !texts.some((text) => isCalled(text, name)))
    .map(([name]) => name)
}
