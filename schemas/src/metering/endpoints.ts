import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import {
  ListMeterReadings,
  ListMeterVolumes,
  ListQuarantine,
  ListUnclaimed,
  MeterReadingRow,
  MeterReadings,
  MeterVolumeRow,
  MeterVolumes,
  QuarantinedRow,
  UnclaimedRow,
} from './readings.ts'

export const listMeterReadings = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/readings',
  permission: 'metering:readings:read',
  summary: 'Readings of one meter in local days from..to (both included), oldest first',
  request: ListMeterReadings,
  response: MeterReadings,
  row: MeterReadingRow,
})

export const listMeterVolumes = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/volumes',
  permission: 'metering:readings:read',
  summary: 'Hourly, daily or monthly volumes of one meter; unknown hours are null',
  request: ListMeterVolumes,
  response: MeterVolumes,
  row: MeterVolumeRow,
})

export const listQuarantine = endpoint({
  method: 'GET',
  path: '/api/v1/quarantine',
  permission: 'metering:readings:read',
  summary: 'Readings that were set aside, newest first, with their reasons',
  request: ListQuarantine,
  response: z.object({ rows: z.array(QuarantinedRow), total: z.int() }),
  row: QuarantinedRow,
})

export const listUnclaimed = endpoint({
  method: 'GET',
  path: '/api/v1/unclaimed-meters',
  permission: 'metering:readings:read',
  summary: 'Meters that report but are not registered; registering one claims its readings',
  request: ListUnclaimed,
  response: z.object({ rows: z.array(UnclaimedRow), total: z.int() }),
  row: UnclaimedRow,
})
