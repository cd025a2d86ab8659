import type { EventType } from '@nightflow/schemas/events'
import { languages } from '@nightflow/schemas/shared/language'
import { rejectionTexts, textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { isRejection, type Rejection, type RejectionCode } from '@nightflow/schemas/shared/rejections'
import { expect } from 'vitest'
import type { Context, Decider } from './decider.ts'

/** A fixed clock, actor and zone; a test that is about time moves them. */
const ordinaryContext: Context = { now: '2026-03-02T08:00:00.000Z', actor: 'user:clerk', timeZone: 'Europe/Rome' }

type Outcome<Event> = {
  then: (expected: readonly Event[]) => void
  refused: (code: RejectionCode, details?: Record<string, string | number>) => void
}
type Given<Command, Event> = (events: readonly Event[]) => { when: (command: Command, context?: Partial<Context>) => Outcome<Event> }

/**
 * Tests a decider in the words of the business: `given(events).when(command).then(events)` or `.refused(code)`.
 * Only tests import this file; it knows the test runner so that a difference is shown as a difference.
 */
export const specificationOf = <Command extends { type: string }, State, Event extends { type: EventType }>(
  decider: Decider<Command, State, Event>,
): Given<Command, Event> => {
  return (events) => ({
    when: (command, context) => {
      const outcome = decide(decider, stateAfter(decider, events), command, { ...ordinaryContext, ...context })
      return {
        // biome-ignore lint/suspicious/noThenProperty: the sentence given-when-then needs the word, and it is never awaited.
        then: (expected) => {
          expect(outcome).toEqual(expected)
        },
        refused: (code, details) => {
          expect(outcome).toMatchObject({ rejected: code, ...(details && { details }) })
          expectMessages(outcome as Rejection)
        },
      }
    },
  })
}

/** A refusal has a message in each language, with all that it names. */
export const expectMessages = (refusal: Rejection): void => {
  const messages = languages.map((language) => textOfRejection(refusal, language))
  expect(new Set(messages).size, `${refusal.rejected} in four languages`).toBe(languages.length)
  const named = [...rejectionTexts.en[refusal.rejected].matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)
  for (const name of named) {
    const value = refusal.details?.[name]
    expect(value, `${refusal.rejected} names ${name}`).toBeDefined()
    for (const message of messages) expect(message).toContain(String(value))
  }
}

/** The state of an aggregate after these events. */
export const stateAfter = <Command extends { type: string }, State, Event extends { type: EventType }>(
  decider: Decider<Command, State, Event>,
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initialState)

/** Decides one command; the events it answers, or the rejection. */
export const decide = <Command extends { type: string }, State, Event extends { type: EventType }>(
  decider: Decider<Command, State, Event>,
  state: State,
  command: Command,
  context: Context = ordinaryContext,
) => {
  const decision = decider.decide[command.type as Command['type']] as (command: Command, state: State, context: Context) => readonly Event[]
  const outcome = decision(command, state, context)
  return isRejection(outcome) ? outcome : [...outcome]
}
