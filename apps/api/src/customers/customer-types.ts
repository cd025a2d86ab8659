import { isCustomerTypeUsed } from '@nightflow/projections/customers/customer-types-in-use'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { holdListed, isNamedSinceViews } from '../resource/listed-ids.ts'
import { plainRoutes } from '../resource/resource-routes.ts'

/** Accounts and prices name a customer type in their events. One that is named stays: reports by type would lose its name, and prices their meaning. */
const beforeRemoving = async (ids: readonly number[], context: RequestContext) => {
  await holdListed(context, 'customerTypes', ids)
  const isUsed =
    (await isNamedSinceViews(context, 'customerTypes', ids)) || (await context.write((database) => isCustomerTypeUsed(database, ids)))
  return isUsed ? rejected('in-use') : undefined
}

export const customerTypeRoutes: readonly Route[] = plainRoutes(resources.customerTypes, resourceCalls.customerTypes, { beforeRemoving })
