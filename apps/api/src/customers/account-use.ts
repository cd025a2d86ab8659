import { findAccountUse } from '@nightflow/projections/customers/account-use'
import type { accountUse as accountUseEndpoint } from '@nightflow/schemas/customers/account-use'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'

const readings = 'metering:readings:read'

/** The use of an account is readings of its meter: both rights are needed. */
export const accountUse = async (
  { accountNo }: RequestOf<typeof accountUseEndpoint>,
  context: RequestContext,
): Promise<ResponseOf<typeof accountUseEndpoint> | undefined | Rejection> => {
  if (!context.caller.may(readings)) return rejected('permission-missing', { permission: readings })
  const { timeZone } = await tenantOfCaller(context)
  return context.read((database) => findAccountUse(database, { accountNo, now: Date.now(), timeZone }))
}
