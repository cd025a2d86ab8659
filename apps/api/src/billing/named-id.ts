import { createHash } from 'node:crypto'
import type { RequestContext } from '../http/request-context.ts'

/** The same identifier for the same name, a UUID of version 8. */
export const namedId = (name: string): string => {
  const digest = createHash('sha256').update(name).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

type Claimed = 'adjustment' | 'bill' | 'debt' | 'deduction' | 'payment' | 'plan'

/**
 * The id of the event that an identifier of a request is for, so that the log refuses a second one of the tenant, whatever its account. Refunds and
 * payments of debts are payments.
 */
export const claimOf = ({ caller: { tenant } }: Pick<RequestContext, 'caller'>, kind: Claimed, id: string): { claims: string } => ({
  claims: namedId(`${tenant}/${kind}/${id.toLowerCase()}`),
})
