import { rejectRange } from '@nightflow/domain/shared/day-range'
import { partitionConditions } from '@nightflow/projections/joined/partition-conditions'
import { partitionMarks } from '@nightflow/projections/joined/partition-marks'
import { metersOfDay } from '@nightflow/projections/leakage/meters-of-day'
import * as investigation from '@nightflow/schemas/leakage/investigation'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import { ask, query, type Route } from '../http/serve.ts'

/** The permission of each lane; that of the metering point comes before it. */
const permissionOf: Record<investigation.MarkKind, Permission> = {
  annotation: 'leakage:annotation:list',
  detection: 'leakage:partition:read',
  alarm: 'alarms:alarm:read',
  case: 'work-orders:leakCase:list',
  order: 'work-orders:workOrder:list',
  valve: 'devices:meter:read',
  exchange: 'devices:meter:read',
  correction: 'metering:readings:read',
  tariff: 'billing:priceScheme:list',
}

export const investigationRoutes: readonly Route[] = [
  ask(investigation.findPartitionMarks, async (request, { caller, read }) => {
    const rejection = rejectRange(request.from, request.to)
    if (rejection) return rejection
    const kinds = investigation.markKinds.filter((kind) => caller.may(permissionOf[kind]))
    return read((database) => partitionMarks(database, request, kinds))
  }),
  query(investigation.findPartitionConditions, partitionConditions),
  query(investigation.findMetersOfDay, metersOfDay),
]
