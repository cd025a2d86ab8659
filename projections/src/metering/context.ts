import type { Projection } from '../projector/projection.ts'
import { dayReviews } from './day-reviews.ts'
import { gatewayActivity } from './gateway-activity.ts'
import { healthSettings } from './health-settings.ts'
import { importedMeters } from './imported-meters.ts'
import { imports } from './imports.ts'
import { manualReadings } from './manual-readings.ts'
import { meterDays } from './meter-days.ts'
import { meterHealth } from './meter-health.ts'
import { meterSignals } from './meter-signals.ts'
import { quarantine } from './quarantine.ts'
import { validationProgress } from './validation-progress.ts'
import { walkByPlans } from './walk-by-plans.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const meteringReadModels: readonly Projection[] = [
  quarantine,
  gatewayActivity,
  meterSignals,
  imports,
  meterDays,
  dayReviews,
  validationProgress,
  meterHealth,
  healthSettings,
  manualReadings,
  walkByPlans,
  importedMeters,
]
