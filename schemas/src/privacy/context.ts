import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as calls from './endpoints.ts'
import * as erasure from './erase-person.ts'

/** The events of the context. */
export const events = { ...erasure.personCommands.events } as const satisfies EventTypes

export const privacy = {
  calls: callsOfModules(calls, erasure),
  commands: [{ texts: 'privacy', resource: 'persons', commands: erasure.personCommands.list }],
} satisfies Context
