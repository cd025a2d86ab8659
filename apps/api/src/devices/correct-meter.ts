import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import * as devices from '@nightflow/schemas/devices/endpoints'
import { commandsOf } from '../http/commands-of.ts'
import type { Route } from '../http/serve.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'

const details = commandsOf(meterDecider, (meter) => (meter.status === 'unregistered' ? null : meter.registration))
const resets = commandsOf(meterDecider, (meter) => (meter.status === 'unregistered' ? null : [...meter.resets.values()]))

export const meterCorrectionRoutes: readonly Route[] = [
  details(devices.changeMeterDetails, {
    refuse: ({ meterTypeId }, context) => refuseUnlisted(context, 'meterTypes', [meterTypeId]),
    command: (request) => ({ type: 'ChangeMeterDetails', ...request }),
  }),
  resets(devices.recordRegisterReset, { command: (request) => ({ type: 'RecordRegisterReset', ...request }) }),
  resets(devices.withdrawRegisterReset, { command: (request) => ({ type: 'WithdrawRegisterReset', ...request }) }),
]
