import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { savePolicyCheckpoint } from '@nightflow/platform/jobs/policy-checkpoints'
import {
  type DeadLetter,
  failedConditions,
  keepDeadLetter,
  type RequestedRetry,
  removeDeadLetter,
  requestedRetries,
} from '@nightflow/platform/jobs/policy-dead-letters'
import { dueTimers, loadTimers, type Timer, type TimerChange, writeTimers } from '@nightflow/platform/jobs/policy-timers'
import { sqlStateOf } from '@nightflow/projections/projector/set-aside-events'
import type { Pool, PoolClient } from 'pg'
import type { AnyPolicy, Condition } from './define-policy.ts'
import type { PolicyPlace } from './policy-place.ts'
import { type Occasion, reactionTo } from './react-once.ts'
import { tryReaction } from './try-reaction.ts'

export type OnDeadLetter = (letter: DeadLetter & { error: Error }) => void
type Parts = { log: EventLog; pool: Pool; signal: AbortSignal; now?: () => number; onDeadLetter?: OnDeadLetter }
type Named = Pick<DeadLetter, 'tenant' | 'kind' | 'occasion' | 'position' | 'type'>
type Outcome = { changes: TimerChange[]; error: Error | undefined }

const timersAtOnce = 100
const retriesAtOnce = 10
const failedConditionsMax = 1_000

/** A policy at work: one reaction at a time, whatever their occasions are. */
export class PolicyRun {
  readonly #policy: AnyPolicy
  readonly #place: PolicyPlace
  readonly #parts: Parts
  readonly #state: unknown
  readonly #failedConditions: Set<string>
  #last: Promise<unknown> = Promise.resolve()

  private constructor(policy: AnyPolicy, place: PolicyPlace, parts: Parts, state: unknown, failed: readonly string[]) {
    this.#policy = policy
    this.#place = place
    this.#parts = parts
    this.#state = state
    this.#failedConditions = new Set(failed)
  }

  static async open(policy: AnyPolicy, place: PolicyPlace, parts: Parts): Promise<PolicyRun> {
    const state = policy.open?.(await place.use((database) => loadTimers(database, policy.name)))
    const failed = policy.conditions ? await place.use((database) => failedConditions(database, policy.name, failedConditionsMax)) : []
    return new PolicyRun(policy, place, parts, state, failed)
  }

