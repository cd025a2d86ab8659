import type { Projection } from '../projector/projection.ts'
import { accounts } from './accounts.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const customersReadModels: readonly Projection[] = [accounts]
