import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { MeterDetailsChanged } from './change-meter-details.ts'
import * as concentrator from './concentrator.ts'
import * as concentratorCalls from './concentrator-calls.ts'
import * as createMeter from './create-meter.ts'
import * as deviceCalls from './device-calls.ts'
import { devicesDictionaries } from './dictionaries.ts'
import * as calls from './endpoints.ts'
import { flowMeterEvents } from './flow-meter.ts'
import * as importMeters from './import-meters.ts'
import { mapDeviceEvents } from './map-device.ts'
import { meterCommands } from './meter-commands.ts'
import * as meterLife from './meter-life.ts'
import * as meterPlaces from './meter-places.ts'
import * as meterReplacements from './meter-replacements.ts'
import * as moveMeters from './move-meters.ts'
import * as valve from './operate-valve.ts'
import { pressureMeterEvents } from './pressure-meter.ts'
import { RegisterResetRecorded, RegisterResetWithdrawn } from './record-register-reset.ts'
import { MeterRegistered } from './register-meter.ts'
import { MeterReplaced } from './replace-meter.ts'
import * as updateKey from './update-key.ts'
import * as valveCalls from './valve-commands.ts'
import * as valveOperations from './valve-operations.ts'

/** The events of the context. */
export const events = {
  'devices.MeterRegistered': { version: 1, data: MeterRegistered },
  'devices.MeterReplaced': { version: 1, data: MeterReplaced },
  'devices.MeterDetailsChanged': { version: 1, data: MeterDetailsChanged },
  'devices.RegisterResetRecorded': { version: 1, data: RegisterResetRecorded },
  'devices.RegisterResetWithdrawn': { version: 1, data: RegisterResetWithdrawn },
  ...meterLife.lifeEventTypes,
  ...moveMeters.moveEventTypes,
  'devices.ValveOpeningRequested': { version: 2, data: valve.ValveOpeningRequested },
  'devices.ValveClosingRequested': { version: 2, data: valve.ValveClosingRequested },
  'devices.ValveClosingReasonAdded': { version: 1, data: valve.ValveClosingReasonAdded },
  'devices.ValveClosingReasonRemoved': { version: 1, data: valve.ValveClosingReasonRemoved },
  'devices.ValveOperationSent': { version: 1, data: valve.ValveOperationSent },
  'devices.ValveOpened': { version: 1, data: valve.ValveOpened },
  'devices.ValveClosed': { version: 1, data: valve.ValveClosed },
  'devices.ValveOperationFailed': { version: 1, data: valve.ValveOperationFailed },
  'devices.ValveOperationExpired': { version: 1, data: valve.ValveOperationExpired },
  ...updateKey.keyEventTypes,
  'devices.ConcentratorAdded': { version: 1, data: concentrator.concentratorEvents.added },
  'devices.ConcentratorChanged': { version: 1, data: concentrator.concentratorEvents.changed },
  'devices.ConcentratorRemoved': { version: 1, data: concentrator.concentratorEvents.removed },
  ...concentratorCalls.concentratorCommands.events,
  'devices.ConcentratorStateChanged': { version: 1, data: concentrator.ConcentratorStateChanged },
  'devices.FlowMeterAdded': { version: 1, data: flowMeterEvents.added },
  'devices.FlowMeterChanged': { version: 1, data: flowMeterEvents.changed },
  'devices.FlowMeterRemoved': { version: 1, data: flowMeterEvents.removed },
  'devices.PressureMeterAdded': { version: 1, data: pressureMeterEvents.added },
  'devices.PressureMeterChanged': { version: 1, data: pressureMeterEvents.changed },
  'devices.PressureMeterRemoved': { version: 1, data: pressureMeterEvents.removed },
  'devices.DeviceAdded': { version: 1, data: mapDeviceEvents.added },
  'devices.DeviceChanged': { version: 1, data: mapDeviceEvents.changed },
  'devices.DeviceRemoved': { version: 1, data: mapDeviceEvents.removed },
} as const satisfies EventTypes

export const devices = {
  calls: callsOfModules(
    calls,
    importMeters,
    concentratorCalls,
    deviceCalls,
    createMeter,
    meterLife,
    valveCalls,
    moveMeters,
    meterPlaces,
    meterReplacements,
    updateKey,
    valveOperations,
  ),
  commands: [
    { texts: 'devices', resource: 'meters', screen: 'devices/meters', commands: meterCommands },
    { texts: 'devices', resource: 'meterGroup', commands: valveCalls.meterGroupCommands.list },
    { texts: 'devices', resource: 'concentrator', commands: concentratorCalls.concentratorCommands.list },
  ],
  dictionaries: devicesDictionaries,
} satisfies Context
