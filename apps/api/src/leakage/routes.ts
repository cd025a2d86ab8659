import { partitionChanges } from '@nightflow/projections/leakage/partition-changes'
import { listPartitionMembers } from '@nightflow/projections/leakage/partition-meters'
import { partitionSales } from '@nightflow/projections/leakage/partition-sales'
import { findMeterPartition, findPartition } from '@nightflow/projections/leakage/partitions'
import { findCorrectionEffects as effectsEndpoint } from '@nightflow/schemas/leakage/correction-effects'
import * as leakage from '@nightflow/schemas/leakage/endpoints'
import { partitionSales as salesEndpoint } from '@nightflow/schemas/leakage/partition-sales'
import { assignOwners } from '../http/owners.ts'
import { pageAfterPage } from '../http/pages.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { checkMeters, findMeterCandidates } from './check-meters.ts'
import { comparePartitionDay } from './compare-partition-day.ts'
import { findCorrectionEffects } from './correction-effects.ts'
import { decideInCascade } from './decide-in-cascade.ts'
import { balanceNowOrThen, flowNowOrThen, listPartitionsNowOrThen, nightFlowNowOrThen } from './time-travel.ts'

export const leakageRoutes: readonly Route[] = [
  ask(leakage.listPartitions, listPartitionsNowOrThen),
  query(leakage.findPartition, findPartition),
  ask(leakage.nightFlowByPartition, nightFlowNowOrThen),
  ask(leakage.comparePartitionDay, comparePartitionDay),
  ask(leakage.partitionBalance, balanceNowOrThen),
  query(salesEndpoint, partitionSales),
  ask(leakage.partitionFlow, flowNowOrThen),
  ask(effectsEndpoint, findCorrectionEffects),
  query(leakage.findMeterPartition, findMeterPartition),
  command(leakage.createPartition, (request, context) => decideInCascade(context, { type: 'CreatePartition', ...request })),
  command(leakage.changePartition, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'ChangePartition', partitionId: id, ...request }),
  ),
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
  command(leakage.dissociateMeters, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'DissociateMeters', partitionId: id, ...request }),
  ),
  command(leakage.setThresholds, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'SetThresholds', partitionId: id, ...request }),
  ),
  command(leakage.removePartition, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'RemovePartition', partitionId: id, ...request }),
  ),
]
