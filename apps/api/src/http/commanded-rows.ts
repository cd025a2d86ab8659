import type { Decider } from '@nightflow/domain/shared/decider'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import type { Rejection, RejectionCode } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { Identified } from './decide.ts'
import type { RequestContext } from './request-context.ts'

/** The rows that commands are given to, and the decider that takes them. */
export type Commanded<Row extends object, Types, Id, Command extends { type: string }, State, Event extends ServiceEvent> = {
  /** As `commandsOn` declares them. */
  commands: { list: readonly NamedCommand<never>[]; id: string; keyOf: (row: Row) => object; types?: Types; named?: Id }
  decider: Decider<Command, State, Event>
  /** The rows of these identifiers that the tenant has. */
  find: (database: PoolClient, ids: readonly Id[]) => Promise<readonly Row[] | Rejection>
  /** The refusal where a row is missing; `not-found` without it. */
  unknown?: RejectionCode
  /** The operation log keeps this: fields of the rows beside the identifier, or what of the state of the stream, before and after. */
  logged: readonly Extract<keyof Row, string>[] | ((state: State, given: Command, row: Row) => unknown)
  /** Names the events by an identifier that the client chose, so that a repeated request has no further effect. */
  identify?: (given: Command, context: RequestContext) => Identified
  /** Rows that are decided at a time, of a command that decides each on its own. */
  atOnce?: number
}

/** The decider's command: of these fields those that it has, and what was found besides, such as facts of other contexts. */
export const commandOf = <Command>({ command }: NamedCommand<never>, fields: object, found: object = {}): Command => {
  const { values } = command!.shape.type as unknown as { values: ReadonlySet<string> }
  return { ...found, ...command!.parse({ ...fields, type: [...values][0] }) } as Command
}

/** Rows that are not looked up: their decider refuses those that do not exist. */
export const namedBy =
  <const Field extends string>(field: Field) =>
  async <Id>(_: PoolClient, ids: readonly Id[]): Promise<Record<Field, Id>[]> =>
    ids.map((id) => ({ [field]: id }) as Record<Field, Id>)
