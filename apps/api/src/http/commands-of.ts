import type { Decider } from '@nightflow/domain/shared/decider'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Endpoint, RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { z } from 'zod'
import { confirmed } from './confirmed-amount.ts'
import { execute, type Identified } from './decide.ts'
import type { RequestContext } from './request-context.ts'
import { command, type Route } from './serve.ts'

/** A command that was stored: what it was made of, and the state of its stream. */
export type Stored<Request, Command, State, Found> = {
  request: Request
  found: Found
  given: Command
  context: RequestContext
  /** When the route began: before every fact that it read. */
  startedAt: string
  /** The stored events: none where the command was carried out before. */
  events: readonly ServiceEvent[]
  /** Of the stream's last event. */
  position: number
  before: State
  after: State
}

/** How a request becomes a command, in the order of the steps. Only `command` is needed. `prepare` comes before the steps that use what it found. */
type Steps<E extends Endpoint, Command, State, Found> = {
  /** The amount that the request moves, in minor units: above the tenant's limit it must be confirmed. */
  amount?: (request: RequestOf<E>) => number
  /** The answer to a request that was carried out before; undefined for any other. */
  repeated?: (request: RequestOf<E>, context: RequestContext) => Promise<ResponseOf<E> | undefined>
  /** A rule about what is not in the stream: undefined is agreement. */
  refuse?: (request: RequestOf<E>, context: RequestContext) => Promise<Rejection | undefined>
  /** Facts that the command needs besides the request and the stream; undefined is refused as `not-found`. */
  prepare?: (request: RequestOf<E>, context: RequestContext) => Promise<Found | Rejection | undefined>
  command: (request: RequestOf<E>, found: Found) => Command
  /** Follows what was stored, and answers the position of its own last event where it has one. */
  afterwards?: (stored: Stored<RequestOf<E>, Command, State, Found>) => Promise<number | Rejection | undefined>
  /** The operation log keeps this, where that is not of the state. */
  logged?: (stored: Stored<RequestOf<E>, Command, State, Found>) => { before: unknown; after: unknown }
  /** Without it the answer is the position or nothing, as the endpoint declares. */
  answer?: (stored: Stored<RequestOf<E>, Command, State, Found>) => ResponseOf<E> | Promise<ResponseOf<E>>
}

/** Calls that answer more than a position need `answer`. */
export type Answering<Response> = { position: number } extends Response
  ? unknown
  : Record<string, never> extends Response
    ? unknown
    : { answer: unknown }

/**
 * Makes routes of commands that one decider decides. `describe` names what of the state the operation log keeps, before and after. `identify` names the
 * events by an identifier that the client chose, so that a repeated request has no further effect. The first refusal of a step is the answer.
 */
export const commandsOf =
  <Command extends { type: string }, State, Event extends ServiceEvent>(
    decider: Decider<Command, State, Event>,
    describe: (state: State, command: Command) => unknown,
    identify: (command: Command, context: RequestContext) => Identified = () => ({}),
  ) =>
  <E extends Endpoint, Found = undefined>(endpoint: E, steps: Steps<E, Command, State, Found> & Answering<ResponseOf<E>>): Route => {
    const ofState = ({ given, before, after }: Stored<RequestOf<E>, Command, State, Found>) => ({
      before: describe(before, given),
      after: describe(after, given),
    })
    return command(endpoint, async (sent, context) => {
      const { amount, repeated, refuse, prepare, afterwards, logged = ofState, answer = answerOf(endpoint) } = steps
      const startedAt = new Date().toISOString()
      const request = amount ? await confirmed(context, sent, amount(sent)) : sent
      if (isRejection(request)) return request
      const known = await repeated?.(request, context)
      if (known !== undefined) return { response: known }
      const refused = await refuse?.(request, context)
      if (refused) return refused
      const found = prepare ? ((await prepare(request, context)) ?? rejected('not-found')) : undefined
      if (isRejection(found)) return found
      const given = steps.command(request, found as Found)
      const executed = await execute(context, decider, given, identify(given, context))
      if (isRejection(executed)) return executed
      const { events, position, before, after } = executed
      const stored = { request, found: found as Found, given, context, startedAt, events, position, before, after }
      const last = await afterwards?.(stored)
      if (isRejection(last)) return last
      return { response: await answer(stored), position: Math.max(position, last ?? 0), ...logged(stored) }
    })
  }

const answerOf =
  <E extends Endpoint>({ response }: E) =>
  ({ position }: { position: number }): ResponseOf<E> =>
    (response instanceof z.ZodObject && 'position' in response.shape ? { position } : {}) as ResponseOf<E>
