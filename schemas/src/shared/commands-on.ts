import { z } from 'zod'
import { type Endpoint, endpoint, type RequestOf, type ResponseOf } from './endpoint.ts'
import { RowId, RowIds } from './lists.ts'
import type { NamedCommand } from './named-command.ts'
import type { Permission } from './permissions.ts'
import { Instant } from './values.ts'

type Shape = Readonly<Record<string, z.ZodType>>

/** The common part of the commands of one entity. */
type OfEntity<Row> = {
  /** As it is in the names of commands: `Alarm` of `ReopenAlarm`. */
  entity: string
  /** The identifier of a row, as requests name it. */
  id: Extract<keyof Row, string>
  /** A command `reopen` is called with `PUT <path>/reopen/:<id>`. */
  path: `/prod-api/${string}`
  permission: Permission
  /** Fields that name the stream of a row; they are in each command and in each event. */
  key: Shape
  /** Fields that people fill in, unless a command has its own. */
  typed?: Shape
  /** The same fields in the events. Their bounds may be wider than those of `typed`: earlier events stay readable. */
  recorded?: Shape
  /** Answer of the calls, unless a command has its own; nothing where it is left out. */
  response?: z.ZodObject
  /** A client may name a request by a `requestId`, so that its repetition has no further effect. */
  isRepeatable?: boolean
}

/** One command on a row: all that is particular to it. */
type OneCommand<Row> = {
  /** The line of OpenAPI; of a command without an `endpoint` of its own. */
  summary?: string
  /** The decider's command, and the name of the call in OpenAPI, where they are not the name and the entity. */
  command?: string
  call?: string
  /** The event that says that it was carried out. Its data are the key, `recorded` and `at`. */
  event: `${string}.${string}`
  /** The sentence of the history: `history.<step>` of the texts. Without it the read model names the step. */
  step?: string
  /** The fields of its row in the read model that are different afterwards. Without it the read model has a case of its own. */
  becomes?: object
  typed?: Shape
  /** Fields of the decider's command beside the key, where they are not those that are typed: the route finds the others (`prepare`). */
  given?: Shape
  recorded?: Shape
  response?: z.ZodObject
  permission?: Permission
  /** The call and the fixed fields of its request, where several commands have one. */
  endpoint?: Endpoint
} & Pick<NamedCommand<Row>, 'fixed' | 'icon' | 'isOffered' | 'isForMany' | 'isDanger' | 'requestId'>

type AnyEntity = OfEntity<never>
type None = Record<never, never>
type TypeOf<Of extends AnyEntity, Name, One> = One extends { command: infer Type extends string }
  ? Type
  : `${Capitalize<Extract<Name, string>>}${Of['entity']}`
type CallOf<Of extends AnyEntity, Name, One> = One extends { call: infer Call extends string }
  ? Call
  : `${Extract<Name, string>}${Of['entity']}`
type TypedOf<Of, One> = One extends { typed: infer Own } ? Own : Of extends { typed: infer Common } ? Common : None
type RecordedOf<Of, One> = One extends { recorded: infer Own } ? Own : Of extends { recorded: infer Common } ? Common : None
type RequestId<Of> = Of extends { isRepeatable: true } ? { requestId: z.ZodOptional<z.ZodUUID> } : unknown
type EventOfOne<One> = One extends { event: infer Event extends string } ? Event : never

type CallSchemas<Of extends AnyEntity, One> = Endpoint<
  z.ZodObject<Record<Of['id'], One extends { isForMany: true } ? typeof RowIds : typeof RowId> & TypedOf<Of, One> & RequestId<Of>>,
  One extends { response: infer Own extends z.ZodObject }
    ? Own
    : Of extends { response: infer Common extends z.ZodObject }
      ? Common
      : z.ZodObject<None>
>
/** A command as the decider takes it. */
type GivenOf<Of extends AnyEntity, Name, One> = z.output<
  z.ZodObject<
    { type: z.ZodLiteral<TypeOf<Of, Name, One>> } & Of['key'] & (One extends { given: infer Own } ? Own : TypedOf<Of, One>) & RequestId<Of>
  >
>

