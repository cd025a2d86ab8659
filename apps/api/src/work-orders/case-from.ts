import { leakCaseDecider } from '@nightflow/domain/work-orders/leak-case-decider'
import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { noteCase, noteCaseOfOrder, requestsOfWork } from '@nightflow/platform/messages/public-requests'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findCaseLink, findCaseNo, orderTargets, partitionAround } from '@nightflow/projections/work-orders/order-queries'
import { resources } from '@nightflow/schemas/resources'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { CaseSource, type OpenLeakCase } from '@nightflow/schemas/work-orders/leak-case'
import { RequestStatus } from '@nightflow/schemas/work-orders/public-request'
import { caseFromRequest } from '@nightflow/schemas/work-orders/public-request-calls'
import { caseFromOrder, findOrderLinks } from '@nightflow/schemas/work-orders/work-order-calls'
import { commandsOf } from '../http/commands-of.ts'
import { execute } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'

const requests = storeOf(resources.publicRequests)
const orders = storeOf(resources.workOrders)
const leak = commandsOf(leakCaseDecider, ({ stage }) => ({ stage }))

/** Namespace of the cases of requests and orders; it must never change. */
const caseNamespace = '7b2e9d4f0c614a3db8f5e1a92c7d6034'
const nothing = { detection: null, alarmId: null } as const

type Opened = Omit<OpenLeakCase, 'type' | 'detection' | 'alarmId'>

const withPoint = async (opened: Opened, { read }: RequestContext): Promise<Opened | Rejection> => {
  const { partitionId } = opened
  const { hasPartition } = await read((database) => orderTargets(database, { partitionId, caseId: null }))
  return hasPartition ? opened : rejected('partition-not-found')
}

/** An order that a request or a person had before gets the case too. */
const linkOrder = async (context: RequestContext, orderId: string, caseId: string): Promise<number | Rejection> => {
  const executed = await execute(context, workOrderDecider, { type: 'LinkWorkOrder', orderId, caseId })
  return isRejection(executed) ? executed : executed.position
}

const numberOf = (context: RequestContext, caseId: string, position: number): Promise<number> =>
  context.read((database) => findCaseNo(database, caseId)).then((caseNo) => caseNo ?? position)

/** The leak case of a request: one, with its text, its time and the order that it has. */
export const caseOfRequestRoutes: readonly Route[] = [
  leak(caseFromRequest, {
    prepare: async ({ requestId, partitionId: named }, context) => {
      const row = await context.read((database) => requests.find(database, requestId))
      if (!row) return rejected('not-found')
      if (row.status === RequestStatus.enum.closed) return rejected('public-request-closed')
      const { longitude, latitude, createTime, place, description, orderId } = row
      const around =
        longitude === null || latitude === null ? null : await context.read((database) => partitionAround(database, longitude, latitude))
      const partitionId = named ?? around
      if (partitionId === null) return rejected('public-request-point-unknown')
      const caseId = row.caseId ?? nameBasedId(caseNamespace, `${context.caller.tenant}/request/${requestId}`)
      const remark = [place, description].filter(Boolean).join('\n').slice(0, 500)
      const opened = {
        caseId,
        partitionId,
        source: CaseSource.enum.request,
        meterNo: null,
        startedAt: createTime,
        awareAt: createTime,
        remark,
      }
      const found = await withPoint(opened, context)
      return isRejection(found) ? found : { opened: found, orderId }
    },
    command: (_, { opened }) => ({ type: 'OpenLeakCase', ...nothing, ...opened }),
    afterwards: async ({ request: { requestId }, found: { opened, orderId }, context }) => {
      await context.write((database) => noteCase(database, requestId, opened.caseId, context.caller.username))
      return orderId === null ? undefined : linkOrder(context, orderId, opened.caseId)
    },
    answer: async ({ found: { opened }, context, position }) => ({ caseNo: await numberOf(context, opened.caseId, position) }),
  }),
]

/** The leak case of an order that a person created, and what belongs to an order. */
export const caseOfOrderRoutes: readonly Route[] = [
  ask(findOrderLinks, async ({ workOrderNo }, { read, write }) => {
    const row = await read((database) => orders.find(database, workOrderNo))
    if (!row) return undefined
    return {
      case: await read((database) => findCaseLink(database, row.caseId)),
      requests: await write((database) => requestsOfWork(database, { orderId: row.orderId, caseId: null })),
    }
  }),
  leak(caseFromOrder, {
    prepare: async ({ workOrderNo, partitionId: named }, context) => {
      const row = await context.read((database) => orders.find(database, workOrderNo))
      if (!row) return rejected('work-order-unknown')
      const { orderId, meterNo, createTime, orderTitle, remark: said } = row
      const partitionId = named ?? row.partitionId
      if (partitionId === null) return rejected('public-request-point-unknown')
      const caseId = row.caseId ?? nameBasedId(caseNamespace, `${context.caller.tenant}/order/${orderId}`)
      const remark = [orderTitle, said].filter(Boolean).join('\n').slice(0, 500)
      const opened = { caseId, partitionId, source: CaseSource.enum.order, meterNo, startedAt: createTime, awareAt: createTime, remark }
      const found = await withPoint(opened, context)
      return isRejection(found) ? found : { opened: found, orderId }
    },
    command: (_, { opened }) => ({ type: 'OpenLeakCase', ...nothing, ...opened }),
    afterwards: async ({ found: { opened, orderId }, context }) => {
      await context.write((database) => noteCaseOfOrder(database, orderId, opened.caseId, context.caller.username))
      return linkOrder(context, orderId, opened.caseId)
    },
    answer: async ({ found: { opened }, context, position }) => ({ caseNo: await numberOf(context, opened.caseId, position) }),
  }),
]
