import { randomUUID } from 'node:crypto'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { EventLog, NewEvent } from './event-log.ts'

/** The domain's decider by its shape: the log knows how to run a decision, not what is decided. */
type Decider<Command extends { type: string }, State, Event extends DecidedEvent, Context> = {
  /** `<context>-<aggregate>-<id>`, without the tenant. */
  streamOf: (command: Command) => string
  initialState: State
  evolve: (state: State, event: Event) => State
  decide: {
    [Type in Command['type']]: (command: Extract<Command, { type: Type }>, state: State, context: Context) => readonly Event[] | Rejection
  }
}

type DecidedEvent = { type: EventType; data: object }

export type CommandExecution<Command extends { type: string }, State, Event extends DecidedEvent, Context> = {
  decider: Decider<Command, State, Event, Context>
  tenant: string
  command: Command
  /** What the decision may know: the instant, the actor, the zone. */
  context: Context
  /** `user:<id>`, `gateway:<name>`, `policy:<name>`. */
  actor: string
  /** Id of the first event, where others look it up by its id; a UUID. */
  eventId?: string
  /** The stream is expected to be empty, so that it is read only after a conflict. */
  isNew?: boolean
  cause?: string
  correlation?: string
}

/** `position` and `version` are those of the stream's last event; without new events those it already had (0 for an empty stream). */
export type CommandExecuted<Event> = { position: number; version: number; events: readonly Event[] }

const decisionsAfterConflict = 3
const pageEvents = 1000

/**
 * Loads the command's stream, decides, appends what was decided. When another writer appended in between, the new events are
 * read and it is decided again, three times; after that the answer is the rejection `changed-meanwhile`.
 * Throws when a decision breaks the catalogue's schema (a bug) and when the log is unavailable.
 */
export const executeCommand = async <Command extends { type: string }, State, Event extends DecidedEvent, Context>(
  log: EventLog,
  execution: CommandExecution<Command, State, Event, Context>,
): Promise<CommandExecuted<Event> | Rejection> => {
  const { decider, command, tenant, context } = execution
  const stream = `${tenant}/${decider.streamOf(command)}`
  const decide = decider.decide[command.type as Command['type']] as (
    command: Command,
    state: State,
    context: Context,
  ) => readonly Event[] | Rejection
  let loaded = { state: decider.initialState, version: 0, position: 0 }
  for (let attempt = 0; attempt <= decisionsAfterConflict; attempt += 1) {
    if (attempt > 0 || !execution.isNew) loaded = await loadOn(log, stream, decider.evolve, loaded)
    const decision = decide(command, loaded.state, context)
    if (isRejection(decision)) return decision
    if (decision.length === 0) return { position: loaded.position, version: loaded.version, events: [] }
    const result = await log.append(stream, loaded.version, newEventsOf(decision, execution))
    if (result.status !== 'conflict') return { position: result.position, version: result.version, events: decision }
  }
  return rejected('changed-meanwhile')
}

/** What a command would be refused for now, without appending: for a command that has to succeed before others are given. */
export const refusalOfCommand = async <Command extends { type: string }, State, Event extends DecidedEvent, Context>(
  log: EventLog,
  { decider, command, tenant, context }: Omit<CommandExecution<Command, State, Event, Context>, 'actor'>,
): Promise<Rejection | undefined> => {
  const { state } = await loadOn(log, `${tenant}/${decider.streamOf(command)}`, decider.evolve, {
    state: decider.initialState,
    version: 0,
    position: 0,
  })
  const decide = decider.decide[command.type as Command['type']] as (
    command: Command,
    state: State,
    context: Context,
  ) => readonly Event[] | Rejection
  const decision = decide(command, state, context)
  return isRejection(decision) ? decision : undefined
}

/** What a stream says now, for a preview of what a command would do. The stream's name is with its tenant. */
export const stateOfStream = async <State, Event extends DecidedEvent>(
  log: EventLog,
  stream: string,
  { initialState, evolve }: { initialState: State; evolve: (state: State, event: Event) => State },
): Promise<State> => (await loadOn(log, stream, evolve, { state: initialState, version: 0, position: 0 })).state

/** Folds what the stream holds beyond what was loaded, page by page. */
const loadOn = async <State, Event>(
  log: EventLog,
  stream: string,
  evolve: (state: State, event: Event) => State,
  loaded: { state: State; version: number; position: number },
): Promise<{ state: State; version: number; position: number }> => {
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

const newEventsOf = (
  events: readonly DecidedEvent[],
  execution: { tenant: string; actor: string; eventId?: string; cause?: string; correlation?: string },
): NewEvent[] => {
  const { tenant, actor, eventId, cause, correlation } = execution
  const metadata = { tenant, actor, ...(cause === undefined ? {} : { cause }), ...(correlation === undefined ? {} : { correlation }) }
  return events.map(({ type, data }, place) => {
    const { version, data: schema } = eventCatalogue[type]
    const checked = schema.safeParse(data)
    if (!checked.success)
      throw new TypeError(`the decided event ${type} does not fit its schema: ${checked.error.message}`, { cause: checked.error })
    const id = place === 0 && eventId !== undefined ? eventId : randomUUID()
    return { id, type, schemaVersion: version, data: checked.data, metadata }
  })
}
