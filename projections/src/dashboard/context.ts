import type { Projection } from '../projector/projection.ts'
import { groupDays } from './group-days.ts'
import { tenantDays } from './tenant-days.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const dashboardReadModels: readonly Projection[] = [tenantDays, groupDays]
