import { findEvent } from '@nightflow/projections/audit/log-queries'
import type * as audit from '@nightflow/schemas/audit/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

/** One event with its personal data. It is a command because the reader gets them only with a row of the operation log, which holds none of them. */
export const revealEvent = async (
  { position }: RequestOf<typeof audit.revealEvent>,
  { log, read }: RequestContext,
): Promise<Outcome<ResponseOf<typeof audit.revealEvent>> | Rejection> => {
  const event = await findEvent(read, log, { position, isRevealed: true })
  return event ? { response: event, after: { stream: event.stream, type: event.type } } : rejected('not-found')
}
