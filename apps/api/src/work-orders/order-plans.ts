import { storeOf } from '@nightflow/platform/storage/resource-table'
import { orderTargets } from '@nightflow/projections/work-orders/order-queries'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import { WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'
import { refuseAssignee } from './refuse-assignee.ts'

type Form = FormOf<typeof resources.orderPlans>

/** A plan makes orders that could be created by hand. */
const refuse = async (plan: Form, context: RequestContext): Promise<Rejection | undefined> => {
  const { orderType, meterGroupId, partitionId, startsOn, endsOn, assigneeId, crewId } = plan
  if (orderType === WorkOrderType.enum.reading && meterGroupId === null) return rejected('order-plan-group-missing')
  if (endsOn !== null && endsOn < startsOn) return rejected('order-plan-ends-before-start')
  if (assigneeId !== null && crewId !== null) return rejected('work-order-person-or-crew')
  const refused = await refuseAssignee({ assigneeId, crewId }, context)
  if (refused) return refused
  const { hasPartition } = await context.read((database) => orderTargets(database, { partitionId, caseId: null }))
  return hasPartition ? undefined : rejected('partition-not-found')
}

export const orderPlanRoutes: readonly Route[] = resourceRoutes(resourceCalls.orderPlans, storeOf(resources.orderPlans), { before: refuse })
