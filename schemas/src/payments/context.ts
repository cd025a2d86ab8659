import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { paymentDictionaries } from './dictionaries.ts'
import * as leftoverCalls from './leftover-calls.ts'
import * as orderCalls from './order-calls.ts'
import * as payOrderCalls from './pay-order-calls.ts'
import * as payPageCalls from './pay-page.ts'
import * as callbackCalls from './payment-callback.ts'
import { leftoverEventTypes } from './payment-leftover.ts'
import { orderEventTypes } from './payment-order.ts'
import * as platformCalls from './payment-platform-calls.ts'
import * as thirdPartyCalls from './third-party-calls.ts'
import * as webhookCalls from './webhook-calls.ts'

/** The events of the context. */
export const events = {
  ...orderEventTypes,
  ...orderCalls.orderCommands.events,
  ...callbackCalls.callbackEventTypes,
  ...leftoverEventTypes,
  ...leftoverCalls.leftoverCommands.events,
} as const satisfies EventTypes

export const payments = {
  calls: callsOfModules(
    payPageCalls,
    payOrderCalls,
    thirdPartyCalls,
    webhookCalls,
    platformCalls,
    orderCalls,
    callbackCalls,
    leftoverCalls,
  ),
  commands: [
    { texts: 'payments', resource: 'paymentOrder', commands: orderCalls.orderCommands.list },
    { texts: 'payments', resource: 'paymentReconciliation', commands: leftoverCalls.leftoverCommands.list },
  ],
  dictionaries: paymentDictionaries,
} satisfies Context
