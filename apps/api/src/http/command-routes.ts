import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Endpoint, RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type NamedCommand, typedFieldsOf } from '@nightflow/schemas/shared/named-command'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Commanded, commandOf } from './commanded-rows.ts'
import { type Answering, commandsOf, type Stored } from './commands-of.ts'
import { decide } from './decide.ts'
import { decideInOrder } from './decide-each.ts'
import { type AnyEachSteps, type EachSteps, routeOfEach } from './each-route.ts'
import type { RequestContext } from './request-context.ts'
import type { Outcome } from './run-command.ts'
import { command as commandRoute, type Route } from './serve.ts'

/** How the request for one row becomes a command, in the order of the steps, where that takes more than the request and the key of the row. */
type Steps<Row, Request, Given, State, Found = Partial<Given>, Response = object> = {
  /** The amount that the request moves, in minor units: above the tenant's limit it must be confirmed. */
  amount?: (request: Request) => number
  /** A rule about what is not in the stream: undefined is agreement. */
  refuse?: (request: Request, context: RequestContext) => Promise<Rejection | undefined>
  /** The fields of the command that neither the request nor the key of the row has. */
  prepare?: (row: Row, request: Request, context: RequestContext) => Found | Promise<Found | Rejection>
  /** Follows what was stored, and answers the position of its own last event where it has one. */
  afterwards?: (stored: Stored<Request, Given, State, unknown>) => Promise<number | Rejection | undefined>
  /** Of a call that answers more than a position. */
  answer?: (stored: Stored<Request, Given, State, unknown>) => Response | Promise<Response>
}

/** The steps of a command. Commands for several rows, and those that share a call, have none: each row gets what is in the request. */
type StepsFor<Row, Type, Command, State> = Type extends {
  request: infer Request
  response: infer Response
  given: { type: infer Name }
  known: infer Known
  steps: infer Kind
}
  ? Kind extends 'none'
    ? Record<string, never>
    : StepsOfKind<Row, Request, Response, Extract<Command, { type: Name }>, Missing<Extract<Command, { type: Name }>, Known>, State, Kind>
  : Record<string, never>
type StepsOfKind<Row, Request, Response, Given, Missed, State, Kind> = Kind extends 'each'
  ? EachSteps<Row, Request, Partial<Given> & Missed, Response> & PreparingEach<Missed>
  : Steps<Row, Request, Given, State, Partial<Given> & Missed, Response> & Answering<Response> & Preparing<Missed>
/** The fields that a command must have, and that neither its request nor the key of its row has. */
type Missing<Given, Known> = {
  [Field in keyof Given as Field extends Known ? never : Record<never, never> extends Pick<Given, Field> ? never : Field]: Given[Field]
}
/** Commands with fields that must be found need `prepare`. */
type Preparing<Missing> = keyof Missing extends never ? unknown : { prepare: unknown }
type PreparingEach<Missing> = Preparing<Missing> | { prepareAll: unknown }

/** By the names of the commands. */
export type StepsOf<Row, Types, Command, State> = {
  [Name in Needed<Row, Types, Command, State>]: StepsFor<Row, Types[Name], Command, State>
} & {
  [Name in Exclude<keyof Types, Needed<Row, Types, Command, State>>]?: StepsFor<Row, Types[Name], Command, State>
}
export type Needed<Row, Types, Command, State> = {
  [Name in keyof Types]: Record<never, never> extends StepsFor<Row, Types[Name], Command, State> ? never : Name
}[keyof Types]

