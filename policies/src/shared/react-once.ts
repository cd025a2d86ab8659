import { hash } from 'node:crypto'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import type { TimerChange } from '@nightflow/platform/jobs/policy-timers'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Reaction } from './define-policy.ts'

/** Timers that one reaction may set or cancel. */
const timerChangesMax = 1_000

export type Occasion = {
  tenant: string
  now: Date
  /** What the commands' ids follow from; undefined for a condition, whose command is decided anew each time. */
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
    const eventId = id === undefined ? undefined : nameBasedId(`${name}/${nth}`)
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
    setTimer: ({ key, dueAt, data = {} }) => change({ tenant, key, timer: { tenant, key, dueAt, data, cause, correlation } }),
    cancelTimer: (key) => change({ tenant, key, timer: null }),
    timerChanges,
  }
}

/** Namespace of the ids of policies' commands (RFC 9562, version 5). It must never change, or a repeated reaction would repeat its effect. */
const commandNamespace = Buffer.from('3b8d2f6e91c74d0aa5e07c1f4b6298de', 'hex')

const nameBasedId = (name: string): string => {
  const digest = hash('sha1', Buffer.concat([commandNamespace, Buffer.from(name, 'utf8')]), 'buffer')
  digest[6] = (digest[6]! & 0x0f) | 0x50
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
