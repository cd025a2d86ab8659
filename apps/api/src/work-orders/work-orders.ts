import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import { peopleWhoMay } from '@nightflow/platform/people/people-who-may'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import { findWorkOrderNo, orderTargets, readBoard, readCrews } from '@nightflow/projections/work-orders/order-queries'
import { findWorkOrderHistory } from '@nightflow/projections/work-orders/work-orders'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import { type CreateWorkOrder, WorkOrderSource, WorkOrderStatus, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import {
  isOpenOrder,
  listBoard,
  listCrews,
  listWorkers,
  listWorkOrderHistory,
  sendOperation,
  workOrderCommands,
} from '@nightflow/schemas/work-orders/work-order-calls'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { uuidOfVersion7 } from '../http/uuid-of-version-7.ts'
import { findEach } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { takeReading } from './order-reading.ts'
import { refuseAssignee, workers } from './refuse-assignee.ts'

type Form = FormOf<typeof resources.workOrders>

const calls = resourceCalls.workOrders
const store = storeOf(resources.workOrders)
const order = commandsOf(workOrderDecider, ({ status, assigneeId, crewId }) => ({ status, assigneeId, crewId }))

/** All that the request names must exist; the alarms say which meters they are about. */
const prepareOrder = async (
  { assigneeId, crewId, meterNo, partitionId, caseId, alarmIds }: Form,
  context: RequestContext,
): Promise<{ alarmMeters: string[] } | Rejection> => {
  const refused = await refuseAssignee({ assigneeId, crewId }, context)
  if (refused) return refused
  return context.read(async (database) => {
    const ids = [...new Set(alarmIds)]
    const alarms = ids.length === 0 ? [] : await findAlarms(database, ids)
    if (alarms.length < ids.length) return rejected('alarm-unknown')
    if (meterNo !== null && !(await isRegistered(database, meterNo))) return rejected('meter-not-registered', { number: meterNo })
    const { hasPartition, hasCase } = await orderTargets(database, { partitionId, caseId })
    if (!hasPartition) return rejected('partition-not-found')
    return hasCase ? { alarmMeters: alarms.map((alarm) => alarm.meterNo) } : rejected('leak-case-unknown')
  })
}

const { hand, alarms, detection, case: ofCase, review } = WorkOrderSource.enum
const sourceOf = ({ alarmIds, caseId, detectionNumber, reviewDay }: Form) => {
  if (alarmIds.length > 0) return alarms
  if (caseId !== null) return ofCase
  if (detectionNumber !== null) return detection
  return reviewDay === null ? hand : review
}

const creationOf = (asked: Form, alarmMeters: string[]): CreateWorkOrder => ({
  type: 'CreateWorkOrder',
  ...asked,
  checklist: asked.checklist.map(({ name }) => name),
  meterNo: asked.meterNo ?? (alarmMeters[0] || null),
  source: sourceOf(asked),
  alarmMeters,
})

export const workOrderResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, store),
  order(calls.create, {
    prepare: prepareOrder,
    command: (asked, { alarmMeters }) => creationOf(asked, alarmMeters),
    // A repeated request answers the order that it created the first time.
    answer: async ({ request: { orderId }, context, position }) => ({
      workOrderNo: (await context.read((database) => findWorkOrderNo(database, orderId))) ?? position,
    }),
  }),
]

type Done = { workOrderNo: number; result: string; litres: number | null; isConfirmed: boolean; cost: number | null }

/** A reading order takes its reading first: without it the order stays open. */
const prepareCompletion = async (_: object, { workOrderNo, result, litres, isConfirmed, cost }: Done, context: RequestContext) => {
  const row = await context.read((database) => store.find(database, workOrderNo))
  const costMinor = cost === null ? null : Math.round(cost * 100)
  if (row?.orderType !== WorkOrderType.enum.reading || !isOpenOrder(row)) return { costMinor, readingId: null }
  const now = new Date()
  const taken = { meterNo: row.meterNo, litres, at: now.toISOString(), readingId: uuidOfVersion7(now.getTime()), note: result, isConfirmed }
  const readingId = await takeReading(context, taken)
  return isRejection(readingId) ? readingId : { costMinor, readingId }
}

export const workOrderRoutes: readonly Route[] = [
  ask(listWorkers, async ({ limit }, { pool, caller: { tenant } }) => ({
    people: await peopleWhoMay(pool, tenant, { ...workers, limit }),
  })),
  ask(listCrews, async ({ limit }, { read }) => ({ crews: await read((database) => readCrews(database, limit)) })),
  ask(listBoard, async ({ mine, limit }, { caller, read }) => {
    if (mine && caller.userId === undefined) return { rows: [] }
    return { rows: await read((database) => readBoard(database, { limit }, mine ? (caller.userId ?? null) : null)) }
  }),
  ...commandRoutes(
    {
      commands: workOrderCommands,
      decider: workOrderDecider,
      find: findEach(store),
      unknown: 'work-order-unknown',
      logged: ({ status, assigneeId, crewId }) => ({ status, assigneeId, crewId }),
    },
    {
      complete: { prepare: prepareCompletion },
      assign: { refuse: (assigned, context) => refuseAssignee(assigned, context) },
    },
  ),
  order(sendOperation, {
    prepare: async ({ workOrderNo, action, basedOn, litres, occurredAt, operationId, note, isConfirmed }, context) => {
      const row = await context.read((database) => store.find(database, workOrderNo))
      if (!row) return rejected('work-order-unknown')
      const found = { orderId: row.orderId, readingId: null }
      if (action !== 'complete' || row.orderType !== WorkOrderType.enum.reading || row.status !== basedOn) return found
      const readingId = await takeReading(context, {
        ...{ meterNo: row.meterNo, litres, at: occurredAt, readingId: operationId, note, isConfirmed },
      })
      return isRejection(readingId) ? readingId : { ...found, readingId }
    },
    command: ({ workOrderNo: _, litres: __, isConfirmed: ___, ...operation }, found) => ({
      type: 'ApplyOperation',
      ...operation,
      ...found,
    }),
    answer: ({ request: { operationId }, after: { status, conflicts } }) => ({
      outcome: conflicts.includes(operationId) ? ('conflict' as const) : ('applied' as const),
      status: status === 'none' ? WorkOrderStatus.enum.pending : status,
    }),
  }),
  ask(
    listWorkOrderHistory,
    ({ workOrderNo, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, workOrderNo)
        return row && findWorkOrderHistory(database, row.orderId, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
