import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as calls from './endpoints.ts'
import { PersonErased } from './erase-person.ts'
import { personCommands } from './person-commands.ts'

/** The events of the context. */
export const events = {
  'privacy.PersonErased': { version: 1, data: PersonErased },
} as const satisfies EventTypes

export const privacy = {
  calls: callsOfModules(calls),
  commands: [{ texts: 'privacy', resource: 'persons', commands: personCommands }],
} satisfies Context
