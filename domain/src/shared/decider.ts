import type { EventType, ServiceEvent } from '@nightflow/schemas/events'
import type { Rejection } from '@nightflow/schemas/shared/rejections'

/** Inputs of a decision besides the command and the state. The domain has no clock and no chance of its own. */
export type Context = {
  /** ISO instant. */
  now: string
  actor: string
  /** The tenant's zone, for commands that leave theirs out. */
  timeZone: string
  /** States of other streams of the tenant that the decider named, by its names. */
  beside?: Readonly<Record<string, unknown>>
}

/**
 * The whole vocabulary of an aggregate: what it is, how facts change it, what it may decide.
 * An accepted command that was accepted before returns no events.
 */
export type Decider<Command extends { type: string }, State, Event extends { type: EventType }> = {
  /** `<context>-<aggregate>-<id>`, without the tenant. */
  streamOf: (command: Command) => string
  initialState: State
  evolve: (state: State, event: Event) => State
  decide: {
    [Type in Command['type']]: (command: Extract<Command, { type: Type }>, state: State, context: Context) => readonly Event[] | Rejection
  }
  /** Its state needs nothing personal: a process folds it from events without their personal values, and keeps it for the next command. */
  isKept?: true
  guard?: Guard
  /** Other streams of the tenant that a decision takes into account, read again after each conflict; none for most commands and states. */
  beside?: (command: Command, state: State) => Readonly<Record<string, Beside>>
}

/** A stream that a decision reads and does not write. Its name is without the tenant. */
export type Beside = { stream: string; isKept?: true; initialState: unknown; evolve: (state: unknown, event: unknown) => unknown }

/** A rule of another stream of the tenant: its state is read before decided events are appended. */
export type Guard = {
  /** Without the tenant. */
  stream: string
  isKept?: true
  initialState: unknown
  evolve: (state: unknown, event: unknown) => unknown
  refuse: (state: unknown, events: readonly { data: object }[]) => Rejection | undefined
}

/** A stream beside, with the name by which its state is in the context: its first state where none was read. */
export const streamBeside = <State>(
  name: string,
  stream: string,
  { initialState, evolve, isKept }: { initialState: State; evolve: (state: State, event: never) => State; isKept?: true },
): { named: Readonly<Record<string, Beside>>; of: (context: Context) => State } => ({
  named: { [name]: { stream, initialState, evolve: evolve as Beside['evolve'], ...(isKept && { isKept }) } },
  of: ({ beside }) => (beside?.[name] ?? initialState) as State,
})

type GuardOf<State, Event> = {
  stream: string
  isKept?: true
  initialState: State
  evolve: (state: State, event: Event) => State
  refuse: (state: State, events: readonly { data: object }[]) => Rejection | undefined
}

/** A guard whose state and events are known to itself alone. */
export const guardOf = <State, Event extends { type: EventType }>(guard: GuardOf<State, Event>): Guard => guard as unknown as Guard

export type EventIn<Type extends EventType> = Extract<ServiceEvent, { type: Type }>
