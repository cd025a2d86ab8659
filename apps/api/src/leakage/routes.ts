import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { findDetectionLimits } from '@nightflow/projections/leakage/list-detections'
import { movedMeters } from '@nightflow/projections/leakage/moved-meters'
import { readNetworkOverview } from '@nightflow/projections/leakage/network-overview'
import { partitionChanges } from '@nightflow/projections/leakage/partition-changes'
import { listPartitionMembers } from '@nightflow/projections/leakage/partition-meters'
import { partitionSales } from '@nightflow/projections/leakage/partition-sales'
import { findMeterPartition, findPartition } from '@nightflow/projections/leakage/partitions'
import { findCorrectionEffects as effectsEndpoint } from '@nightflow/schemas/leakage/correction-effects'
import * as detection from '@nightflow/schemas/leakage/detection'
import * as leakage from '@nightflow/schemas/leakage/endpoints'
import { listMeterChoices as choicesEndpoint } from '@nightflow/schemas/leakage/meter-choice'
import { findMovedMeters } from '@nightflow/schemas/leakage/moved-meters'
import { networkOverview } from '@nightflow/schemas/leakage/network-overview'
import { partitionSales as salesEndpoint } from '@nightflow/schemas/leakage/partition-sales'
import { clockOf } from '../http/decide.ts'
import { assignOwners } from '../http/owners.ts'
import { pageAfterPage } from '../http/pages.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { annotationRoutes } from './annotations.ts'
import { balanceReportRoutes } from './balance-reports.ts'
import { cascadeChangeRoutes } from './change-cascade.ts'
import { checkMeters, findMeterCandidates, listMeterChoices } from './check-meters.ts'
import { colourRangeRoutes } from './colour-ranges.ts'
import { comparePartitionDay } from './compare-partition-day.ts'
import { findCorrectionEffects } from './correction-effects.ts'
import { decideInCascade } from './decide-in-cascade.ts'
import { importSubMeterRoutes } from './import-sub-meters.ts'
import { infrastructureRoutes } from './infrastructure.ts'
import { investigationRoutes } from './investigation.ts'
import { listDetections } from './list-detections.ts'
import { nightStatisticsRoutes } from './night-statistics.ts'
import { salesDifferenceRoutes } from './sales-difference.ts'
import { balanceNowOrThen, flowNowOrThen, listPartitionsNowOrThen, nightFlowNowOrThen } from './time-travel.ts'
import { waterBalanceRoutes } from './water-balances.ts'

export const leakageRoutes: readonly Route[] = [
  ask(leakage.listPartitions, listPartitionsNowOrThen),
  query(leakage.findPartition, findPartition),
  ask(leakage.nightFlowByPartition, nightFlowNowOrThen),
  ask(leakage.comparePartitionDay, comparePartitionDay),
  ask(leakage.partitionBalance, balanceNowOrThen),
  query(salesEndpoint, partitionSales),
  ask(leakage.partitionFlow, flowNowOrThen),
  ask(effectsEndpoint, findCorrectionEffects),
  ask(detection.listDetections, listDetections),
  query(detection.findDetectionLimits, findDetectionLimits),
  query(findMovedMeters, movedMeters),
  query(leakage.findMeterPartition, findMeterPartition),
  command(leakage.createPartition, (request, context) => decideInCascade(context, { type: 'CreatePartition', ...request })),
  command(leakage.changePartition, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'ChangePartition', partitionId: id, ...request }),
  ),
  ...cascadeChangeRoutes,
  ...infrastructureRoutes,
  ...importSubMeterRoutes,
  ...colourRangeRoutes,
  ask(networkOverview, async (_, context) => {
    const { now, timeZone } = await clockOf(context)
    return context.read((database) => readNetworkOverview(database, dateOfDay(calendarOf(timeZone).dayOf(now))))
  }),
  ...waterBalanceRoutes,
  ...balanceReportRoutes,
  ...salesDifferenceRoutes,
  ...nightStatisticsRoutes,
  ask(leakage.listPartitionChanges, async (request, { log, caller, read }) => {
    const point = await read((database) => findPartition(database, { id: request.id }))
    return point && { rows: await partitionChanges(log, caller.tenant, point.rootId, request) }
  }),
  query(leakage.listPartitionMembers, listPartitionMembers, pageAfterPage(500)),
  command(leakage.associateSummaryMeter, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'AssociateSummaryMeter', partitionId: id, ...request }),
  ),
  command(leakage.associateSubMeters, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'AssociateSubMeters', partitionId: id, ...request }),
  ),
  command(leakage.assignPartitionOwner, ({ partitionId, ...owner }, context) => assignOwners('partition', partitionId, owner, context)),
  query(leakage.checkMeters, checkMeters),
  query(leakage.findMeterCandidates, findMeterCandidates),
  query(choicesEndpoint, listMeterChoices),
  command(leakage.dissociateMeters, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'DissociateMeters', partitionId: id, ...request }),
  ),
  command(leakage.setThresholds, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'SetThresholds', partitionId: id, ...request }),
  ),
  command(leakage.removePartition, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'RemovePartition', partitionId: id, ...request }),
  ),
  ...annotationRoutes,
  ...investigationRoutes,
]