/** A route for each call of the commands, but for those that declare why theirs is written. */
export const commandRoutes = <Row extends object, Types, Id, Command extends { type: string }, State, Event extends ServiceEvent>(
  commanded: Commanded<Row, Types, Id, Command, State, Event>,
  ...[steps]: Needed<Row, Types, Command, State> extends never
    ? [steps?: StepsOf<Row, Types, Command, State>]
    : [steps: StepsOf<Row, Types, Command, State>]
): Route[] => {
  const list = commanded.commands.list.filter(({ ownRoute }) => ownRoute === undefined)
  const stepsOf = ({ name }: NamedCommand<never>): object => (steps as Readonly<Record<string, object>> | undefined)?.[name] ?? {}
  return [...new Set<Endpoint>(list.map(({ endpoint }) => endpoint))].map((endpoint) => {
    const those = list.filter((each) => each.endpoint === endpoint)
    const [first] = those
    if (first?.isEach) return { ...routeOfEach(commanded, first, stepsOf(first) as AnyEachSteps<Row>), isDeclared: true }
    if (those.length === 1 && first && !first.isForMany)
      return { ...routeOfOne(commanded, first, stepsOf(first) as Steps<Row, object, object, State>), isDeclared: true }
    const route = commandRoute(endpoint, (request, context) => {
      const named = those.find((each) => isMeant(each, request))
      // The schema of the endpoint lets no other value through.
      if (!named) throw new Error(`no command of ${endpoint.path} answers this request`)
      return give(commanded, named, request, context)
    })
    return { ...route, isDeclared: true }
  })
}

/** The request of a call whose fields are known at run time alone. */
type Asked = RequestOf<Endpoint>

const isMeant = ({ fixed = {} }: NamedCommand<never>, request: Asked): boolean =>
  Object.entries(fixed).every(([field, value]) => request[field] === value)

/** The route of a command on one row. */
const routeOfOne = <Row extends object, Types, Id, Command extends { type: string }, State, Event extends ServiceEvent>(
  { commands: { id, keyOf }, decider, find, unknown = 'not-found', logged, identify }: Commanded<Row, Types, Id, Command, State, Event>,
  named: NamedCommand<never>,
  { prepare, ...steps }: Steps<Row, object, object, State>,
): Route => {
  const route = commandsOf(decider, () => undefined, identify)<Endpoint, { row: Row; found: object }>
  return route(named.endpoint, {
    ...(steps as object),
    prepare: async (request, context) => {
      const rows = await context.read((database) => find(database, [request[id] as Id]))
      if (isRejection(rows)) return rows
      const [row] = rows
      if (!row) return rejected(unknown)
      const found = (await prepare?.(row, request, context)) ?? {}
      return isRejection(found) ? found : { row, found }
    },
    command: (request, { row, found }) => commandOf<Command>(named, { ...request, ...found, ...keyOf(row) }, found),
    logged: ({ request, found: { row }, given, before, after }) =>
      typeof logged === 'function'
        ? { before: logged(before, given, row), after: logged(after, given, row) }
        : ofRows([row], [id, ...logged], named, typedOf(named, id, request)),
  })
}

/** Gives each row the same command. All must exist. The first refusal ends it; the rows before it keep what was decided. */
const give = async <Row extends object, Types, Id, Command extends { type: string }, State, Event extends ServiceEvent>(
  { commands: { id, keyOf }, decider, find, unknown = 'not-found', logged }: Commanded<Row, Types, Id, Command, State, Event>,
  named: NamedCommand<never>,
  request: Asked,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const ids = [request[id]].flat() as Id[]
  const rows = await context.read((database) => find(database, ids))
  if (isRejection(rows)) return rows
  if (rows.length < new Set(ids).size) return rejected(unknown)
  const position = await decideInOrder(rows, (row) =>
    decide(context, decider, commandOf<Command>(named, { ...request, ...keyOf(row) }), () => undefined),
  )
  if (isRejection(position)) return position
  const fields = typeof logged === 'function' ? [] : logged
  return { response: {}, position, ...ofRows(rows, [id, ...fields], named, typedOf(named, id, request)) }
}

const typedOf = (named: NamedCommand<never>, id: string, request: Asked) =>
  Object.fromEntries(typedFieldsOf(named, id).map((field) => [field, request[field]]))

/** The part of rows that the operation log keeps: some of their fields before, and what they were given. */
const ofRows = (rows: readonly object[], fields: readonly string[], { name }: NamedCommand<never>, typed: object) => ({
  before: rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field as keyof typeof row]]))),
  after: { command: name, ...typed },
})
