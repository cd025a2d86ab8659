import { findTenant } from '@nightflow/platform/tenants/tenants'
import { findAccountUse } from '@nightflow/projections/customers/account-use'
import type { accountUse as accountUseEndpoint } from '@nightflow/schemas/customers/account-use'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

const readings = 'metering:readings:read'

/** The use of an account is readings of its meter: both rights are needed. */
export const accountUse = async (
  { accountNo }: RequestOf<typeof accountUseEndpoint>,
  context: RequestContext,
): Promise<ResponseOf<typeof accountUseEndpoint> | undefined | Rejection> => {
  if (!context.caller.may(readings)) return rejected('permission-missing', { permission: readings })
  const timeZone = (await findTenant(context.pool, context.caller.tenant))?.timeZone ?? 'UTC'
  return context.read((database) => findAccountUse(database, { accountNo, now: Date.now(), timeZone }))
}
