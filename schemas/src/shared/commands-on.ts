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
  /** A command `reopen` is called with `PUT <path>/reopen/:<id>`, unless its entity has an `address` or a `method` of its own. */
  path: Endpoint['path']
  address?: (verb: string) => Endpoint['path']
  method?: 'POST'
  /** Identifiers as requests have them, of one row and of several, where they are not numbers of rows. */
  ids?: { one?: z.ZodType; many?: z.ZodType }
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
  /** The word in the address, where it is not the name. */
  verb?: string
  /** The event that says that it was carried out. Its data are the key, `recorded` and the instant: `at`, or another name. */
  event?: `${string}.${string}`
  instant?: string
  /** The catalogue has the event from elsewhere: other commands store it too, or it has no instant. */
  isEventElsewhere?: true
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
  /** Each row is decided on its own, and the answer names those that were refused. Without it the first refusal ends a command on several rows. */
  isEach?: true
} & Pick<NamedCommand<Row>, 'fixed' | 'icon' | 'isOffered' | 'isForMany' | 'isDanger' | 'requestId' | 'ownRoute'>

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
type EventOfOne<One> = One extends { isEventElsewhere: true } ? never : One extends { event: infer Event extends string } ? Event : never
type InstantOf<One> = One extends { instant: infer Name extends string } ? Name : 'at'
type OneId<Of> = Of extends { ids: { one: infer One extends z.ZodType } } ? One : typeof RowId
type ManyIds<Of> = Of extends { ids: { many: infer Many extends z.ZodType } } ? Many : typeof RowIds
type IdOf<Of> = Of extends { ids: { many: infer Many extends z.ZodType } }
  ? z.output<Many> extends readonly (infer Id)[]
    ? Id
    : never
  : z.output<OneId<Of>>

type CallSchemas<Of extends AnyEntity, One> = Endpoint<
  z.ZodObject<Record<Of['id'], One extends { isForMany: true } ? ManyIds<Of> : OneId<Of>> & TypedOf<Of, One> & RequestId<Of>>,
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
      data: z.ZodObject<Of['key'] & RecordedOf<Of, Commands[Name]> & Record<InstantOf<Commands[Name]>, typeof Instant> & RequestId<Of>>
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
  /** An identifier, as requests name a row. */
  named?: IdOf<Of>
  /** Of each command by its name the fields of its request, of its decider's command and of its answer, and which steps its route may have. */
  types?: {
    [Name in keyof Commands]: {
      request: RequestOf<EndpointOf<Of, Commands[Name]>>
      response: ResponseOf<EndpointOf<Of, Commands[Name]>>
      given: Commands[Name] extends { event: string } ? GivenOf<Of, Name, Commands[Name]> : never
      known: 'type' | keyof Of['key'] | keyof RequestOf<EndpointOf<Of, Commands[Name]>>
      steps: StepsKind<Commands[Name]>
    }
  }
}
type StepsKind<One> = One extends { ownRoute: string } | { endpoint: Endpoint }
  ? 'none'
  : One extends { isEach: true }
    ? 'each'
    : One extends { isForMany: true }
      ? 'none'
      : 'one'

type EndpointOf<Of extends AnyEntity, One> = One extends { endpoint: infer Own } ? Own : CallSchemas<Of, One>

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
          return value === undefined || one.event === undefined ? [] : [[one.event, value]]
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
      events: byEvent(({ recorded = of.recorded, instant = 'at', isEventElsewhere }) =>
        isEventElsewhere
          ? undefined
          : { version: 1, data: z.object({ ...of.key, ...recorded, [instant]: Instant, ...(of.isRepeatable && { requestId }) }) },
      ),
      steps: byEvent(({ step }) => step && { step }),
      becomes: byEvent(({ becomes }) => becomes),
    } as unknown as CommandsOn<Row, Of, Commands>
  }

const typeOf = (entity: string, name: string, { command }: { command?: string }): string =>
  command ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}${entity}`

const namedCommandOf = <Row>(of: OfEntity<Row>, name: string, one: OneCommand<Row>): NamedCommand<Row> => {
  const { event, fixed, icon, isOffered, isForMany, isEach, isDanger, ownRoute, typed = of.typed, given = typed } = one
  const { one: oneId = RowId, many: manyIds = RowIds } = of.ids ?? {}
  const verb = one.verb ?? name
  const repeated = of.isRepeatable ? { requestId } : {}
  const idempotent = of.isRepeatable ? 'requestId' : one.requestId
  const call = endpoint({
    method: of.method ?? 'PUT',
    path: of.address?.(verb) ?? `${of.path}/${verb}/:${of.id}`,
    permission: one.permission ?? of.permission,
    summary: one.summary ?? name,
    request: z.object({ [of.id]: isForMany ? manyIds : oneId, ...typed, ...repeated }),
    response: one.response ?? of.response ?? z.object({}),
  })
  return {
    ...{ name, endpoint: one.endpoint ?? call, icon },
    ...(event !== undefined && {
      event,
      command: z.object({ type: z.literal(typeOf(of.entity, name, one)), ...of.key, ...given, ...repeated }),
    }),
    ...(fixed && { fixed }),
    ...(isOffered && { isOffered }),
    ...(isForMany && { isForMany }),
    ...(isEach && { isEach }),
    ...(ownRoute !== undefined && { ownRoute }),
    ...(isDanger && { isDanger }),
    ...(idempotent !== undefined && { requestId: idempotent }),
  }
}
