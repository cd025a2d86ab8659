import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import * as consumptionReview from './consumption-review.ts'
import { ReadingCorrected, ReadingCorrectionWithdrawn } from './correct-reading.ts'
import * as calls from './endpoints.ts'
import * as groupReading from './group-reading.ts'
import * as healthSettings from './health-settings.ts'
import { meterHistory } from './history-report.ts'
import * as imports from './imports.ts'
import * as manualReading from './manual-reading.ts'
import * as meterHealth from './meter-health.ts'
import * as readingImport from './reading-import.ts'
import { ReadingsReported } from './report-readings.ts'
import * as validation from './validation-thresholds.ts'
import * as walkBy from './walk-by.ts'

/** The events of the context. */
export const events = {
  'metering.ReadingsReported': { version: 1, data: ReadingsReported },
  'metering.ReadingCorrected': { version: 1, data: ReadingCorrected },
  'metering.ReadingCorrectionWithdrawn': { version: 1, data: ReadingCorrectionWithdrawn },
  ...consumptionReview.consumptionEventTypes,
  ...validation.validationEventTypes,
  ...meterHealth.healthEventTypes,
  ...healthSettings.healthSettingsEventTypes,
  'metering.ManualReadingTaken': { version: 1, data: manualReading.ManualReadingTaken },
  ...walkBy.walkByEventTypes,
  'metering.ImportDeclared': { version: 1, data: imports.ImportDeclared },
  'metering.ImportCompleted': { version: 1, data: imports.ImportCompleted },
  'metering.ImportWithdrawn': { version: 1, data: imports.ImportWithdrawn },
} as const satisfies EventTypes

export const metering = {
  calls: {
    ...callsOfReports(meterHistory),
    ...callsOfModules(
      calls,
      consumptionReview,
      groupReading,
      validation,
      meterHealth,
      healthSettings,
      manualReading,
      readingImport,
      walkBy,
      walkBy.walkByCommands.calls,
    ),
  },
  commands: [
    { texts: 'metering', resource: 'consumptionReview', commands: consumptionReview.reviewCommands.list },
    { texts: 'metering', resource: 'walkBy', commands: walkBy.walkByCommands.list },
  ],
} satisfies Context