/** The commands of an entity, with everything that follows from their declaration. */
export type CommandsOn<Row, Of extends AnyEntity, Commands> = {
  id: Of['id']
  /** In the order of their buttons. */
  list: readonly NamedCommand<Row>[]
  /** By the names that OpenAPI has. */
  calls: {
    readonly [Name in keyof Commands as Commands[Name] extends { endpoint: Endpoint }
      ? never
      : CallOf<Of, Name, Commands[Name]>]: CallSchemas<Of, Commands[Name]>
  }
  keyOf: (row: z.output<z.ZodObject<Of['key']>>) => object
  /** The events by their types, for the catalogue. */
  events: {
    readonly [Name in keyof Commands as EventOfOne<Commands[Name]>]: {
      version: 1
      data: z.ZodObject<Of['key'] & RecordedOf<Of, Commands[Name]> & { at: typeof Instant } & RequestId<Of>>
    }
  }
  /** Of each event the sentence of the history, and the state of the row after it, where they are declared. */
  steps: {
    readonly [Name in keyof Commands as Commands[Name] extends { step: string } ? EventOfOne<Commands[Name]> : never]: { step: string }
  }
  becomes: {
    readonly [Name in keyof Commands as Commands[Name] extends { becomes: object }
      ? EventOfOne<Commands[Name]>
      : never]: Commands[Name] extends { becomes: infer State } ? State : never
  }
  /** Of each command by its name the fields of its request, of its decider's command and of its answer, and whether its route may have steps. */
  types?: {
    [Name in keyof Commands]: {
      request: RequestOf<EndpointOf<Of, Commands[Name]>>
      response: ResponseOf<EndpointOf<Of, Commands[Name]>>
      given: GivenOf<Of, Name, Commands[Name]>
      missing: Missing<GivenOf<Of, Name, Commands[Name]>, 'type' | keyof Of['key'] | keyof RequestOf<EndpointOf<Of, Commands[Name]>>>
      hasSteps: Commands[Name] extends { isForMany: true } | { endpoint: Endpoint } ? false : true
    }
  }
}

type EndpointOf<Of extends AnyEntity, One> = One extends { endpoint: infer Own } ? Own : CallSchemas<Of, One>
/** The fields that a command must have, and that neither its request nor the key of its row has. */
type Missing<Given, Known> = {
  [Field in keyof Given as Field extends Known ? never : None extends Pick<Given, Field> ? never : Field]: Given[Field]
}

/** The union of the commands as their decider takes them. */
export type GivenTo<Commands> = Commands extends { types?: infer Types } ? GivenIn<Exclude<Types, undefined>> : never
type GivenIn<Types> = { [Name in keyof Types]: Types[Name] extends { given: infer Given } ? Given : never }[keyof Types]

const requestId = z.uuid().optional()

/**
 * Commands on the rows of an entity, each declared once: command, event, call, button and step of the history follow. `apps/api` makes the routes
 * with `commandRoutes`, the decider decides, and the read model takes `steps` and `becomes`.
 */
export const commandsOn =
  <Row>() =>
  <const Of extends OfEntity<Row>, const Commands extends Readonly<Record<string, OneCommand<Row>>>>(of: Of, declared: Commands) => {
    const each = Object.entries<OneCommand<Row>>(declared)
    const byEvent = <Value>(take: (one: OneCommand<Row>) => Value | undefined) =>
      Object.fromEntries(
        each.flatMap(([, one]) => {
          const value = take(one)
          return value === undefined ? [] : [[one.event, value]]
        }),
      )
    const list = each.map(([name, one]) => namedCommandOf(of, name, one))
    return {
      id: of.id,
      list,
      calls: Object.fromEntries(
        each.flatMap(([name, one], index) => (one.endpoint ? [] : [[one.call ?? `${name}${of.entity}`, list[index]!.endpoint]])),
      ),
      keyOf: (row: object) => Object.fromEntries(Object.keys(of.key).map((field) => [field, row[field as keyof typeof row]])),
      events: byEvent(({ recorded = of.recorded }) => ({
        version: 1,
        data: z.object({ ...of.key, ...recorded, at: Instant, ...(of.isRepeatable && { requestId }) }),
      })),
      steps: byEvent(({ step }) => step && { step }),
      becomes: byEvent(({ becomes }) => becomes),
    } as unknown as CommandsOn<Row, Of, Commands>
  }

const typeOf = (entity: string, name: string, { command }: { command?: string }): string =>
  command ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}${entity}`

const namedCommandOf = <Row>(of: OfEntity<Row>, name: string, one: OneCommand<Row>): NamedCommand<Row> => {
  const { event, fixed, icon, isOffered, isForMany, isDanger, typed = of.typed, given = typed } = one
  const repeated = of.isRepeatable ? { requestId } : {}
  const idempotent = of.isRepeatable ? 'requestId' : one.requestId
  const call = endpoint({
    method: 'PUT',
    path: `${of.path}/${name}/:${of.id}`,
    permission: one.permission ?? of.permission,
    summary: one.summary ?? name,
    request: z.object({ [of.id]: isForMany ? RowIds : RowId, ...typed, ...repeated }),
    response: one.response ?? of.response ?? z.object({}),
  })
  return {
    ...{ name, endpoint: one.endpoint ?? call, event, icon },
    command: z.object({ type: z.literal(typeOf(of.entity, name, one)), ...of.key, ...given, ...repeated }),
    ...(fixed && { fixed }),
    ...(isOffered && { isOffered }),
    ...(isForMany && { isForMany }),
    ...(isDanger && { isDanger }),
    ...(idempotent !== undefined && { requestId: idempotent }),
  }
}
