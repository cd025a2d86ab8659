import type { Projection } from '../projector/projection.ts'
import { persons } from './persons.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const privacyReadModels: readonly Projection[] = [persons]
