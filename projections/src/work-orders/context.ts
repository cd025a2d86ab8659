import type { Projection } from '../projector/projection.ts'
import { leakCases } from './leak-cases.ts'
import { workOrders } from './work-orders.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const workOrdersReadModels: readonly Projection[] = [workOrders, leakCases]
