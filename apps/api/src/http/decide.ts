import type { Decider } from '@nightflow/domain/shared/decider'
import { type Claim, type CommandExecuted, executeCommand, tryCommand } from '@nightflow/event-log/execute-command'
import type { Loaded } from '@nightflow/event-log/kept-states'
import type { ServiceEvent } from '@nightflow/schemas/events'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { actorOf } from './actor.ts'
import type { RequestContext } from './request-context.ts'
import type { Outcome } from './run-command.ts'
import { tenantOfCaller } from './tenant-of-caller.ts'

export type Decided = Outcome<{ position: number }> & { position: number }

/** Names of the events of a command before they are stored; `isNew` where the stream is expected to be empty. */
export type Identified = { eventId?: string | undefined; claims?: Claim; isNew?: boolean | undefined }

/**
 * Runs one command against its stream on behalf of the caller. `describe` says what of the state belongs into the operation log:
 * an aggregate may hold thousands of meters while the command was about one.
 */
export const decide = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  context: RequestContext,
  decider: Decider<Command, State, Event>,
  command: Command,
  describe: (state: State) => unknown,
  identified: Identified = {},
): Promise<Decided | Rejection> => {
  const executed = await execute(context, decider, command, identified)
  if (isRejection(executed)) return executed
  const { position, before, after } = executed
  return { response: { position }, position, before: describe(before), after: describe(after) }
}

/** The same with the stream's state before and after what was stored. */
export const execute = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  context: RequestContext,
  decider: Decider<Command, State, Event>,
  command: Command,
  { eventId, claims, isNew, known }: Identified & { known?: Loaded<State> | undefined } = {},
): Promise<CommandExecuted<State, Event> | Rejection> => {
  const { tenant } = context.caller
  const actor = actorOf(context.caller)
  return executeCommand(context.log, {
    decider,
    tenant,
    command,
    context: { now: new Date().toISOString(), actor, timeZone: await timeZoneOf(context) },
    actor,
    ...(eventId !== undefined && { eventId }),
    ...(claims !== undefined && { claims }),
    ...(isNew && { isNew }),
    ...(known && { known }),
  })
}

/** The decision that a command would get now, with the states before and after it; nothing is appended. */
export const tryOut = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  context: RequestContext,
  decider: Decider<Command, State, Event>,
  command: Command,
) => {
  const { caller, log } = context
  const decided = { now: new Date().toISOString(), actor: actorOf(caller), timeZone: await timeZoneOf(context) }
  return tryCommand(log, { decider, tenant: caller.tenant, command, context: decided })
}

/** The rejection that a command would get now: for a command that has to succeed before others are given. */
export const refusalOf = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  context: RequestContext,
  decider: Decider<Command, State, Event>,
  command: Command,
): Promise<Rejection | undefined> => {
  const tried = await tryOut(context, decider, command)
  return isRejection(tried) ? tried : undefined
}

export const timeZoneOf = async (context: RequestContext): Promise<string> => (await tenantOfCaller(context)).timeZone

/** Whose day it is now for the caller. */
export const clockOf = async (context: RequestContext): Promise<{ now: number; timeZone: string }> => ({
  now: Date.now(),
  timeZone: await timeZoneOf(context),
})
