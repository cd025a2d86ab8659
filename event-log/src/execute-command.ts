import { randomUUID } from 'node:crypto'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { AppendResult, EventLog, NewEvent } from './event-log.ts'
import { EventIdTaken } from './event-log-errors.ts'
import type { Folding, Loaded } from './kept-states.ts'
import { withoutPersonal } from './personal-data.ts'
import { inTurn, pauseAfterConflict } from './stream-turns.ts'

/** The domain's decider by its shape: the log knows how to run a decision, not what is decided. */
type Decider<Command extends { type: string }, State, Event extends DecidedEvent, Context> = {
  /** `<context>-<aggregate>-<id>`, without the tenant. */
  streamOf: (command: Command) => string
  initialState: State
  evolve: (state: State, event: Event) => State
  decide: {
    [Type in Command['type']]: (command: Extract<Command, { type: Type }>, state: State, context: Context) => readonly Event[] | Rejection
  }
  isKept?: true
  guard?: Guard
  beside?: (command: Command, state: State) => Readonly<Record<string, Beside>>
}

/** Another stream of the tenant that a decision takes into account. */
type Beside = { stream: string; isKept?: true; initialState: unknown; evolve: (state: unknown, event: unknown) => unknown }

/** A rule of another stream of the tenant; the log only reads that stream. */
type Guard = {
  stream: string
  isKept?: true
  initialState: unknown
  evolve: (state: unknown, event: unknown) => unknown
  refuse: (state: unknown, events: readonly { data: object }[]) => Rejection | undefined
}

type DecidedEvent = { type: EventType; data: object }
type MayBeKept<State, Event> = Folding<State, Event> & { isKept?: true }

export type CommandExecution<Command extends { type: string }, State, Event extends DecidedEvent, Context> = {
  decider: Decider<Command, State, Event, Context>
  tenant: string
  command: Command
  /** Inputs of the decision: the instant, the actor, the zone. */
  context: Context
  /** `user:<id>`, `gateway:<name>`, `policy:<name>`. */
  actor: string
  /** Id of the first event, where others look it up by its id; a UUID. */
  eventId?: string
  claims?: Claim
  /** The stream is expected to be empty, so that it is read only after a conflict. */
  isNew?: boolean
  cause?: string
  correlation?: string
  /** The state that the caller has just read: later events are read only after a conflict. */
  known?: Loaded<State>
  /** The guard's answer that the caller has just read: it is read again only after a conflict. */
  forbids?: Forbids
}

/**
 * The id of the first event of a type, where it follows from an identifier that a client chose: an event of another stream with it refuses the
 * command with `transaction-id-reused`, and one of this stream is decided about.
 */
export type Claim = { id: string; type: EventType }

/** Why decided events may not be appended, by a guard's stream as it was read. */
export type Forbids = (events: readonly { data: object }[]) => Rejection | undefined

/**
 * `position` and `version` are those of the stream's last event; without new events those it already had (0 for an empty stream). `before` and `after`
 * are the stream's state without and with the events that were stored.
 */
export type CommandExecuted<State, Event> = { position: number; version: number; events: readonly Event[]; before: State; after: State }

/** More writers than that are never at one stream: a process decides as many commands at once as half of its connections. */
export const decisionsAfterConflict = 50
const pageEvents = 1000

/**
 * Loads the command's stream, decides, appends what was decided. When another writer appended in between, the new events are
 * read and it is decided again, fifty times at most; after that the answer is the rejection `changed-meanwhile`. Of one process,
 * commands that lost once take turns, so that they do not overtake each other.
 * Throws when a decision breaks the catalogue's schema (a bug) and when the log is unavailable.
 */
