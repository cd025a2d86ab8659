import type { Decider } from '@nightflow/domain/shared/decider'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Endpoint, RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type NamedCommand, typedFieldsOf } from '@nightflow/schemas/shared/named-command'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { type Answering, commandsOf, type Stored } from './commands-of.ts'
import { decide, type Identified } from './decide.ts'
import { decideInOrder } from './decide-each.ts'
import type { RequestContext } from './request-context.ts'
import type { Outcome } from './run-command.ts'
import { command as commandRoute, type Route } from './serve.ts'

/** The rows that commands are given to, and the decider that takes them. */
type Commanded<Row extends object, Types, Command extends { type: string }, State, Event extends ServiceEvent> = {
  /** As `commandsOn` declares them. */
  commands: { list: readonly NamedCommand<never>[]; id: string; keyOf: (row: Row) => object; types?: Types }
  decider: Decider<Command, State, Event>
  /** The rows of these identifiers that the tenant has. */
  find: (database: PoolClient, ids: readonly number[]) => Promise<readonly Row[]>
  /** The refusal where a row is missing; `not-found` without it. */
  unknown?: RejectionCode
  /** The operation log keeps this: fields of the rows beside the identifier, or what of the state of the stream, before and after. */
  logged: readonly Extract<keyof Row, string>[] | ((state: State, given: Command) => unknown)
  /** Names the events by an identifier that the client chose, so that a repeated request has no further effect. */
  identify?: (given: Command, context: RequestContext) => Identified
}

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
type StepsFor<Row, Type, State> = Type extends {
  request: infer Request
  response: infer Response
  given: infer Given
  missing: infer Missing
  hasSteps: true
}
  ? Steps<Row, Request, Given, State, Partial<Given> & Missing, Response> & Answering<Response> & Preparing<Missing>
  : Record<string, never>
/** Commands with fields that must be found need `prepare`. */
type Preparing<Missing> = keyof Missing extends never ? unknown : { prepare: unknown }

/** By the names of the commands. */
type StepsOf<Row, Types, State> = { [Name in Needed<Row, Types, State>]: StepsFor<Row, Types[Name], State> } & {
  [Name in Exclude<keyof Types, Needed<Row, Types, State>>]?: StepsFor<Row, Types[Name], State>
}
type Needed<Row, Types, State> = {
  [Name in keyof Types]: Record<never, never> extends StepsFor<Row, Types[Name], State> ? never : Name
}[keyof Types]

/** A route for each call of the commands. */
export const commandRoutes = <Row extends object, Types, Command extends { type: string }, State, Event extends ServiceEvent>(
  commanded: Commanded<Row, Types, Command, State, Event>,
  ...[steps]: Needed<Row, Types, State> extends never ? [steps?: StepsOf<Row, Types, State>] : [steps: StepsOf<Row, Types, State>]
): Route[] => {
  const { list } = commanded.commands
  return [...new Set<Endpoint>(list.map(({ endpoint }) => endpoint))].map((endpoint) => {
    const those = list.filter((each) => each.endpoint === endpoint)
    const [first] = those
    if (those.length === 1 && first && !first.isForMany)
      return routeOfOne(
        commanded,
        first,
        (steps as Readonly<Record<string, Steps<Row, object, object, State>>> | undefined)?.[first.name] ?? {},
      )
    return commandRoute(endpoint, (request, context) => {
      const named = those.find((each) => isMeant(each, request))
      // The schema of the endpoint lets no other value through.
      if (!named) throw new Error(`no command of ${endpoint.path} answers this request`)
      return give(commanded, named, request, context)
    })
  })
}

/** The request of a call whose fields are known at run time alone. */
type Asked = RequestOf<Endpoint>

const isMeant = ({ fixed = {} }: NamedCommand<never>, request: Asked): boolean =>
  Object.entries(fixed).every(([field, value]) => request[field] === value)

/** The route of a command on one row. */
const routeOfOne = <Row extends object, Types, Command extends { type: string }, State, Event extends ServiceEvent>(
  { commands: { id, keyOf }, decider, find, unknown = 'not-found', logged, identify }: Commanded<Row, Types, Command, State, Event>,
  named: NamedCommand<never>,
  { prepare, ...steps }: Steps<Row, object, object, State>,
): Route => {
  const describe = typeof logged === 'function' ? logged : () => undefined
  const route = commandsOf(decider, describe, identify)<Endpoint, { row: Row; found: object }>
  return route(named.endpoint, {
    ...(steps as object),
    prepare: async (request, context) => {
      const [row] = await context.read((database) => find(database, [request[id] as number]))
      if (!row) return rejected(unknown)
      const found = (await prepare?.(row, request, context)) ?? {}
      return isRejection(found) ? found : { row, found }
    },
    command: (request, { row, found }) => commandOf<Command>(named, { ...request, ...found, ...keyOf(row) }),
    ...(typeof logged !== 'function' && {
      logged: ({ request, found: { row } }: { request: Asked; found: { row: Row } }) =>
        ofRows([row], [id, ...logged], named, typedOf(named, id, request)),
    }),
  })
}

/** Gives each row the same command. All must exist. The first refusal ends it; the rows before it keep what was decided. */
const give = async <Row extends object, Types, Command extends { type: string }, State, Event extends ServiceEvent>(
  { commands: { id, keyOf }, decider, find, unknown = 'not-found', logged }: Commanded<Row, Types, Command, State, Event>,
  named: NamedCommand<never>,
  request: Asked,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const ids = [request[id]].flat() as number[]
  const rows = await context.read((database) => find(database, ids))
  if (rows.length < new Set(ids).size) return rejected(unknown)
  const position = await decideInOrder(rows, (row) =>
    decide(context, decider, commandOf<Command>(named, { ...request, ...keyOf(row) }), () => undefined),
  )
  if (isRejection(position)) return position
  const fields = typeof logged === 'function' ? [] : logged
  return { response: {}, position, ...ofRows(rows, [id, ...fields], named, typedOf(named, id, request)) }
}

/** The decider's command: of these fields those that it has. */
const commandOf = <Command>({ command }: NamedCommand<never>, fields: object): Command => {
  const { values } = command!.shape.type as unknown as { values: ReadonlySet<string> }
  return command!.parse({ ...fields, type: [...values][0] }) as Command
}

const typedOf = (named: NamedCommand<never>, id: string, request: Asked) =>
  Object.fromEntries(typedFieldsOf(named, id).map((field) => [field, request[field]]))

/** The part of rows that the operation log keeps: some of their fields before, and what they were given. */
const ofRows = (rows: readonly object[], fields: readonly string[], { name }: NamedCommand<never>, typed: object) => ({
  before: rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field as keyof typeof row]]))),
  after: { command: name, ...typed },
})
