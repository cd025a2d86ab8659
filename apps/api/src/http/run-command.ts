import type { EventLog } from '@nightflow/event-log/event-log'
import { type Operation, proveOperation, recordOperation } from '@nightflow/platform/operations/operation-log'
import { CommandTransaction } from '@nightflow/platform/storage/command-transaction'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { maskPersonal } from '@nightflow/schemas/shared/personal'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { actorOf } from './actor.ts'
import { ProblemError } from './problem.ts'
import { requesterOf } from './queues.ts'
import type { RequestContext } from './request-context.ts'
import { withoutSecrets } from './without-secrets.ts'

/** The answer of an accepted command, and its entry in the operation log. */
export type Outcome<Response> = {
  response: Response
  position?: number
  before?: unknown
  after?: unknown
  /** The part of the request that the operation log keeps, where that is less than all of it. */
  subject?: object
  /** The message that a client of the back office shows, where it says more than that the command is done. */
  message?: string
  /** Called when the command and its row are stored, or are not: what starts work in the background starts it here. */
  settled?: (isStored: boolean) => void
}

export type Decide = (context: RequestContext) => Promise<Outcome<unknown> | Rejection>

type Command = { endpoint: Endpoint; context: RequestContext; subject: object; decide: Decide }

/**
 * Runs a command whose changes and whose row of the operation log are one transaction: no row, no change. A refusal is a row too, and what the
 * command stored by then, such as a failed attempt, stays. Any other error undoes everything.
 *
 * Events are appended to the log, which has transactions of its own. Before the first one the row is tried; after it the row is
 * tried twice, and goes to the process's log where the database failed in between: the events are durable and name the actor.
 */
export const runCommand = async ({ endpoint, context, subject, decide }: Command): Promise<Outcome<unknown> | Rejection> => {
  const transaction = new CommandTransaction(context.servicePool, () => turnOfTransaction(context))
  const begun: Operation = {
    tenant: context.caller.tenant,
    actor: actorOf(context.caller),
    operation: `${endpoint.method} ${endpoint.path}`,
    subject: withoutSecrets(maskPersonal(endpoint.request, subject)) as object,
    address: context.address,
    outcome: 'accepted',
  }
  const afterwards: (() => void)[] = []
  let outcome: Outcome<unknown> | Rejection
  try {
    const inside = within(context, transaction, () => prove(transaction, context, begun))
    outcome = await decide({ ...inside, onStored: (work) => afterwards.push(work) })
  } catch (error) {
    if (error instanceof ProblemError) await store(transaction, context, operationOf(begun, error.refusal))
    else await transaction.rollback()
    throw error
  }
  const settled = isRejection(outcome) ? undefined : outcome.settled
  const isTransaction = transaction.isUsed
  try {
    await store(transaction, context, operationOf(begun, outcome))
  } catch (error) {
    settled?.(false)
    throw error
  }
  settled?.(true)
  for (const work of afterwards) work()
  // A session that the command ended is out with the next request. Events end none.
  if (isTransaction) await context.sessions.catchUp()
  return outcome
}

/** A command under way is not refused for want of a turn: it may have stored events by then. */
const turnOfTransaction = async (context: RequestContext): Promise<() => void> => {
  const place = context.queues.transactions.reserve(requesterOf(context), { mustRun: true })
  await place.turn()
  return place.leave
}

const operationOf = (begun: Operation, outcome: Outcome<unknown> | Rejection): Operation =>
  isRejection(outcome)
    ? { ...begun, outcome: outcome.rejected, after: outcome.details }
    : {
        ...begun,
        ...(outcome.subject && { subject: withoutSecrets(outcome.subject) as object }),
        before: withoutSecrets(outcome.before),
        after: withoutSecrets(outcome.after),
        ...(outcome.position !== undefined && { position: outcome.position }),
      }

const prove = (transaction: CommandTransaction, { operations }: RequestContext, operation: Operation): Promise<void> =>
  transaction.isUsed ? proveOperation(transaction, operation) : operations.prove(operation)

const store = async (transaction: CommandTransaction, context: RequestContext, operation: Operation): Promise<void> => {
  try {
    if (!transaction.isUsed) return await context.operations.record(operation)
    await recordOperation(transaction, operation)
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    if (operation.position === undefined) throw error
    await recordOperation(context.servicePool, operation).catch((failure: unknown) =>
      context.logger.error({ err: failure, operation }, 'operation log row could not be written'),
    )
  }
}

/** The caller within the command. */
const within = (context: RequestContext, transaction: CommandTransaction, prove: () => Promise<void>): RequestContext => ({
  ...context,
  pool: transaction,
  write: (work) => writeAsTenant(transaction, context.caller.tenant, work),
  log: provenBefore(context.log, prove),
})

/** The log, which takes events only once `prove` agreed. */
const provenBefore = (log: EventLog, prove: () => Promise<void>): EventLog => {
  let proven: Promise<void> | undefined
  const append: EventLog['append'] = async (...given) => {
    proven ??= prove()
    await proven
    return log.append(...given)
  }
  return new Proxy(log, {
    get: (target, name) => {
      if (name === 'append') return append
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
