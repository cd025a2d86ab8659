import { listImports } from '@nightflow/projections/metering/imports'
import { listMeterReadings } from '@nightflow/projections/metering/meter-readings'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { listQuarantine, listUnclaimed } from '@nightflow/projections/metering/quarantine'
import * as metering from '@nightflow/schemas/metering/endpoints'
import { pagesAfter } from '../shared/pages.ts'
import { command, query, type Route } from '../shared/serve.ts'
import { correctReading } from './correct-reading.ts'
import { completeImport, declareImport, withdrawImport } from './decide-imports.ts'
import { pagesOfDays } from './pages-of-days.ts'

export const meteringRoutes: readonly Route[] = [
  query(metering.listMeterReadings, listMeterReadings, pagesOfDays),
  query(metering.listMeterVolumes, listMeterVolumes),
  query(
    metering.listQuarantine,
    listQuarantine,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  query(
    metering.listUnclaimed,
    listUnclaimed,
    pagesAfter(500, ({ number }) => ({ after: number as string })),
  ),
  query(
    metering.listImports,
    listImports,
    pagesAfter(500, ({ importId }) => ({ before: importId as string })),
  ),
  command(metering.correctReading, correctReading),
  command(metering.declareImport, declareImport),
  command(metering.completeImport, completeImport),
  command(metering.withdrawImport, withdrawImport),
]
