import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { orderedBy } from '../shared/list-page.ts'
import { wording } from '../shared/lists.ts'
import { MeterNumber } from '../shared/values.ts'
import { ChangeMeterDetails } from './change-meter-details.ts'
import { ListMeterHistory, MeterHistory, MeterHistoryRow } from './meter-history.ts'
import { FindMeter, ListMeters, MeterDetail, MeterPage, MeterRow, meterFilter, meterSorts } from './meters.ts'
import { ListValveOperations, OperateValve, ValveOperationRow, ValveOperations } from './operate-valve.ts'
import { RecordRegisterReset, WithdrawRegisterReset } from './record-register-reset.ts'
import { MetersRegistered, RegisterMeters } from './register-meter.ts'
import { ReplaceMeter } from './replace-meter.ts'

const Accepted = z.object({ position: z.int() })

export const listMeters = endpoint({
  method: 'GET',
  path: '/api/v1/meters',
  permission: 'devices:meter:read',
  summary: 'Meters by number, with search; page on with `after`',
  request: ListMeters,
  response: MeterPage,
  row: MeterRow,
})

export const exportMeters = endpoint({
  method: 'POST',
  path: '/prod-api/business/meter/export',
  permission: 'devices:meter:read',
  summary: 'All meters that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...meterFilter, ...orderedBy(meterSorts), ...wording }),
  response: z.object({}),
})

export const findMeter = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number',
  permission: 'devices:meter:read',
  summary: 'One meter with its rules, its latest reading and its valve operations',
  request: FindMeter,
  response: MeterDetail,
})

export const registerMeters = endpoint({
  method: 'POST',
  path: '/api/v1/meters',
  permission: 'devices:meter:register',
  summary: 'Register meters; readings that came before are claimed',
  request: RegisterMeters,
  response: MetersRegistered,
})

export const replaceMeter = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/replacement',
  permission: 'devices:meter:replace',
  summary: 'Replace a meter and join its register with the new one',
  request: ReplaceMeter.omit({ type: true }),
  response: Accepted,
})

export const operateValve = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/valve',
  permission: 'devices:valve:operate',
  summary: 'Ask for the valve to be opened or closed',
  request: OperateValve.omit({ type: true, number: true }).extend({ number: MeterNumber }),
  response: Accepted,
})

export const listValveOperations = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/valve-operations',
  permission: 'devices:meter:read',
  summary: 'Valve operations of a meter, newest first; page on with `before`',
  request: ListValveOperations,
  response: ValveOperations,
  row: ValveOperationRow,
})

export const changeMeterDetails = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/details',
  permission: 'devices:meter:edit',
  summary: 'Change details of a meter for its whole history: what is absent stays, null is no longer stated',
  request: ChangeMeterDetails.omit({ type: true }),
  response: Accepted,
})

export const recordRegisterReset = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/resets',
  permission: 'devices:meter:correct',
  summary: 'Record that the register of a meter was reset or exchanged under the same number',
  request: RecordRegisterReset.omit({ type: true }),
  response: Accepted,
})

export const withdrawRegisterReset = endpoint({
  method: 'POST',
  path: '/api/v1/meters/:number/resets/withdrawal',
  permission: 'devices:meter:correct',
  summary: 'Withdraw the register reset of an instant: volumes are those without it',
  request: WithdrawRegisterReset.omit({ type: true }),
  response: Accepted,
})

export const listMeterHistory = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/history',
  permission: 'devices:meter:read',
  summary: 'What people registered, changed, corrected and withdrew of a meter, newest first; page on with `before`',
  request: ListMeterHistory,
  response: MeterHistory,
  row: MeterHistoryRow,
})
