import { findMeterHealth, listMeterHealth } from '@nightflow/projections/metering/health-queries'
import { findHealthSettings } from '@nightflow/projections/metering/health-settings'
import { listImports } from '@nightflow/projections/metering/imports'
import { listMeterReadings } from '@nightflow/projections/metering/meter-readings'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { listQuarantine, listUnclaimed, scanUnclaimed } from '@nightflow/projections/metering/quarantine'
import { findRound, listWalkBys } from '@nightflow/projections/metering/reading-round'
import { findConsumptionReview, findValidationThresholds, listConsumptionReviews } from '@nightflow/projections/metering/review-queries'
import * as reviews from '@nightflow/schemas/metering/consumption-review'
import * as metering from '@nightflow/schemas/metering/endpoints'
import * as healthSettings from '@nightflow/schemas/metering/health-settings'
import * as manual from '@nightflow/schemas/metering/manual-reading'
import * as health from '@nightflow/schemas/metering/meter-health'
import * as validation from '@nightflow/schemas/metering/validation-thresholds'
import * as walkBy from '@nightflow/schemas/metering/walk-by'
import { pagesAfter, pagesInOrder } from '../http/pages.ts'
import { ask, query, type Route, upload } from '../http/serve.ts'
import { withinRange } from '../http/within-range.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { readingCorrectionRoutes } from './correct-reading.ts'
import { importRoutes } from './decide-imports.ts'
import { groupReadingRoutes } from './group-readings.ts'
import { historyReportRoutes } from './history-report.ts'
import { readingImportRoutes } from './import-readings.ts'
import { exportMeterHealth, setHealthSettingsRoute } from './meter-health.ts'
import { findPreviousReading, listManualReadings, listReaders, readReadingPhoto, roundRoutes, sendReadingPhoto } from './read-meters.ts'
import { exportConsumptionReviews, reviewRoutes, setThresholdsRoute } from './review-consumption.ts'

/** Readings of one page of an export. */
const readingsOfPage = 2_000

export const meteringRoutes: readonly Route[] = [
  ...historyReportRoutes,
  ...groupReadingRoutes,
  ...readingImportRoutes,
  query(
    metering.listMeterReadings,
    withinRange(listMeterReadings),
    pagesAfter(readingsOfPage, ({ at }) => ({ after: at as string })),
  ),
  query(metering.listMeterVolumes, withinRange(listMeterVolumes)),
  query(
    metering.listQuarantine,
    listQuarantine,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  query(metering.listUnclaimed, listUnclaimed, pagesInOrder(500, 'number')),
  spreadsheet(metering.exportUnclaimed, async (request) => ({
    fileName: 'unclaimed-meters.xlsx',
    wording: request,
    rows: (database) => scanUnclaimed(database, request),
  })),
  query(
    metering.listImports,
    listImports,
    pagesAfter(500, ({ importId }) => ({ before: importId as string })),
  ),
  query(reviews.listConsumptionReviews, listConsumptionReviews),
  spreadsheet(reviews.exportConsumptionReviews, exportConsumptionReviews),
  query(reviews.findConsumptionReview, findConsumptionReview),
  ...reviewRoutes,
  ask(manual.listManualReadings, listManualReadings),
  upload(manual.sendReadingPhoto, { queue: 'pictures', read: readReadingPhoto }, sendReadingPhoto),
  query(manual.findPreviousReading, findPreviousReading),
  query(walkBy.listWalkBys, listWalkBys),
  query(walkBy.findRound, findRound),
  ask(walkBy.listReaders, listReaders),
  ...roundRoutes,
  query(validation.findValidationThresholds, findValidationThresholds),
  setThresholdsRoute,
  query(health.listMeterHealth, listMeterHealth),
  spreadsheet(health.exportMeterHealth, exportMeterHealth),
  query(health.findMeterHealth, findMeterHealth),
  query(healthSettings.findHealthSettings, findHealthSettings),
  setHealthSettingsRoute,
  ...readingCorrectionRoutes,
  ...importRoutes,
]
