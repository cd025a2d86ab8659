import type { z } from 'zod'
import type { DefaultDictionary } from './default-dictionary.ts'
import type { Endpoint } from './endpoint.ts'
import type { NamedCommand } from './named-command.ts'

/** Every event of a context: its type, `<context>.<Event>`, its version, and the schema of its data at that version. */
export type EventTypes = Readonly<Record<string, { version: number; data: z.ZodObject }>>

/**
 * Commands of one resource, with the place of their texts: `<texts>:<resource>.command.<name>`. `screen` is the list that carries them out, where
 * neither the resource nor the page that shows the paths of the commands says it.
 */
export type CommandsOfResource = { texts: string; resource: string; screen?: string; commands: readonly NamedCommand<never>[] }

/** A context as `<context>/context.ts` declares it, once; the service collects the contexts in `contexts.ts`. */
export type Context = {
  /** Its endpoints by name, without those of its resources. */
  calls: Readonly<Record<string, Endpoint>>
  commands?: readonly CommandsOfResource[]
  dictionaries?: readonly DefaultDictionary[]
}

const isEndpoint = (part: unknown): part is Endpoint => typeof part === 'object' && part !== null && 'method' in part && 'path' in part

/** The endpoints of modules, without their other exports. */
export const callsOfModules = (...modules: readonly object[]): Readonly<Record<string, Endpoint>> =>
  Object.fromEntries(
    modules.flatMap((module) => Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
  )
