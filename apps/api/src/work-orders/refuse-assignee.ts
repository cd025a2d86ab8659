import { peopleWhoMay } from '@nightflow/platform/people/people-who-may'
import { readCrews } from '@nightflow/projections/work-orders/order-queries'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

/** The people who may work on orders. */
export const workers = { permission: 'work-orders:workOrder:process', limit: 500 }
const crewsMax = 500

type Assigned = { assigneeId: number | null; crewId: number | null }

/** An order is assigned to a person who may work on it, or to a crew in use. */
export const refuseAssignee = async (
  { assigneeId, crewId }: Assigned,
  { pool, caller, read }: RequestContext,
): Promise<Rejection | undefined> => {
  if (crewId !== null) {
    const crews = await read((database) => readCrews(database, crewsMax))
    if (!crews.some((crew) => crew.crewId === crewId)) return rejected('work-order-crew-unknown')
  }
  if (assigneeId === null) return undefined
  const people = await peopleWhoMay(pool, caller.tenant, workers)
  return people.some(({ userId }) => userId === assigneeId) ? undefined : rejected('work-order-person-unknown')
}
