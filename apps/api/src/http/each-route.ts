import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Endpoint, RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Commanded, commandOf } from './commanded-rows.ts'
import { decide } from './decide.ts'
import { type DecidedEach, decideEach } from './decide-each.ts'
import type { RequestContext } from './request-context.ts'
import { command as commandRoute, type Route } from './serve.ts'

/** The decisions about the rows, with the request. */
export type Given<Row, Request> = DecidedEach<Row> & { rows: readonly Row[]; request: Request; context: RequestContext }

/** How the request for several rows becomes a command on each, in the order of the steps. */
export type EachSteps<Row, Request, Found, Response> = {
  /** Fields of all commands, or why there are none: read once. */
  prepareAll?: (request: Request, context: RequestContext) => Promise<Found | Rejection>
  /** The fields of a row's command that neither the request nor the key of the row has. A refusal is that of its row. */
  prepare?: (row: Row, request: Request, context: RequestContext) => Found | Rejection | Promise<Found | Rejection>
  /** A request for one row is refused as a whole where its row is. */
  isOneRefused?: true
  answer: (given: Given<Row, Request>) => Response | Promise<Response>
  /** The operation log keeps this. */
  logged: (given: Given<Row, Request>, response: Response) => { before?: unknown; after: unknown }
}
/** The same, of a request whose fields are known at run time alone. */
export type AnyEachSteps<Row> = EachSteps<Row, RequestOf<Endpoint>, object, object>

/** The route of a command that decides each row on its own: one that is refused does not hold up the others. */
export const routeOfEach = <Row extends object, Types, Id, Command extends { type: string }, State, Event extends ServiceEvent>(
  commanded: Commanded<Row, Types, Id, Command, State, Event>,
  named: NamedCommand<never>,
  { prepareAll, prepare, isOneRefused, answer, logged }: AnyEachSteps<Row>,
): Route => {
  const { commands, decider, find, unknown = 'not-found', logged: describe, identify, atOnce } = commanded
  const { id, keyOf } = commands
  return commandRoute(named.endpoint, async (request, context) => {
    const ofAll = (await prepareAll?.(request, context)) ?? {}
    if (isRejection(ofAll)) return ofAll
    const ids = [...new Set([request[id]].flat() as Id[])]
    const rows = await context.read((database) => find(database, ids))
    if (isRejection(rows)) return rows
    if (rows.length < ids.length) return rejected(unknown)
    const decideOne = async (row: Row) => {
      const ofRow = (await prepare?.(row, request, context)) ?? {}
      if (isRejection(ofRow)) return ofRow
      const found = { ...ofAll, ...ofRow }
      const given = commandOf<Command>(named, { ...request, ...found, ...keyOf(row) }, found)
      const ofState = (state: State) => (typeof describe === 'function' ? describe(state, given, row) : undefined)
      return decide(context, decider, given, ofState, identify?.(given, context))
    }
    const decided = await decideEach(rows, decideOne, { ...(atOnce !== undefined && { atOnce }) })
    const [alone] = decided.refused
    if (isOneRefused && alone && rows.length === 1) return alone.refusal
    const given = { ...decided, rows, request, context }
    const response = await answer(given)
    return { response, ...(decided.position > 0 && { position: decided.position }), ...logged(given, response) }
  })
}

/** The refused rows with the codes of their refusals. */
export const codesOf = <Row>({ refused }: DecidedEach<Row>, numberOf: (row: Row) => string): { number: string; code: string }[] =>
  refused.map(({ item, refusal }) => ({ number: numberOf(item), code: refusal.rejected }))
