import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { duePeriod } from '@nightflow/domain/work-orders/plan-periods'
import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { noteMadeFor, orderPlansInUse, type StoredOrderPlan } from '@nightflow/platform/settings/order-plans'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { metersOfGroup } from '@nightflow/projections/work-orders/order-queries'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { planMetersMax } from '@nightflow/schemas/work-orders/order-plan'
import { type CreateWorkOrder, WorkOrderSource, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'

const everyMilliseconds = 600_000
const dayMilliseconds = 86_400_000
/** Namespace of the orders of plans; it must never change. */
const orderNamespace = '5e0f2a7c9b1d4f6e8a3c7d2b4f6a8c1e'

/** When a period of a plan begins in the time zone of its utility, make its orders: once, because the identifier of each follows from plan, period and meter. */
export const makePlannedOrders = (every = everyMilliseconds) =>
  definePolicy({
    name: 'work-orders/make-planned-orders',
    actor: 'policy:order-plans',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findDue(pool, now) },
  })

async function* findDue(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code: tenant, timeZone } of await listTenants(pool)) {
    const today = localDay(now.getTime(), timeZone)
    for (const plan of await orderPlansInUse(pool, tenant)) {
      const period = duePeriod(plan, today)
      if (period === undefined) continue
      yield { tenant, key: `${plan.orderPlanId}/${period}`, react: (reaction) => makeOrders(pool, reaction, plan, period) }
    }
  }
}

const makeOrders = async (pool: Pool, { tenant, execute, signal }: Reaction, plan: StoredOrderPlan, period: string): Promise<void> => {
  const { meterGroupId, orderPlanId } = plan
  const meters =
    meterGroupId === null ? [null] : await withTenant(pool, tenant, (database) => metersOfGroup(database, meterGroupId, planMetersMax))
  for (const meterNo of meters) {
    if (signal.aborted) return
    const result = await execute(workOrderDecider, orderOf(tenant, plan, period, meterNo))
    if (result !== 'done-before' && isRejection(result))
      throw new TypeError(`an order of the plan ${orderPlanId} was rejected: ${result.rejected}`)
  }
  await noteMadeFor(pool, { tenant, orderPlanId, period })
}

const orderOf = (tenant: string, plan: StoredOrderPlan, period: string, meterNo: string | null): CreateWorkOrder => {
  const { orderPlanId, orderTitle, priority, partitionId, place, assigneeId, crewId, checklist, remark, dueDays } = plan
  return {
    type: 'CreateWorkOrder',
    orderId: nameBasedId(orderNamespace, `${tenant}/${orderPlanId}/${period}/${meterNo ?? ''}`),
    orderType: meterNo === null ? WorkOrderType.enum.maintenance : plan.orderType,
    ...{ orderTitle, priority, meterNo, partitionId, place, assigneeId, crewId, remark: remark ?? '' },
    plannedFor: period,
    dueDate: new Date(Date.parse(period) + dueDays * dayMilliseconds).toISOString().slice(0, 10),
    checklist: checklist.map(({ name }) => name),
    source: WorkOrderSource.enum.plan,
    ...{ caseId: null, alarmIds: [], detectionNumber: null, reviewDay: null, alarmMeters: [] },
  }
}
