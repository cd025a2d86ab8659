import { findMeter, listMeters } from '@nightflow/projections/devices/meters'
import * as devices from '@nightflow/schemas/devices/endpoints'
import { pagesAfter } from '../shared/pages.ts'
import { command, query, type Route } from '../shared/serve.ts'
import { operateValve } from './operate-valve.ts'
import { registerMeters } from './register-meters.ts'
import { replaceMeter } from './replace-meter.ts'

export const devicesRoutes: readonly Route[] = [
  query(
    devices.listMeters,
    listMeters,
    pagesAfter(500, ({ number }) => ({ after: number as string })),
  ),
  query(devices.findMeter, findMeter),
  command(devices.registerMeters, registerMeters),
  command(devices.replaceMeter, replaceMeter),
  command(devices.operateValve, operateValve),
]
