import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { hundredths } from '@nightflow/schemas/billing/money'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from './request-context.ts'

type Confirmed = { confirmedAmount?: number | undefined }

/** Refuses an amount above the tenant's limit that the request does not say twice. The sign does not matter; a limit of 0 is none. */
export const refuseUnconfirmed = async (
  { pool, caller }: RequestContext,
  amountMinor: number,
  { confirmedAmount }: Confirmed,
): Promise<Rejection | undefined> => {
  const limitMinor = hundredths((await findTenant(pool, caller.tenant))?.settings.confirmAmountsAbove ?? 0)
  const sizeMinor = Math.abs(amountMinor)
  if (limitMinor === 0 || sizeMinor <= limitMinor) return undefined
  const isSame = confirmedAmount !== undefined && Math.abs(hundredths(confirmedAmount)) === sizeMinor
  return isSame ? undefined : rejected('amount-not-confirmed', { limit: unitsOf(limitMinor), amount: unitsOf(sizeMinor) })
}

/** A command that moves what its request says: the amount is confirmed before anything is decided. */
export const confirming =
  <Request extends Confirmed, Answer>(
    amountMinorOf: (request: Request) => number,
    decide: (request: Request, context: RequestContext) => Promise<Answer | Rejection>,
  ) =>
  async (request: Request, context: RequestContext): Promise<Answer | Rejection> => {
    const { confirmedAmount: _, ...asked } = request
    return (await refuseUnconfirmed(context, amountMinorOf(request), request)) ?? decide(asked as Request, context)
  }
