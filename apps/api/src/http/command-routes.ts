import type { Decider } from '@nightflow/domain/shared/decider'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { type NamedCommand, typedFieldsOf } from '@nightflow/schemas/shared/named-command'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { decide } from './decide.ts'
import { decideInOrder } from './decide-each.ts'
import type { RequestContext } from './request-context.ts'
import type { Outcome } from './run-command.ts'
import { command as commandRoute, type Route } from './serve.ts'

/** The rows that commands are given to, and the decider that takes them. */
export type Commanded<Row, Command extends { type: string }, State, Event extends ServiceEvent> = {
  commands: { list: readonly NamedCommand<Row>[]; id: Extract<keyof Row, string>; keyOf: (row: Row) => object }
  decider: Decider<Command, State, Event>
  /** The rows of these identifiers that the tenant has. */
  find: (database: PoolClient, ids: readonly number[]) => Promise<readonly Row[]>
  /** The refusal where a row is missing. */
  unknown: RejectionCode
  /** Fields of a row that the operation log keeps beside the identifier. */
  logged: readonly Extract<keyof Row, string>[]
}

/** A route for each endpoint of the commands. */
export const commandRoutes = <Row, Command extends { type: string }, State, Event extends ServiceEvent>(
  commanded: Commanded<Row, Command, State, Event>,
): Route[] => {
  const decided = commanded.commands.list.filter(({ command }) => command !== undefined)
  const endpoints = [...new Set<Endpoint>(decided.map(({ endpoint }) => endpoint))]
  return endpoints.map((endpoint) =>
    commandRoute(endpoint, (request, context) => {
      const wanted = request as Record<string, unknown>
      const named = decided.find((each) => each.endpoint === endpoint && isMeant(each, wanted))
      // The schema of the endpoint lets no other value through.
      if (!named) throw new Error(`no command of ${endpoint.path} answers this request`)
      return give(commanded, named, wanted, context)
    }),
  )
}

const isMeant = <Row>({ fixed = {} }: NamedCommand<Row>, request: Record<string, unknown>): boolean =>
  Object.entries(fixed).every(([field, value]) => request[field] === value)

/** Gives each row the same command. All must exist. The first refusal ends it; the rows before it keep what was decided. */
const give = async <Row, Command extends { type: string }, State, Event extends ServiceEvent>(
  { commands: { id, keyOf }, decider, find, unknown, logged }: Commanded<Row, Command, State, Event>,
  named: NamedCommand<Row>,
  request: Record<string, unknown>,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const ids = [request[id]].flat() as number[]
  const rows = await context.read((database) => find(database, ids))
  if (rows.length < new Set(ids).size) return rejected(unknown)
  const typed = Object.fromEntries(typedFieldsOf(named, id).map((field) => [field, request[field]]))
  const repeated = named.requestId === undefined ? {} : { [named.requestId]: request[named.requestId] }
  const schema = named.command!
  const position = await decideInOrder(rows, (row) => {
    const given = schema.parse({ type: typeOf(named), ...keyOf(row), ...typed, ...repeated }) as unknown as Command
    return decide(context, decider, given, () => undefined)
  })
  if (isRejection(position)) return position
  const before = rows.map((row) => Object.fromEntries([id, ...logged].map((field) => [field, row[field]])))
  return { response: {}, position, before, after: { command: named.name, ...typed } }
}

const typeOf = <Row>({ command }: NamedCommand<Row>): unknown => {
  const literal = command!.shape.type as { values?: ReadonlySet<unknown> } | undefined
  return literal?.values && [...literal.values][0]
}
