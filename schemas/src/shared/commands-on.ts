import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { RowId, RowIds } from './lists.ts'
import type { NamedCommand } from './named-command.ts'
import type { Permission } from './permissions.ts'
import { Instant } from './values.ts'

type Shape = Readonly<Record<string, z.ZodType>>

/** The common part of the commands of one entity. */
type OfEntity<Row, Entity extends string, Key extends Shape, Typed extends Shape, Recorded extends Shape, IsRepeatable extends boolean> = {
  /** As it is in the names of commands: `Alarm` of `ReopenAlarm`. */
  entity: Entity
  /** The identifier of a row, as requests name it. */
  id: Extract<keyof Row, string>
  /** A command `reopen` is called with `PUT <path>/reopen/:<id>`. */
  path: `/prod-api/${string}`
  permission: Permission
  /** Fields of a row that name its stream; they are in each command and in each event. */
  key: Key
  /** Fields that people fill in, unless a command has its own. */
  typed?: Typed
  /** The same fields in the events. Their bounds may be wider than those of `typed`: earlier events stay readable. */
  recorded?: Recorded
  /** A client may name a request by a `requestId`, so that its repetition has no further effect. */
  isRepeatable?: IsRepeatable
}

/** One command on a row: all that is particular to it. */
type OneCommand<Row> = {
  /** The line of OpenAPI; of a command without an `endpoint` of its own. */
  summary?: string
  /** The decider's command where it is not the name and the entity. */
  command?: string
  /** The event that says that it was carried out. */
  event: `${string}.${string}`
  /** The sentence of the history: `history.<step>` of the texts. */
  step: string
  /** The fields of its row in the read model that are different afterwards. */
  becomes: object
  typed?: Shape
  recorded?: Shape
  permission?: Permission
  /** The call and the fixed fields of its request, where several commands have one. */
  endpoint?: Endpoint
} & Pick<NamedCommand<Row>, 'fixed' | 'icon' | 'isOffered' | 'isForMany' | 'isDanger'>

type TypeOf<Entity extends string, Name, One> = One extends { command: infer Type extends string }
  ? Type
  : `${Capitalize<Extract<Name, string>>}${Entity}`
type RequestId<IsRepeatable> = IsRepeatable extends true ? { requestId: z.ZodOptional<z.ZodUUID> } : unknown
type TypedOf<One, Typed> = One extends { typed: infer Own } ? Own : Typed
type DataOf<One, Key, Recorded, IsRepeatable> = z.ZodObject<
  Key & (One extends { recorded: infer Own } ? Own : Recorded) & { at: typeof Instant } & RequestId<IsRepeatable>
>
/** A command as the decider takes it. */
type GivenOf<Entity extends string, Key, Typed, IsRepeatable, Commands> = {
  [Name in keyof Commands]: z.output<
    z.ZodObject<
      { type: z.ZodLiteral<TypeOf<Entity, Name, Commands[Name]>> } & Key & TypedOf<Commands[Name], Typed> & RequestId<IsRepeatable>
    >
  >
}[keyof Commands]
type EventOfOne<One> = One extends { event: infer Event extends string } ? Event : never

/** The commands of an entity, with everything that follows from their declaration. */
export type CommandsOn<Row, Given, Events, Commands> = {
  id: Extract<keyof Row, string>
  /** In the order of their buttons. */
  list: readonly NamedCommand<Row>[]
  /** By the names that OpenAPI has. */
  calls: Readonly<Record<string, Endpoint>>
  keyOf: (row: Row) => object
  /** The events by their types, for the catalogue. */
  events: Events
  /** Of each event the sentence of the history, and the state of the row after it. */
  steps: { readonly [Name in keyof Commands as EventOfOne<Commands[Name]>]: { step: string } }
  becomes: {
    readonly [Name in keyof Commands as EventOfOne<Commands[Name]>]: Commands[Name] extends { becomes: infer State } ? State : never
  }
  /** Of the type alone. */
  given?: Given
}

/** The union of the commands as their decider takes them. */
export type GivenTo<Commands> = Commands extends { given?: infer Given } ? Exclude<Given, undefined> : never

const requestId = z.uuid().optional()

/**
 * Commands on the rows of an entity, each declared once: command, event, call, button and step of the history follow. `apps/api` makes the routes
 * with `commandRoutes`, the decider decides, and the read model takes `steps` and `becomes`.
 */
export const commandsOn =
  <Row>() =>
  <
    Entity extends string,
    Key extends Shape,
    const Commands extends Readonly<Record<string, OneCommand<Row>>>,
    Typed extends Shape = Record<never, never>,
    Recorded extends Shape = Record<never, never>,
    IsRepeatable extends boolean = false,
  >(
    of: OfEntity<Row, Entity, Key, Typed, Recorded, IsRepeatable>,
    declared: Commands,
  ) => {
    const each = Object.entries<OneCommand<Row>>(declared)
    const byEvent = <Value>(take: (one: OneCommand<Row>) => Value) => Object.fromEntries(each.map(([, one]) => [one.event, take(one)]))
    const list = each.map(([name, one]) => namedCommandOf(of, name, one))
    return {
      id: of.id,
      list,
      calls: Object.fromEntries(
        each.flatMap(([name, one], index) => (one.endpoint ? [] : [[callNameOf(of.entity, name, one), list[index]!.endpoint]])),
      ),
      keyOf: (row: Row) => Object.fromEntries(Object.keys(of.key).map((field) => [field, row[field as keyof Row]])),
      events: byEvent(({ recorded = of.recorded }) => ({
        version: 1,
        data: z.object({ ...of.key, ...recorded, at: Instant, ...(of.isRepeatable && { requestId }) }),
      })),
      steps: byEvent(({ step }) => ({ step })),
      becomes: byEvent(({ becomes }) => becomes),
    } as unknown as CommandsOn<
      Row,
      GivenOf<Entity, Key, Typed, IsRepeatable, Commands>,
      {
        readonly [Name in keyof Commands as EventOfOne<Commands[Name]>]: {
          version: 1
          data: DataOf<Commands[Name], Key, Recorded, IsRepeatable>
        }
      },
      Commands
    >
  }

type Common = {
  entity: string
  id: string
  path: `/prod-api/${string}`
  permission: Permission
  key: Shape
  typed?: Shape
  isRepeatable?: boolean
}

const typeOf = (entity: string, name: string, { command }: { command?: string }): string =>
  command ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}${entity}`

const callNameOf = (entity: string, name: string, one: { command?: string }): string => {
  const type = typeOf(entity, name, one)
  return type.charAt(0).toLowerCase() + type.slice(1)
}

const namedCommandOf = <Row>(of: Common, name: string, one: OneCommand<Row>): NamedCommand<Row> => {
  const { summary = name, command: _, step: __, becomes: ___, recorded: ____, typed = of.typed, permission = of.permission, ...shown } = one
  const repeated = of.isRepeatable ? { requestId } : {}
  const call = endpoint({
    method: 'PUT',
    path: `${of.path}/${name}/:${of.id}`,
    permission,
    summary,
    request: z.object({ [of.id]: one.isForMany ? RowIds : RowId, ...typed, ...repeated }),
    response: z.object({}),
  })
  return {
    name,
    endpoint: call,
    ...shown,
    command: z.object({ type: z.literal(typeOf(of.entity, name, one)), ...of.key, ...typed, ...repeated }),
    ...(of.isRepeatable && { requestId: 'requestId' }),
  }
}
