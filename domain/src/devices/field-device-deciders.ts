import type { flowMeters } from '@nightflow/schemas/devices/flow-meter'
import type { mapDevices } from '@nightflow/schemas/devices/map-device'
import type { pressureMeters } from '@nightflow/schemas/devices/pressure-meter'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import { crossesItself } from '../shared/crosses-itself.ts'
import { recordDecider } from '../shared/record-decider.ts'

export const flowMeterDecider = recordDecider<
  FormOf<typeof flowMeters>,
  'devices.FlowMeterAdded',
  'devices.FlowMeterChanged',
  'devices.FlowMeterRemoved'
>({
  stream: 'devices-flow-meter',
  key: 'meterAddress',
  added: 'devices.FlowMeterAdded',
  changed: 'devices.FlowMeterChanged',
  removed: 'devices.FlowMeterRemoved',
})

type PressureMeter = FormOf<typeof pressureMeters>

/** The limits of a pressure meter leave room between them, and its boundary is one area. */
export const pressureMeterDecider = recordDecider<
  PressureMeter,
  'devices.PressureMeterAdded',
  'devices.PressureMeterChanged',
  'devices.PressureMeterRemoved'
>({
  stream: 'devices-pressure-meter',
  key: 'deviceNumber',
  added: 'devices.PressureMeterAdded',
  changed: 'devices.PressureMeterChanged',
  removed: 'devices.PressureMeterRemoved',
  refuse: (meter) => limitsReversed(meter) ?? (crossesItself(meter.boundary) ? rejected('boundary-crosses-itself') : undefined),
})

function limitsReversed({ upperLimitKilopascal: upper, lowerLimitKilopascal: lower }: PressureMeter): Rejection | undefined {
  return upper !== null && lower !== null && lower >= upper ? rejected('pressure-limits-reversed') : undefined
}

export const mapDeviceDecider = recordDecider<
  FormOf<typeof mapDevices>,
  'devices.DeviceAdded',
  'devices.DeviceChanged',
  'devices.DeviceRemoved'
>({
  stream: 'devices-device',
  key: 'deviceNo',
  added: 'devices.DeviceAdded',
  changed: 'devices.DeviceChanged',
  removed: 'devices.DeviceRemoved',
})
