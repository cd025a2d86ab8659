import type { Projection } from '../projector/projection.ts'
import { logHeads } from './log-heads.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const auditReadModels: readonly Projection[] = [logHeads]
