import { listMeters, scanMeters } from '@nightflow/projections/devices/list-meters'
import { listOperatedValves, listValveBatches } from '@nightflow/projections/devices/list-operated-valves'
import { meterHistory } from '@nightflow/projections/devices/meter-history'
import { findMeter } from '@nightflow/projections/devices/meters'
import { listValveOperations } from '@nightflow/projections/devices/valve-operations'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import * as devices from '@nightflow/schemas/devices/endpoints'
import * as valves from '@nightflow/schemas/devices/valve-operations'
import { pagesAfter, pagesInOrder } from '../http/pages.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { concentratorRoutes } from './concentrators.ts'
import { changeMeterDetails, recordRegisterReset, withdrawRegisterReset } from './correct-meter.ts'
import { createMeterRoute } from './create-meter.ts'
import { fieldDeviceRoutes } from './field-devices.ts'
import { importMetersRoutes } from './import-meters.ts'
import { meterLifeRoutes } from './live-meters.ts'
import { meterReplacementRoutes } from './meter-replacements.ts'
import { meterMoveRoutes } from './move-meters.ts'
import { closeInEmergency, endEmergency, groupValveRoutes, operateValve, operateValves } from './operate-valve.ts'
import { registerMeters } from './register-meters.ts'
import { replaceMeter } from './replace-meter.ts'
import { keyUpdateRoutes } from './update-meter-key.ts'

export const devicesRoutes: readonly Route[] = [
  ...concentratorRoutes,
  ...fieldDeviceRoutes,
  query(devices.listMeters, listMeters, pagesInOrder(500, 'number')),
  query(devices.findMeter, findMeter),
  command(devices.registerMeters, registerMeters),
  createMeterRoute,
  ...importMetersRoutes,
  ...meterLifeRoutes,
  ...meterMoveRoutes,
  ...meterReplacementRoutes,
  ...keyUpdateRoutes,
  command(devices.replaceMeter, replaceMeter),
  command(devices.changeMeterDetails, changeMeterDetails),
  command(devices.recordRegisterReset, recordRegisterReset),
  command(devices.withdrawRegisterReset, withdrawRegisterReset),
  query(
    devices.listMeterHistory,
    meterHistory,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  ...groupValveRoutes,
  command(devices.operateValve, operateValve),
  command(devices.openValves, operateValves('open')),
  command(devices.closeValves, operateValves('closed')),
  command(valves.closeInEmergency, closeInEmergency),
  command(valves.endEmergency, endEmergency),
  query(valves.listOperatedValves, listOperatedValves),
  query(valves.listValveBatches, listValveBatches),
  spreadsheet(devices.exportMeters, async (request) => ({
    fileName: 'meters.xlsx',
    wording: request,
    rows: (database) => scanMeters(database, request),
  })),
  ask(
    devices.listValveOperations,
    ({ number, ...page }, { read }) =>
      read(async (database) => ((await isRegistered(database, number)) ? listValveOperations(database, { number, ...page }) : undefined)),
    pagesAfter(200, ({ operationId }) => ({ before: operationId as string })),
  ),
]
