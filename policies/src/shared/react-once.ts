import type { EventLog } from '@nightflow/event-log/event-log'
import { appendUndecided, executeCommand } from '@nightflow/event-log/execute-command'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import type { TimerChange } from '@nightflow/platform/jobs/policy-timers'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Reaction } from './define-policy.ts'

/** Timers that one reaction may set or cancel. */
const timerChangesMax = 1_000

export type Occasion = {
  tenant: string
  now: Date
  /** The base of the commands' ids; undefined for a condition, whose command is decided anew each time. */
  id: string | undefined
  cause: string | null
  correlation: string | null
}

/** A reaction to one occasion, with the timers that it has set or cancelled so far. */
export const reactionTo = (
  { tenant, now, id, cause, correlation }: Occasion,
  { log, policy, actor, signal }: { log: EventLog; policy: string; actor: string; signal: AbortSignal },
): Reaction & { timerChanges: TimerChange[] } => {
  const timerChanges: TimerChange[] = []
  const change = (one: TimerChange): void => {
    if (timerChanges.length >= timerChangesMax) throw new RangeError(`a reaction changes more than ${timerChangesMax} timers`)
    timerChanges.push(one)
  }
  const executed = new Map<string, number>()
  const executeIn: Reaction['executeIn'] = async (concerned, decider, command) => {
    const name = `${policy}/${id}/${concerned}/${decider.streamOf(command)}/${command.type}`
    const nth = executed.get(name) ?? 0
    executed.set(name, nth + 1)
    const eventId = id === undefined ? undefined : nameBasedId(commandNamespace, `${name}/${nth}`)
    if (eventId !== undefined && (await log.findEvent(eventId))) return 'done-before'
    const result = await executeCommand(log, {
      decider,
      tenant: concerned,
      actor,
      command,
      context: { now: now.toISOString(), actor, timeZone: 'UTC' },
      ...(eventId !== undefined && { eventId }),
      ...(cause !== null && { cause }),
      ...(correlation !== null && { correlation }),
    })
    if (isRejection(result) && result.rejected === 'changed-meanwhile')
      throw new Error(`${decider.streamOf(command)} changed while ${command.type} was decided`)
    return result
  }
  return {
    tenant,
    now,
    signal,
    execute: (decider, command) => executeIn(tenant, decider, command),
    executeIn,
    append: async (stream, event) => {
      if (id === undefined) throw new TypeError('a condition repeats, so that nothing is appended for it without a decision')
      const eventId = nameBasedId(commandNamespace, `${policy}/${id}/${tenant}/${stream}/${event.type}`)
      const caused = { ...(cause !== null && { cause }), ...(correlation !== null && { correlation }) }
      await appendUndecided(log, { stream, event, tenant, actor, eventId, ...caused })
    },
    setTimer: ({ key, dueAt, data = {} }) => change({ tenant, key, timer: { tenant, key, dueAt, data, cause, correlation } }),
    cancelTimer: (key) => change({ tenant, key, timer: null }),
    timerChanges,
  }
}

/** Namespace of the ids of policies' commands. It must never change, or a repeated reaction would repeat its effect. */
const commandNamespace = '3b8d2f6e91c74d0aa5e07c1f4b6298de'
