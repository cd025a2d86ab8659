import type { Decider } from '@nightflow/domain/shared/decider'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import type { EventType } from '@nightflow/schemas/events'
import { isRejection } from '@nightflow/schemas/shared/rejections'

/** The people of a past, as the log names them. */
export type Actors = { clerk: string; clerkUserId: number; admin: string; agent: string; agentUserId: number }
export type Utility = { tenant: string; timeZone: string; currency: string; actors: Actors }
type Scene = { at: number; play: () => Promise<void> }

export const dayMilliseconds = 86_400_000
export const hourMilliseconds = 3_600_000
const minuteMilliseconds = 60_000
/** A scene takes less, so that its last step is before the end too. */
const sceneMilliseconds = 7_200_000

/**
 * The past of a utility while it is written. Stories say what happened and when, each for itself; `tell` plays all of it in the order of time. The
 * domain decides every command as it would have on that day, so that nothing happens here that could not have happened.
 */
export class Past {
  readonly log: EventLog
  readonly utility: Utility
  readonly #scenes: Scene[] = []
  readonly end: number
  #isSorted = true
  #now = 0

  /** Scenes of stories after `end` have not happened yet. */
  constructor(utility: Utility, end: number) {
    this.utility = utility
    this.end = end
    this.log = createMemoryEventLog({ now: () => this.#now })
  }

  /** The present instant of the past, epoch milliseconds. */
  now = (): number => this.#now

  on(at: number, play: () => Promise<void>): void {
    this.#scenes.push({ at, play })
    this.#isSorted = false
  }

  /** An hour of the local day so many days before the end. */
  daysAgo(days: number, hour: number): number {
    const calendar = calendarOf(this.utility.timeZone)
    return calendar.startOf(calendar.dayOf(this.end) - days) + hour * hourMilliseconds
  }

  /** The next step of this scene comes so much later. */
  wait(minutes: number): void {
    this.#now += minutes * minuteMilliseconds
  }

  /** Runs a command on the present day of the past. A past in which the domain refuses something is a mistake in its story. */
  execute = async <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
    decider: Decider<Command, State, Event>,
    command: Command,
    actor: string = this.utility.actors.clerk,
  ) => {
    const { tenant, timeZone } = this.utility
    const context = { now: new Date(this.#now).toISOString(), actor, timeZone }
    const executed = await executeCommand(this.log, { decider, tenant, command, context, actor })
    if (isRejection(executed)) throw new Error(`the past of ${tenant} cannot be: ${command.type} was refused as ${executed.rejected}`)
    return executed
  }

  stateOf = <State, Event extends { type: EventType; data: object }>(
    stream: string,
    decider: { initialState: State; evolve: (state: State, event: Event) => State },
  ): Promise<State> => stateOfStream(this.log, `${this.utility.tenant}/${stream}`, decider)

  /** Plays the scenes in the order of time, and those that a scene announces. */
  async tell(): Promise<EventLog> {
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      this.#now = Math.max(this.#now, next.at)
      await next.play()
    }
    return this.log
  }

  #takeNext(): Scene | undefined {
    if (!this.#isSorted) this.#scenes.sort((one, other) => other.at - one.at)
    this.#isSorted = true
    const next = this.#scenes.pop()
    return next && next.at < this.end - sceneMilliseconds ? next : undefined
  }
}
