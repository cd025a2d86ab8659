import { orderDecider } from '@nightflow/domain/payments/order-decider'
import type { Order } from '@nightflow/domain/payments/payment-order'
import { type Association, findAssociation } from '@nightflow/platform/payments/associations'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { ofContractAt, withHolders } from '@nightflow/projections/joined/holders-of-rows'
import { isTokenOutOf } from '@nightflow/projections/payments/pay-page'
import { findOrder, numberOfOrder, orderHistory } from '@nightflow/projections/payments/payment-orders'
import { minorOf } from '@nightflow/schemas/payments/amounts'
import { listOrderHistory, orderCommands } from '@nightflow/schemas/payments/order-calls'
import { neededCredentials } from '@nightflow/schemas/payments/payment-platform'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { refuseUnconfirmed } from '../http/confirmed-amount.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'

const calls = resourceCalls.paymentOrders
type Row = RowOf<typeof resources.paymentOrders>

const loggedOf = ({ status, paid }: Order) => ({ status, receivedMinor: paid?.receivedMinor ?? 0 })
const order = commandsOf(orderDecider, loggedOf)

/** An order is the holder's who had the account when it was placed. */
const enrich = async (rows: readonly Row[], database: PoolClient, { caller }: RequestContext): Promise<Row[]> => {
  if (!caller.may('customers:account:query')) return rows.map((row) => ({ ...row, customerName: null }))
  const named = await withHolders(database, await ofContractAt(database, rows, ({ createTime }) => createTime))
  return rows.map((row, place) => ({ ...row, customerName: named[place]!.customerName }))
}

/** The association through which an order goes, where it can take one in the currency of the utility. */
export const associationFor = async (associationId: number, context: RequestContext) => {
  const found = await findAssociation(context.pool, context.caller.tenant, associationId)
  if (!found) return rejected('not-found')
  if (!found.isInUse) return rejected('platform-in-disuse')
  const missing = neededCredentials(found).filter((name) => !found.credentialNames.includes(name))
  if (missing.length > 0) return rejected('platform-incomplete', { names: missing.join(', ') })
  const utility = (await tenantOfCaller(context)).settings.currencyUnit
  return utility === found.currency ? found : rejected('platform-currency-differs', { platform: found.currency, utility })
}

/** The terms that an order keeps of its association, whatever becomes of that. */
export const termsOf = (found: Association) => ({
  ...{ platformName: found.tenantPlatformName, platformType: found.platformType, currency: found.currency },
  ...{ feeBasisPoints: found.feeBasisPoints, maxFeeMinor: found.maxFeeMinor, takesPartial: found.takesPartial },
})

const placeOrder = order(calls.create, {
  amount: ({ amount }) => minorOf(amount),
  refuse: async ({ accountNo }, { read }) => {
    const status = await read((database) => statusOfAccount(database, accountNo))
    if (status === undefined) return rejected('account-not-found', { accountNo })
    return status === AccountStatus.enum.cancelled ? rejected('account-closed', { accountNo }) : undefined
  },
  prepare: ({ associationId }, context) => associationFor(associationId, context),
  command: ({ orderId, accountNo, associationId, amount, description, isOnPage }, found) => ({
    ...{ type: 'PlaceOrder', orderId, accountNo, associationId, description, orderMinor: minorOf(amount), ...termsOf(found) },
    ...(isOnPage && { isOnPage }),
  }),
  // A repeated request answers the order that it placed the first time.
  answer: async ({ request: { orderId }, context, position }) => ({
    orderNo: (await context.read((database) => numberOfOrder(database, orderId))) ?? position,
  }),
})

export const orderResourceRoutes: readonly Route[] = [...logRoutes(calls, storeOf(resources.paymentOrders), { enrich }), placeOrder]

export const orderRoutes: readonly Route[] = [
  ...commandRoutes(
    { commands: orderCommands, decider: orderDecider, find: eachBy(findOrder), logged: loggedOf },
    {
      cancel: { prepare: () => ({ by: 'person' as const }) },
      refund: {
        // The water of a token is in the meter: it is given back as a token first, which is its own decision.
        prepare: async ({ orderNo, purchaseMinor }, request, context) =>
          (await context.read((database) => isTokenOutOf(database, orderNo)))
            ? rejected('order-has-token')
            : ((await refuseUnconfirmed(context, purchaseMinor, request)) ?? { refundMinor: purchaseMinor }),
      },
    },
  ),
  ask(
    listOrderHistory,
    ({ orderNo, ...page }, { read }) => read((database) => orderHistory(database, orderNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
