import type { Decider } from '@nightflow/domain/shared/decider'
import { type Claim, executeCommand, refusalOfCommand } from '@nightflow/event-log/execute-command'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import type { ServiceEvent } from '@nightflow/schemas/events'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { actorOf } from './actor.ts'
import type { RequestContext } from './request-context.ts'
import type { Outcome } from './run-command.ts'

export type Decided = Outcome<{ position: number }> & { position: number }

/**
 * Runs one command against its stream on behalf of the caller. `describe` says what of the state belongs into the operation log:
 * an aggregate may hold thousands of meters while the command was about one.
 */
export const decide = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  context: RequestContext,
  decider: Decider<Command, State, Event>,
  command: Command,
  describe: (state: State) => unknown,
  { eventId, claims, isNew }: { eventId?: string | undefined; claims?: Claim; isNew?: boolean | undefined } = {},
): Promise<Decided | Rejection> => {
  let stateBefore = decider.initialState
  const { tenant } = context.caller
  const actor = actorOf(context.caller)
  const executed = await executeCommand(context.log, {
    decider: watched(decider, (state) => {
      stateBefore = state
    }),
    tenant,
    command,
    context: { now: new Date().toISOString(), actor, timeZone: await timeZoneOf(context) },
    actor,
    ...(eventId !== undefined && { eventId }),
    ...(claims !== undefined && { claims }),
    ...(isNew && { isNew }),
  })
  if (isRejection(executed)) return executed
  const { position, events } = executed
  const stateAfter = events.reduce(decider.evolve, stateBefore)
  return { response: { position }, position, before: describe(stateBefore), after: describe(stateAfter) }
}

/** The rejection that a command would get now; nothing is appended. */
export const refusalOf = async <Command extends { type: string }, State, Event extends ServiceEvent>(
  context: RequestContext,
  decider: Decider<Command, State, Event>,
  command: Command,
): Promise<Rejection | undefined> => {
  const { caller, log } = context
  const decided = { now: new Date().toISOString(), actor: actorOf(caller), timeZone: await timeZoneOf(context) }
  return refusalOfCommand(log, { decider, tenant: caller.tenant, command, context: decided })
}

/** The same decider, which reports the state of each decision; the last reported state is the one of the stored decision. */
const watched = <Command extends { type: string }, State, Event extends ServiceEvent>(
  decider: Decider<Command, State, Event>,
  see: (state: State) => void,
): Decider<Command, State, Event> => {
  type Decisions = Decider<Command, State, Event>['decide']
  const watch =
    (decision: Decisions[Command['type']]): Decisions[Command['type']] =>
    (command, state, context) => {
      see(state)
      return decision(command, state, context)
    }
  const decisions = Object.entries(decider.decide) as [Command['type'], Decisions[Command['type']]][]
  return { ...decider, decide: Object.fromEntries(decisions.map(([type, decision]) => [type, watch(decision)])) as unknown as Decisions }
}

/** Looked up once a request, however many commands it carries. */
const zones = new WeakMap<RequestContext, Promise<string>>()

export const timeZoneOf = (context: RequestContext): Promise<string> => {
  const known = zones.get(context) ?? lookUpZone(context)
  zones.set(context, known)
  return known
}

/** Whose day it is now for the caller. */
export const clockOf = async (context: RequestContext): Promise<{ now: number; timeZone: string }> => ({
  now: Date.now(),
  timeZone: await timeZoneOf(context),
})

const lookUpZone = async ({ pool, caller }: RequestContext): Promise<string> => {
  const tenant = await findTenant(pool, caller.tenant)
  if (!tenant) throw new Error(`a token was issued for the tenant ${caller.tenant}, which does not exist`)
  return tenant.timeZone
}
