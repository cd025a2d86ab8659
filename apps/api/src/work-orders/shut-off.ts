import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { accountsWithoutWater, customersWithoutWater, valvesToClose } from '@nightflow/projections/joined/shut-off-places'
import { orderTargets } from '@nightflow/projections/work-orders/order-queries'
import { resources } from '@nightflow/schemas/resources'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { shutOffMax } from '@nightflow/schemas/work-orders/shut-off'
import * as calls from '@nightflow/schemas/work-orders/shut-off-calls'
import { commandsOf } from '../http/commands-of.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'

const store = storeOf(resources.workOrders)
const shownMax = 200
const none = { partitionId: null, valves: [], accounts: [], notices: [] }

const shutOff = commandsOf(workOrderDecider, ({ shutOff: { valves, accounts, notices } }) => ({
  valves: Object.fromEntries(valves),
  customers: accounts.length,
  notices: notices.length,
}))

const orderOf = async ({ workOrderNo }: { workOrderNo: number }, { read }: RequestContext): Promise<{ orderId: string } | Rejection> => {
  const row = await read((database) => store.find(database, workOrderNo))
  return row ? { orderId: row.orderId } : rejected('work-order-unknown')
}

/** The list of an order: valves to close, customers without water, messages to them. */
export const shutOffRoutes: readonly Route[] = [
  ask(calls.findShutOff, async ({ workOrderNo }, { read }) =>
    read(async (database) => {
      const row = await store.find(database, workOrderNo)
      if (!row) return undefined
      const { accounts, ...listed } = row.shutOff ?? none
      return { ...listed, customerCount: accounts.length, ...(await customersWithoutWater(database, accounts, shownMax)) }
    }),
  ),
  ask(calls.suggestShutOff, async ({ workOrderNo, partitionId: chosen, area: drawn }, { read }) =>
    read(async (database) => {
      const row = await store.find(database, workOrderNo)
      if (!row) return undefined
      const area = drawn ?? null
      const partitionId = area === null ? (chosen ?? row.shutOff?.partitionId ?? row.partitionId) : null
      if (!(await orderTargets(database, { partitionId, caseId: null })).hasPartition) return rejected('partition-not-found')
      const place = { partitionId, area, meterNo: row.meterNo }
      const accounts = await accountsWithoutWater(database, place, shutOffMax.accounts + 1)
      if (accounts.length > shutOffMax.accounts) return rejected('shut-off-too-many-customers', { max: shutOffMax.accounts })
      return { partitionId, valves: await valvesToClose(database, place, shownMax), accounts }
    }),
  ),
  shutOff(calls.listShutOff, {
    prepare: async (request, context): Promise<{ orderId: string } | Rejection> => {
      const { hasPartition } = await context.read((database) => orderTargets(database, { partitionId: request.partitionId, caseId: null }))
      return hasPartition ? orderOf(request, context) : rejected('partition-not-found')
    },
    command: ({ workOrderNo: _, ...list }, { orderId }) => ({ type: 'ListShutOff', orderId, ...list }),
  }),
  shutOff(calls.turnValve, {
    prepare: orderOf,
    command: ({ workOrderNo: _, ...turned }, { orderId }) => ({ type: 'TurnValve', orderId, ...turned }),
  }),
  shutOff(calls.sendShutOffNotices, {
    prepare: orderOf,
    command: ({ workOrderNo: _, ...notice }, { orderId }) => ({ type: 'SendShutOffNotices', orderId, ...notice }),
  }),
]
