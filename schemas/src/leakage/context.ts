import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import * as annotation from './annotation-calls.ts'
import { balanceReport, balanceTable, nationalReport } from './balance-reports.ts'
import * as cascadeChanges from './cascade-changes.ts'
import * as colourRanges from './colour-ranges.ts'
import * as correctionEffects from './correction-effects.ts'
import * as detection from './detection.ts'
import * as calls from './endpoints.ts'
import * as infrastructure from './infrastructure.ts'
import * as investigation from './investigation.ts'
import * as report from './leakage-report.ts'
import * as meterChoice from './meter-choice.ts'
import * as movedMeters from './moved-meters.ts'
import * as networkOverview from './network-overview.ts'
import * as nightStatistics from './night-statistics.ts'
import * as partition from './partition.ts'
import * as partitionSales from './partition-sales.ts'
import { salesBills, salesDifference } from './sales-difference.ts'
import * as waterBalances from './water-balance.ts'

/** The events of the context. */
export const events = {
  ...annotation.annotationEventTypes,
  'leakage.PartitionCreated': { version: 2, data: partition.PartitionCreated },
  'leakage.PartitionChanged': { version: 2, data: partition.PartitionChanged },
  'leakage.PartitionMoved': { version: 1, data: partition.PartitionMoved },
  'leakage.SummaryMeterAssociated': { version: 1, data: partition.SummaryMeterAssociated },
  'leakage.SubMetersAssociated': { version: 1, data: partition.SubMetersAssociated },
  'leakage.MetersDissociated': { version: 1, data: partition.MetersDissociated },
  'leakage.ThresholdsSet': { version: 1, data: partition.ThresholdsSet },
  'leakage.PartitionRemoved': { version: 1, data: partition.PartitionRemoved },
  ...infrastructure.infrastructureEventTypes,
  ...detection.detectionEventTypes,
} as const satisfies EventTypes

export const leakage = {
  calls: {
    ...callsOfModules(
      calls,
      cascadeChanges,
      meterChoice,
      annotation,
      investigation,
      colourRanges,
      networkOverview,
      correctionEffects,
      partitionSales,
      nightStatistics,
      detection,
      movedMeters,
      infrastructure,
      waterBalances,
      report,
    ),
    ...callsOfReports(balanceReport, balanceTable, nationalReport, salesDifference, salesBills),
  },
} satisfies Context
