import type { z } from 'zod'
import { confirmedAmount } from './confirmed-amount.ts'
import type { Endpoint } from './endpoint.ts'

/** Icon of a command's button; the screen has a picture for each. */
export const commandIcons = ['start', 'finish', 'mute', 'undo', 'money', 'edit', 'lock', 'unlock', 'move', 'cancel'] as const
export type CommandIcon = (typeof commandIcons)[number]

/**
 * A command on the rows of a list whose changes are events. The route, the button, the dialog and the selection derive from it. The typed
 * fields are those of the request besides the identifier, `fixed` and `requestId`; its texts are `<resource>.command.<name>`.
 */
export type NamedCommand<Row> = {
  name: string
  endpoint: Endpoint
  /** The decider's command: `type`, the key of the row, and what is typed. */
  command?: z.ZodObject
  /** The event that it stores. */
  event?: string
  /** The reason why `apps/api` writes its route. All other routes derive. */
  ownRoute?: string
  /** Fixed fields of the request for this command, where an endpoint has several. */
  fixed?: Readonly<Record<string, string>>
  /** An identifier that the client chooses, so that a repeated request has no further effect. */
  requestId?: string
  icon: CommandIcon
  /** Without this the command is offered for every row. */
  isOffered?: (row: Row) => boolean
  /** The request names several rows. */
  isForMany?: true
  /** Each row is decided on its own, and the answer names those that were refused. */
  isEach?: true
  /** The effect cannot be taken back. */
  isDanger?: true
}

/** The fields of the request that a person fills in. An amount that is above the limit is asked for again when the service says so. */
export const typedFieldsOf = <Row>({ endpoint, fixed = {}, requestId }: NamedCommand<Row>, id: string): string[] =>
  Object.keys(endpoint.request.shape).filter(
    (field) => field !== id && field !== requestId && !(field in fixed) && !(field in confirmedAmount),
  )
