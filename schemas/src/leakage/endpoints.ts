import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { listPage, pageOfList } from '../shared/list-page.ts'
import { assignOwner } from '../shared/owner.ts'
import { MeterNumber, PartitionId } from '../shared/values.ts'
import { DayComparison, DayComparisonRequest } from './day-comparison.ts'
import { CheckMeters, FindMeterCandidates, MeterFit } from './meter-check.ts'
import { openedOnly } from './meter-choice.ts'
import {
  AsOf,
  BalanceRow,
  FlowRow,
  NightFlowByPartition,
  NightFlowRow,
  PartitionBalance,
  PartitionBalanceAnswer,
  PartitionFlow,
  PartitionFlowAnswer,
  PartitionList,
  PartitionMember,
  PartitionNightFlow,
  PartitionRow,
} from './night-flow.ts'
import {
  AssociateSubMeters,
  AssociateSummaryMeter,
  ChangePartition,
  CreatePartition,
  DissociateMeters,
  RemovePartition,
  SetThresholds,
} from './partition.ts'
import { ListPartitionChanges, PartitionChangeRow } from './partition-changes.ts'

const Accepted = z.object({ position: z.int() })
const byId = { id: PartitionId }

export const listPartitions = endpoint({
  method: 'GET',
  path: '/api/v1/partitions',
  permission: 'leakage:partition:read',
  summary: 'Every metering point of every cascade, parents before children, with its latest complete day; with `asOf` as it was then',
  request: z.object({ asOf: AsOf.optional(), ...listPage(2_000) }),
  response: PartitionList,
})

export const findPartition = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id',
  permission: 'leakage:partition:read',
  summary: 'One metering point',
  request: z.object(byId),
  response: PartitionRow,
})

export const nightFlowByPartition = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/night-flow',
  permission: 'leakage:partition:read',
  summary: 'Supply, consumption, leakage, night minimum flow and KL ratio per local day',
  request: NightFlowByPartition,
  response: PartitionNightFlow,
  row: NightFlowRow,
})

export const comparePartitionDay = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/day-comparison',
  permission: 'leakage:partition:read',
  summary: 'The latest known day of a period against the median of the same weekday of the four weeks before',
  request: DayComparisonRequest,
  response: DayComparison,
})

export const partitionBalance = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/balance',
  permission: 'leakage:partition:read',
  summary: 'Production against sales of a metering point and of each point below it; with `asOf` as it was believed then',
  request: PartitionBalance,
  response: PartitionBalanceAnswer,
  row: BalanceRow,
})

export const partitionFlow = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/flow',
  permission: 'leakage:partition:read',
  summary: 'Mean supply and consumption flow per hour, day or month; with `asOf` as it was believed then',
  request: PartitionFlow,
  response: PartitionFlowAnswer,
  row: FlowRow,
})

export const createPartition = endpoint({
  method: 'POST',
  path: '/api/v1/partitions',
  permission: 'leakage:partition:manage',
  summary: 'Create the root of a cascade or a metering point below one',
  request: CreatePartition.omit({ type: true }),
  response: Accepted,
})

export const changePartition = endpoint({
  method: 'PUT',
  path: '/api/v1/partitions/:id',
  permission: 'leakage:partition:manage',
  summary: 'Change name, leader, boundary, night window or coverage of a metering point; what is absent stays, null takes it away',
  request: ChangePartition.omit({ type: true, partitionId: true }).extend(byId),
  response: Accepted,
})

export const listPartitionChanges = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/changes',
  permission: 'leakage:partition:read',
  summary: 'What was set up and changed at a metering point, newest first; page on with the last position seen',
  request: ListPartitionChanges,
  response: z.object({ rows: z.array(PartitionChangeRow) }),
  row: PartitionChangeRow,
})

export const listPartitionMembers = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/members',
  permission: 'leakage:partition:read',
  summary: 'Every period of every summary meter and sub-meter of a metering point',
  request: z.object({ ...byId, ...listPage(500) }),
  response: z.object({ rows: z.array(PartitionMember), ...pageOfList }),
  row: PartitionMember,
})

export const associateSummaryMeter = endpoint({
  method: 'POST',
  path: '/api/v1/partitions/:id/summary-meters',
  permission: 'leakage:partition:manage',
  summary: 'Associate an inlet or an outlet, for all days or from a day to another',
  request: AssociateSummaryMeter.omit({ type: true, partitionId: true }).extend(byId),
  response: Accepted,
})

export const associateSubMeters = endpoint({
  method: 'POST',
  path: '/api/v1/partitions/:id/sub-meters',
  permission: 'leakage:partition:manage',
  summary: 'Associate up to a thousand customers’ meters, for all days or from a day to another',
  request: AssociateSubMeters.omit({ type: true, partitionId: true }).extend({ ...byId, ...openedOnly }),
  response: Accepted,
})

export const checkMeters = endpoint({
  method: 'POST',
  path: '/api/v1/partitions/:id/meter-checks',
  permission: 'leakage:partition:manage',
  summary: 'Which of up to a thousand meters can be associated, why the others cannot, and which belong to another cascade',
  request: CheckMeters,
  response: z.object({ rows: z.array(MeterFit) }),
})

export const findMeterCandidates = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/meter-candidates',
  permission: 'leakage:partition:manage',
  summary: 'At most twenty meters whose number, name or address contains a text, each with whether it can be associated',
  request: FindMeterCandidates,
  response: z.object({ rows: z.array(MeterFit) }),
})

export const dissociateMeters = endpoint({
  method: 'POST',
  path: '/api/v1/partitions/:id/dissociations',
  permission: 'leakage:partition:manage',
  summary: 'Take meters out of a metering point: from the day `to` on, or, without it, for all days',
  request: DissociateMeters.omit({ type: true, partitionId: true }).extend(byId),
  response: Accepted,
})

export const setThresholds = endpoint({
  method: 'PUT',
  path: '/api/v1/partitions/:id/thresholds',
  permission: 'leakage:partition:manage',
  summary: 'Set thresholds of leakage, night minimum flow and KL ratio: what is absent stays, null takes one away',
  request: SetThresholds.omit({ type: true, partitionId: true }).extend(byId),
  response: Accepted,
})

export const removePartition = endpoint({
  method: 'DELETE',
  path: '/api/v1/partitions/:id',
  permission: 'leakage:partition:manage',
  summary: 'Remove a metering point without points below it; `whole=true` on the root removes the cascade',
  request: RemovePartition.omit({ type: true, partitionId: true }).extend({ ...byId, whole: z.stringbool().default(false) }),
  response: Accepted,
})

export const assignPartitionOwner = assignOwner('/prod-api/business/partition/owner', {
  permission: 'leakage:partition:manage',
  noun: 'metering points',
  keys: { partitionId: z.array(PartitionId).min(1).max(500) },
})

export const findMeterPartition = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/partition',
  permission: 'leakage:partition:read',
  summary: 'The metering points that a meter belongs to',
  request: z.object({ number: MeterNumber, ...listPage(100) }),
  response: z.object({ rows: z.array(z.object({ id: PartitionId, name: z.string(), role: z.enum(['summary', 'sub']) })), ...pageOfList }),
})
