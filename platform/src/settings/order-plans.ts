import { InUse } from '@nightflow/schemas/shared/lists'
import type { PlanRecurrence } from '@nightflow/schemas/work-orders/order-plan'
import type { CreateWorkOrder, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import type { Queryable } from '../storage/platform-tables.ts'

/** A plan of work orders as its policy needs it. */
export type StoredOrderPlan = {
  orderPlanId: number
  orderType: WorkOrderType
  priority: CreateWorkOrder['priority']
  orderTitle: string
  meterGroupId: number | null
  partitionId: string | null
  place: string
  recurrence: PlanRecurrence
  dueDays: number
  startsOn: string
  endsOn: string | null
  assigneeId: number | null
  crewId: number | null
  checklist: { name: string }[]
  madeFor: string | null
  remark: string | null
}

/** Plans of one tenant that are in use. Runs on the service's own rights. */
export const orderPlansInUse = async (database: Queryable, tenant: string): Promise<StoredOrderPlan[]> => {
  const { rows } = await database.query<StoredOrderPlan>(
    `select order_plan_id::float8 as "orderPlanId", order_type as "orderType", priority, order_title as "orderTitle",
       meter_group_id::float8 as "meterGroupId", partition_id as "partitionId", place, recurrence, due_days as "dueDays",
       starts_on::text as "startsOn", ends_on::text as "endsOn", assignee_id::float8 as "assigneeId", crew_id::float8 as "crewId",
       checklist, made_for::text as "madeFor", remark
     from platform.order_plans where tenant = $1 and status = '${InUse.enum.enabled}' order by order_plan_id`,
    [tenant],
  )
  return rows
}

/** The orders of this period are made. An earlier period never takes the place of a later one. */
export const noteMadeFor = async (
  database: Queryable,
  { tenant, orderPlanId, period }: { tenant: string; orderPlanId: number; period: string },
): Promise<void> => {
  await database.query(`update platform.order_plans set made_for = greatest(made_for, $3::date) where tenant = $1 and order_plan_id = $2`, [
    tenant,
    orderPlanId,
    period,
  ])
}
