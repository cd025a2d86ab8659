import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import { hundredths } from '@nightflow/schemas/billing/money'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from './request-context.ts'
import { tenantOfCaller } from './tenant-of-caller.ts'

type Confirmed = { confirmedAmount?: number | undefined }

/** Refuses an amount above the tenant's limit that the request does not say twice. The sign does not matter; a limit of 0 is none. */
export const refuseUnconfirmed = async (
  context: RequestContext,
  amountMinor: number,
  { confirmedAmount }: Confirmed,
): Promise<Rejection | undefined> => {
  const limitMinor = hundredths((await tenantOfCaller(context)).settings.confirmAmountsAbove ?? 0)
  const sizeMinor = Math.abs(amountMinor)
  if (limitMinor === 0 || sizeMinor <= limitMinor) return undefined
  const isSame = confirmedAmount !== undefined && Math.abs(hundredths(confirmedAmount)) === sizeMinor
  return isSame ? undefined : rejected('amount-not-confirmed', { limit: unitsOf(limitMinor), amount: unitsOf(sizeMinor) })
}

/** A request that moves what it says, without its confirmation; refused where that is missing. */
export const confirmed = async <Request>(context: RequestContext, request: Request, amountMinor: number): Promise<Request | Rejection> => {
  const { confirmedAmount, ...asked } = request as Confirmed
  return (await refuseUnconfirmed(context, amountMinor, { confirmedAmount })) ?? (asked as Request)
}
