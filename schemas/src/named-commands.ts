import { allContexts } from './contexts.ts'
import type { CommandsOfResource } from './shared/context.ts'

/** The commands of every resource. */
export const namedCommands: readonly CommandsOfResource[] = allContexts.flatMap(({ commands = [] }) => commands)