  /** Reacts to a page of events. Writes timers, dead letters and checkpoint in one transaction; true where it wrote. */
  react(events: readonly RecordedEvent[], checkpoint: { name: string; position: number; isDue: boolean }): Promise<boolean> {
    return this.#inTurn(async () => {
      const changes = new Map<string, TimerChange>()
      const letters: { named: Named; error: Error }[] = []
      for (const event of events) {
        if (this.#parts.signal.aborted) return false
        const outcome = await this.#tryEvent(event)
        if (outcome.error) letters.push({ named: namedAfter(event), error: outcome.error })
        else for (const change of outcome.changes) changes.set(`${change.tenant}/${change.key}`, change)
      }
      if (!checkpoint.isDue && changes.size === 0 && letters.length === 0) return false
      await this.#place.transaction(async (database) => {
        await writeTimers(database, this.#policy.name, [...changes.values()])
        for (const { named, error } of letters) await this.#keepDeadLetter(database, named, error)
        await savePolicyCheckpoint(database, checkpoint.name, checkpoint.position)
      })
      return true
    })
  }

  /** Fires the timers that are due, the earliest first; true where more may be due. */
  fireTimers(): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.#policy.onTimer) return false
      const now = new Date(this.#now())
      const due = await this.#place.use((database) => dueTimers(database, this.#policy.name, now, timersAtOnce))
      for (const timer of due) {
        if (this.#parts.signal.aborted) return false
        await this.#settle(namedAfterTimer(timer), timer, await this.#tryTimer(timer))
      }
      return due.length > 0
    })
  }

  async retryDeadLetters(): Promise<void> {
    await this.#inTurn(async () => {
      const retries = await this.#place.use((database) => requestedRetries(database, this.#policy.name, retriesAtOnce))
      for (const retry of retries) {
        if (this.#parts.signal.aborted) return
        await this.#retry(retry)
      }
    })
  }

  /** Each condition is a turn of its own, so that events do not wait for all of them. */
  async findConditions({ find }: NonNullable<AnyPolicy['conditions']>): Promise<void> {
    const { pool, signal } = this.#parts
    for await (const condition of find({ pool, signal, now: new Date(this.#now()) })) {
      if (signal.aborted) return
      await this.#inTurn(() => this.#reactToCondition(condition))
    }
  }

  async #reactToCondition({ tenant, key, react }: Condition): Promise<void> {
    const occasion = { tenant, now: new Date(this.#now()), id: undefined, cause: null, correlation: null }
    const outcome = await this.#try(occasion, (reaction) => react(reaction))
    const named: Named = { tenant, kind: 'condition', occasion: key, position: null, type: null }
    const known = `${tenant}/${key}`
    if (!outcome.error && outcome.changes.length === 0 && !this.#failedConditions.has(known)) return
    await this.#settle(named, null, outcome)
    if (!outcome.error) this.#failedConditions.delete(known)
    else if (this.#failedConditions.size < failedConditionsMax) this.#failedConditions.add(known)
  }

  async #retry({ tenant, kind, occasion, timer }: RequestedRetry): Promise<void> {
    const event = kind === 'event' ? await this.#parts.log.findEvent(occasion) : undefined
    if (event) await this.#settle(namedAfter(event), null, await this.#tryEvent(event))
    else if (timer) await this.#settle(namedAfterTimer(timer), timer, await this.#tryTimer(timer))
    // The next search finds a condition again where it still holds.
    else await this.#place.use((database) => removeDeadLetter(database, { policy: this.#policy.name, tenant, kind, occasion }))
  }

  #tryEvent(event: RecordedEvent): Promise<Outcome> {
    const { tenant, correlation = null } = event.metadata
    const occasion = { tenant, now: new Date(this.#now()), id: event.id, cause: event.id, correlation }
    return this.#try(occasion, (reaction) => this.#policy.react?.(event, reaction, this.#state))
  }

  #tryTimer(timer: Timer): Promise<Outcome> {
    const { tenant, key, dueAt, cause, correlation } = timer
    // A clock that is set back between search and reaction must not make the timer early.
    const now = new Date(Math.max(this.#now(), dueAt.getTime()))
    const occasion = { tenant, now, id: `timer/${key}/${dueAt.toISOString()}`, cause, correlation }
    return this.#try(occasion, (reaction) => this.#policy.onTimer?.(timer, reaction, this.#state))
  }

  async #try(occasion: Occasion, react: (reaction: ReturnType<typeof reactionTo>) => void | Promise<void>): Promise<Outcome> {
    const { log, signal } = this.#parts
    let reaction: ReturnType<typeof reactionTo> | undefined
    const error = await tryReaction(this.#parts, () => {
      reaction = reactionTo(occasion, { log, signal, policy: this.#policy.name, actor: this.#policy.actor })
      return react(reaction)
    })
    return { error, changes: error ? [] : (reaction?.timerChanges ?? []) }
  }

  /** Writes what became of an occasion that is no event of a page: its timers, its dead letter or the end of one. */
  async #settle(named: Named, timer: Timer | null, { changes, error }: Outcome): Promise<void> {
    const { tenant, kind, occasion } = named
    const policy = this.#policy.name
    const fired: TimerChange[] = timer ? [{ tenant, key: timer.key, timer: null }] : []
    const last = new Map([...fired, ...changes].map((change) => [`${change.tenant}/${change.key}`, change]))
    await this.#place.transaction(async (database) => {
      await writeTimers(database, policy, [...last.values()])
      if (error) await this.#keepDeadLetter(database, named, error, timer)
      else await removeDeadLetter(database, { policy, tenant, kind, occasion })
    })
  }

  async #keepDeadLetter(database: PoolClient, named: Named, error: Error, timer: Timer | null = null): Promise<void> {
    const letter = { policy: this.#policy.name, ...named, code: sqlStateOf(error) ?? error.name, reason: error.message }
    await keepDeadLetter(database, letter, timer)
    this.#parts.onDeadLetter?.({ ...letter, error })
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)()
  }
}

const namedAfter = ({ metadata: { tenant }, id, position, type }: RecordedEvent): Named => ({
  tenant,
  kind: 'event',
  occasion: id,
  position,
  type,
})
const namedAfterTimer = ({ tenant, key }: Timer): Named => ({ tenant, kind: 'timer', occasion: key, position: null, type: null })
