import type { Projection } from '../projector/projection.ts'
import { alarms } from './alarms.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const alarmsReadModels: readonly Projection[] = [alarms]
