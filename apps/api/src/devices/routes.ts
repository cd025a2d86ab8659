import { listMeters, scanMeters } from '@nightflow/projections/devices/list-meters'
import { listOperatedValves, listValveBatches } from '@nightflow/projections/devices/list-operated-valves'
import { meterHistory } from '@nightflow/projections/devices/meter-history'
import { findMeter } from '@nightflow/projections/devices/meters'
import { listValveOperations } from '@nightflow/projections/devices/valve-operations'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import * as devices from '@nightflow/schemas/devices/endpoints'
import { MeterRow } from '@nightflow/schemas/devices/meters'
import * as valves from '@nightflow/schemas/devices/valve-operations'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { pagesAfter, pagesInOrder } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { wordingOf } from '../resource/choices.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { concentratorRoutes } from './concentrators.ts'
import { meterCorrectionRoutes } from './correct-meter.ts'
import { createMeterRoute } from './create-meter.ts'
import { fieldDeviceRoutes } from './field-devices.ts'
import { importMetersRoutes } from './import-meters.ts'
import { meterLifeRoutes } from './live-meters.ts'
import { maySeeCustomers, meterReplacementRoutes } from './meter-replacements.ts'
import { meterMoveRoutes } from './move-meters.ts'
import { valveRoutes } from './operate-valve.ts'
import { registerMeters } from './register-meters.ts'
import { replaceMeter } from './replace-meter.ts'
import { keyUpdateRoutes } from './update-meter-key.ts'

/** The account of a meter is for readers who may see customers. */
const forReader = <Row extends { accountNo: string | null }>(row: Row, context: RequestContext): Row =>
  maySeeCustomers(context) ? row : { ...row, accountNo: null }

const metersOf = (request: RequestOf<typeof devices.listMeters>, context: RequestContext) =>
  context.read(async (database) => {
    const page = await listMeters(database, request)
    return { ...page, rows: page.rows.map((row) => forReader(row, context)) }
  })

async function* metersInBatches(database: PoolClient, request: RequestOf<typeof devices.exportMeters>, context: RequestContext) {
  for await (const rows of scanMeters(database, request)) yield rows.map((row) => forReader(row, context))
}

export const devicesRoutes: readonly Route[] = [
  ...concentratorRoutes,
  ...fieldDeviceRoutes,
  ask(devices.listMeters, metersOf, pagesInOrder(500, 'number')),
  ask(devices.findMeter, (request, context) =>
    context.read(async (database) => {
      const meter = await findMeter(database, request)
      return meter && forReader(meter, context)
    }),
  ),
  command(devices.registerMeters, registerMeters),
  createMeterRoute,
  ...importMetersRoutes,
  ...meterLifeRoutes,
  ...meterMoveRoutes,
  ...meterReplacementRoutes,
  ...keyUpdateRoutes,
  command(devices.replaceMeter, replaceMeter),
  ...meterCorrectionRoutes,
  query(
    devices.listMeterHistory,
    meterHistory,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  ...valveRoutes,
  query(valves.listOperatedValves, listOperatedValves),
  query(valves.listValveBatches, listValveBatches),
  spreadsheet(devices.exportMeters, async (request, context) => ({
    fileName: 'meters.xlsx',
    wording: await wordingOf({ dataSource: 'meter_data_source' }, request, context),
    row: MeterRow,
    rows: (database) => metersInBatches(database, request, context),
  })),
  ask(
    devices.listValveOperations,
    ({ number, ...page }, { read }) =>
      read(async (database) => ((await isRegistered(database, number)) ? listValveOperations(database, { number, ...page }) : undefined)),
    pagesAfter(200, ({ operationId }) => ({ before: operationId as string })),
  ),
]