export const executeCommand = async <Command extends { type: string }, State, Event extends DecidedEvent, Context>(
  log: EventLog,
  execution: CommandExecution<Command, State, Event, Context>,
): Promise<CommandExecuted<State, Event> | Rejection> => {
  const { decider, command, tenant } = execution
  const stream = `${tenant}/${decider.streamOf(command)}`
  const decide = decider.decide[command.type as Command['type']] as (
    command: Command,
    state: State,
    context: Context,
  ) => readonly Event[] | Rejection
  let loaded = execution.known ?? { state: decider.initialState, version: 0, position: 0 }
  const attempt = async (nth: number): Promise<CommandExecuted<State, Event> | Rejection | undefined> => {
    const isKnown = nth === 0 && (execution.isNew || execution.known !== undefined)
    const guarding = nth === 0 && execution.forbids ? execution.forbids : loadGuard(log, tenant, decider)
    const [present, forbids] = await Promise.all([isKnown ? loaded : loadOf(log, stream, decider, loaded), guarding])
    loaded = present
    const decision = decide(command, loaded.state, await withBeside(log, execution, loaded.state))
    if (isRejection(decision)) return decision
    const { state: before } = loaded
    if (decision.length === 0) return { position: loaded.position, version: loaded.version, events: [], before, after: before }
    const forbidden = forbids(decision)
    if (forbidden) return forbidden
    const result = await appendClaiming(
      log,
      { stream, version: loaded.version, events: newEventsOf(decision, execution) },
      execution.claims,
    )
    if (isRejection(result)) return result
    if (result.status === 'conflict') {
      if (result.actualVersion < loaded.version) log.kept?.forget(stream)
      return undefined
    }
    const decided = decider.isKept && log.kept ? decision.map(impersonal) : decision
    if (result.status === 'appended') log.kept?.appended(stream, loaded.version, decided, result.position)
    const after = decided.reduce(decider.evolve, before)
    return { position: result.position, version: result.version, events: decision, before, after }
  }
  const first = await attempt(0)
  if (first) return first
  return inTurn(stream, async () => {
    for (let nth = 1; nth <= decisionsAfterConflict; nth += 1) {
      const decided = await attempt(nth)
      if (decided) return decided
      await pauseAfterConflict(nth)
    }
    return rejected('changed-meanwhile')
  })
}

/** The event as states that are kept see it. */
const impersonal = <Event extends DecidedEvent>(event: Event): Event => ({
  ...event,
  data: withoutPersonal(eventCatalogue[event.type].data, event.data),
})

type Appending = { stream: string; version: number; events: readonly NewEvent[] }

/**
 * An append of which an event claims an id. Where another event has it, that one is of another stream, or the decision knew it and is about something
 * else; or it is news of this stream, which is decided about again.
 */
const appendClaiming = async (
  log: EventLog,
  { stream, version, events }: Appending,
  claims: Claim | undefined,
): Promise<AppendResult | Rejection> => {
  try {
    const result = await log.append(stream, version, events)
    if (claims === undefined || result.status !== 'repeated') return result
  } catch (error) {
    if (claims === undefined || !(error instanceof EventIdTaken)) throw error
  }
  const taken = await log.findEvent(claims.id)
  const isNews = taken?.stream === stream && taken.version > version
  return isNews ? { status: 'conflict', actualVersion: taken.version } : rejected('transaction-id-reused')
}

/** The decision that a command would get now, without an append: the events, and the state before and after them. */
export const tryCommand = async <Command extends { type: string }, State, Event extends DecidedEvent, Context>(
  log: EventLog,
  { decider, command, tenant, context }: Omit<CommandExecution<Command, State, Event, Context>, 'actor'>,
): Promise<Pick<CommandExecuted<State, Event>, 'events' | 'before' | 'after'> | Rejection> => {
  const { state } = await loadStream(log, `${tenant}/${decider.streamOf(command)}`, decider)
  const decide = decider.decide[command.type as Command['type']] as (
    command: Command,
    state: State,
    context: Context,
  ) => readonly Event[] | Rejection
  const decision = decide(command, state, await withBeside(log, { decider, command, tenant, context }, state))
  if (isRejection(decision)) return decision
  const forbidden = (await loadGuard(log, tenant, decider))(decision)
  return forbidden ?? { events: decision, before: state, after: decision.reduce(decider.evolve, state) }
}

/** The context of a decision with the states of the streams that the decider names for it. */
const withBeside = async <Command extends { type: string }, State, Event extends DecidedEvent, Context>(
  log: EventLog,
  {
    decider,
    command,
    tenant,
    context,
  }: Pick<CommandExecution<Command, State, Event, Context>, 'decider' | 'command' | 'tenant' | 'context'>,
  state: State,
): Promise<Context> => {
  const named = Object.entries(decider.beside?.(command, state) ?? {})
  return named.length === 0 ? context : { ...context, beside: await loadBeside(log, tenant, Object.fromEntries(named)) }
}

