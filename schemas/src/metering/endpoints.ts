import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal } from '../shared/list-page.ts'
import { wording } from '../shared/lists.ts'
import { CorrectReading, WithdrawReadingCorrection } from './correct-reading.ts'
import * as imports from './imports.ts'
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

const Accepted = z.object({ position: z.int() })

export const listMeterReadings = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/readings',
  permission: 'metering:readings:read',
  summary: 'Readings of one meter in local days from..to (both included), oldest first; page on with `after`',
  request: ListMeterReadings,
  response: MeterReadings,
  row: MeterReadingRow,
})

export const listMeterVolumes = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/volumes',
  permission: 'metering:readings:read',
  summary: 'Volumes of one meter, a row for every hour, day or month of the range; unknown is null, with the reason',
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
  response: z.object({ rows: z.array(QuarantinedRow), ...boundedTotal }),
  row: QuarantinedRow,
})

export const listUnclaimed = endpoint({
  method: 'GET',
  path: '/api/v1/unclaimed-meters',
  permission: 'metering:readings:read',
  summary: 'Meters that report but are not registered; registering one claims its readings',
  request: ListUnclaimed,
  response: z.object({ rows: z.array(UnclaimedRow), ...boundedTotal }),
  row: UnclaimedRow,
})

export const exportUnclaimed = endpoint({
  method: 'POST',
  path: '/prod-api/business/unclaimed/export',
  permission: 'metering:readings:read',
  summary: 'All unclaimed meters that the search leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...ListUnclaimed.pick({ search: true, sort: true, direction: true }).shape, ...wording }),
  response: z.object({}),
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/v1/imports',
  permission: 'metering:import:list',
  summary: 'Imports, newest first, with what they brought and whether they were withdrawn',
  request: imports.ListImports,
  response: imports.ImportList,
  row: imports.ImportRow,
})

export const declareImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports',
  permission: 'metering:import:declare',
  summary: 'Declare an import; its frames name it in the header x-import-id',
  request: imports.DeclareImport.omit({ type: true, importId: true }),
  response: imports.ImportAccepted,
})

export const completeImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/:importId/completion',
  permission: 'metering:import:declare',
  summary: 'State that the last frame of an import was sent',
  request: imports.CompleteImport.omit({ type: true }),
  response: Accepted,
})

export const withdrawImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/:importId/withdrawal',
  permission: 'metering:import:withdraw',
  summary: 'Withdraw an import: its readings no longer count; meters and partitions that it created stay',
  request: imports.WithdrawImport.omit({ type: true }),
  response: Accepted,
})

export const correctReading = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/corrections',
  permission: 'devices:meter:correct',
  summary: 'State the register of a meter at an instant; it outranks gateways and imports',
  request: CorrectReading.omit({ type: true, correctionId: true }),
  response: Accepted,
})

export const withdrawReadingCorrection = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/corrections/:correctionId/withdrawal',
  permission: 'devices:meter:correct',
  summary: 'Withdraw a manual correction: figures are those without it',
  request: WithdrawReadingCorrection.omit({ type: true }),
  response: Accepted,
})
