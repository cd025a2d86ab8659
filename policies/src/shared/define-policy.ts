import type { Decider } from '@nightflow/domain/shared/decider'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { CommandExecuted } from '@nightflow/event-log/execute-command'
import type { Timer } from '@nightflow/platform/jobs/policy-timers'
import type { EventOf, EventType } from '@nightflow/schemas/events'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'

/**
 * A reaction of one context to what happens in others: "when a frame carries a flag, raise an alarm". Occasions to react are events of the log,
 * timers that the policy set, and conditions that it finds in the read models. `run-policy.ts` runs all policies in the same way:
 *
 * - Events arrive in the order of the log, each at least once. Timers and checkpoint are written in one transaction.
 * - A command has an id that follows from policy, occasion and command, so that a repeated reaction does not repeat its effect.
 * - A timer fires when it is due and the policy has read the log up to its start: late after a stop, in the order of the due instants.
 * - An occasion that cannot be reacted to becomes a dead letter, and the policy goes on with the next.
 */
export type Policy<State = undefined, Type extends EventType = EventType> = {
  /** `<context>/<feature>`, the name of its file. Checkpoint, timers and dead letters carry it: a released one is never changed. */
  name: string
  /** The actor of its commands. */
  actor: `policy:${string}`
  /** Types of the events to react to. */
  events?: readonly Type[]
  /** State of the policy in memory, built from its timers: at each start, and after every failure that stops it. */
  open?: (timers: readonly Timer[]) => State
  react?: (event: RecordedOf<Type>, reaction: Reaction, state: State) => void | Promise<void>
  /** The timer is removed when its reaction has succeeded. The reaction may set it again. */
  onTimer?: (timer: Timer, reaction: Reaction, state: State) => void | Promise<void>
  /** Looked for at the start, and again this long after the last search. */
  conditions?: {
    everyMilliseconds: number
    find: (search: { pool: Pool; now: Date; signal: AbortSignal }) => AsyncIterable<Condition>
  }
}

/** An event of the log whose type is one of these, with the data of its type. */
export type RecordedOf<Type extends EventType> = Type extends EventType ? RecordedEvent & EventOf<Type> : never

/** Something that the read models show. Found again as long as it holds, so its reaction must be one that repeats without harm. */
export type Condition = {
  tenant: string
  /** Names it within policy and tenant. */
  key: string
  react: (reaction: Reaction) => void | Promise<void>
}

/** Actions of a reaction. Timers count once the reaction has succeeded. */
export type Reaction = {
  tenant: string
  /** One instant for the whole reaction; of a timer's, never before the timer was due. */
  now: Date
  signal: AbortSignal
  /** Decides and appends once, however often the reaction is repeated. Throws where others keep changing the stream meanwhile. */
  execute: <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
    decider: Decider<Command, State, Event>,
    command: Command,
  ) => Promise<CommandExecuted<State, Event> | Rejection | 'done-before'>
  /** The same in another tenant, for what concerns two. */
  executeIn: <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
    tenant: string,
    decider: Decider<Command, State, Event>,
    command: Command,
  ) => Promise<CommandExecuted<State, Event> | Rejection | 'done-before'>
  /** Appends an event once to a stream of the tenant that is only counted, such as that of running numbers. An event or a timer is the occasion. */
  append: (stream: string, event: { type: EventType; data: object }) => Promise<void>
  /** Sets a timer of the occasion's tenant, or moves it. */
  setTimer: (timer: { key: string; dueAt: Date; data?: Timer['data'] }) => void
  cancelTimer: (key: string) => void
}

/** A policy as it is declared; `AnyPolicy` is what runs, whatever it keeps in memory. */
export const definePolicy = <State = undefined, const Type extends EventType = EventType>(policy: Policy<State, Type>): AnyPolicy =>
  policy as AnyPolicy

// biome-ignore lint/suspicious/noExplicitAny: `run-policy.ts` gives a policy the state that the same policy opened and the events that it names, and looks at neither.
export type AnyPolicy = Policy<any, any>