/** The states of streams of a tenant that decisions take into account, by the names that their deciders give them. */
export const loadBeside = async (
  log: EventLog,
  tenant: string,
  named: Readonly<Record<string, Beside>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const read = Object.entries(named).map(
    async ([name, each]) => [name, await stateOfStream<unknown, never>(log, `${tenant}/${each.stream}`, each)] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

/** A stream's state now, with its place. The stream's name is with its tenant. */
export const loadStream = <State, Event extends DecidedEvent>(
  log: EventLog,
  stream: string,
  decider: MayBeKept<State, Event>,
): Promise<Loaded<State>> => loadOf(log, stream, decider, { state: decider.initialState, version: 0, position: 0 })

/** The state of now, from what is kept or from what was loaded before. */
const loadOf = <State, Event extends DecidedEvent>(
  log: EventLog,
  stream: string,
  decider: MayBeKept<State, Event>,
  loaded: Loaded<State>,
): Promise<Loaded<State>> => (decider.isKept && log.kept ? log.kept.load(stream, decider) : loadOn(log, stream, decider.evolve, loaded))

/** The state that was loaded before, with the events that the stream has had since. */
export const loadSince = <State, Event extends DecidedEvent>(
  log: EventLog,
  stream: string,
  { evolve }: { evolve: (state: State, event: Event) => State },
  loaded: Loaded<State>,
): Promise<Loaded<State>> => loadOn(log, stream, evolve, loaded)

/** The same of several streams by their names, read at once. */
export const loadStreams = async <State, Event extends DecidedEvent>(
  log: EventLog,
  streams: readonly string[],
  { initialState, evolve }: { initialState: State; evolve: (state: State, event: Event) => State },
): Promise<Map<string, Loaded<State>>> => {
  const loaded = new Map(streams.map((stream) => [stream, { state: initialState, version: 0, position: 0 }]))
  for (const { stream, type, data, version, position } of await log.readStreams(streams, { limit: pageEvents }))
    loaded.set(stream, { state: evolve(loaded.get(stream)?.state ?? initialState, { type, data } as unknown as Event), version, position })
  for (const [stream, begun] of loaded) if (begun.version === pageEvents) loaded.set(stream, await loadOn(log, stream, evolve, begun))
  return loaded
}

const forbidsNothing: Forbids = () => undefined

/** Reads what the guard of a decider forbids now. Commands that are given together need it once. */
export const loadGuard = async (log: EventLog, tenant: string, { guard }: { guard?: Guard }): Promise<Forbids> => {
  if (!guard) return forbidsNothing
  const state = await stateOfStream<unknown, never>(log, `${tenant}/${guard.stream}`, guard)
  return (events) => guard.refuse(state, events)
}

/** The present state of a stream, for a preview of a command. The stream's name is with its tenant. */
export const stateOfStream = async <State, Event extends DecidedEvent>(
  log: EventLog,
  stream: string,
  decider: MayBeKept<State, Event>,
): Promise<State> => (await loadStream(log, stream, decider)).state

/** Folds what the stream holds beyond what was loaded, page by page. */
const loadOn = async <State, Event>(
  log: EventLog,
  stream: string,
  evolve: (state: State, event: Event) => State,
  loaded: Loaded<State>,
): Promise<Loaded<State>> => {
  let { state, version, position } = loaded
  for (;;) {
    const page = await log.readStream(stream, { afterVersion: version, limit: pageEvents })
    for (const { type, data, ...place } of page) {
      state = evolve(state, { type, data } as Event)
      version = place.version
      position = place.position
    }
    if (page.length < pageEvents) return { state, version, position }
  }
}

/**
 * Appends one event to a stream that is only counted and never folded, whatever is in it already. The same id stores nothing a second time.
 */
export const appendUndecided = async <Event extends DecidedEvent>(
  log: EventLog,
  {
    stream,
    event,
    ...execution
  }: { stream: string; event: Event; tenant: string; actor: string; eventId: string; cause?: string; correlation?: string },
): Promise<AppendResult> => log.append(`${execution.tenant}/${stream}`, 'any', newEventsOf([event], execution))

const newEventsOf = (
  events: readonly DecidedEvent[],
  execution: { tenant: string; actor: string; eventId?: string; claims?: Claim; cause?: string; correlation?: string },
): NewEvent[] => {
  const { tenant, actor, claims, eventId, cause, correlation } = execution
  const claimed = events.findIndex(({ type }) => type === claims?.type)
  const chosenId = (place: number) => (place === claimed ? claims?.id : place === 0 ? eventId : undefined)
  const metadata = { tenant, actor, ...(cause === undefined ? {} : { cause }), ...(correlation === undefined ? {} : { correlation }) }
  return events.map(({ type, data }, place) => {
    const { version, data: schema } = eventCatalogue[type]
    const checked = schema.safeParse(data)
    if (!checked.success)
      throw new TypeError(`the decided event ${type} does not fit its schema: ${checked.error.message}`, { cause: checked.error })
    return { id: chosenId(place) ?? randomUUID(), type, schemaVersion: version, data: checked.data, metadata }
  })
}
