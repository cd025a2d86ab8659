import type { Projection } from '../projector/projection.ts'
import { paymentCallbacks } from './payment-callbacks.ts'
import { paymentLeftovers } from './payment-leftovers.ts'
import { paymentOrders } from './payment-orders.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const paymentsReadModels: readonly Projection[] = [paymentOrders, paymentCallbacks, paymentLeftovers]
