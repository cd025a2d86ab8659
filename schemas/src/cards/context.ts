import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as cardCalls from './card-calls.ts'
import { cardEventTypes } from './card-events.ts'
import { cardsDictionaries } from './dictionaries.ts'

/** The events of the context. */
export const events = {
  ...cardEventTypes,
  ...cardCalls.cardCommands.events,
} as const satisfies EventTypes

export const cards = {
  calls: callsOfModules(cardCalls, cardCalls.cardCommands.calls),
  commands: [{ texts: 'cards', resource: 'card', commands: cardCalls.cardCommands.list }],
  dictionaries: cardsDictionaries,
} satisfies Context
