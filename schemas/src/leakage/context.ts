import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as correctionEffects from './correction-effects.ts'
import * as calls from './endpoints.ts'
import * as partition from './partition.ts'
import * as partitionSales from './partition-sales.ts'

/** The events of the context. */
export const events = {
  'leakage.PartitionCreated': { version: 2, data: partition.PartitionCreated },
  'leakage.PartitionChanged': { version: 2, data: partition.PartitionChanged },
  'leakage.SummaryMeterAssociated': { version: 1, data: partition.SummaryMeterAssociated },
  'leakage.SubMetersAssociated': { version: 1, data: partition.SubMetersAssociated },
  'leakage.MetersDissociated': { version: 1, data: partition.MetersDissociated },
  'leakage.ThresholdsSet': { version: 1, data: partition.ThresholdsSet },
  'leakage.PartitionRemoved': { version: 1, data: partition.PartitionRemoved },
} as const satisfies EventTypes

export const leakage = {
  calls: callsOfModules(calls, correctionEffects, partitionSales),
} satisfies Context
