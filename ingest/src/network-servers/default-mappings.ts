import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'

/** Profiles of wmbusmeters are its drivers' names behind this word, because a LoRaWAN profile may bear the same name. */
export const wmbusmetersProfile = 'wmbusmeters'

/**
 * The common part of all drivers of wmbusmeters. Its field names carry their unit (`total_m3`), so one mapping reads them all;
 * the drivers below say only where they differ. `timestamp` is when the collector heard the telegram: clocks inside
 * meters (`meter_datetime`, `device_datetime`) have no zone and drift, and are not used.
 *
 * `total_m3` is what the dial shows. A forward register counts where a telegram has no total: a Q400 sends 0 for it beside a total.
 *
 * Registers of billing dates (`target_m3`, `consumption_at_set_date_m3`) are repeated in every telegram and mean something else for each
 * maker (mkradio3a's is no register at all), so that they are only taken where a telegram carries no other register.
 */
const wmbusmeters: DeviceProfileMapping = {
  profile: wmbusmetersProfile,
  meter: 'id',
  at: 'timestamp',
  litres: { path: 'total_m3|total_forward_m3|total_forward_flow_m3', unit: 'm3' },
  reverseLitres: { path: 'total_backward_m3|total_backward_flow_m3|total_backwards_m3|backflow_m3', unit: 'm3' },
  flowLitresPerHour: { path: 'flow_m3h|volume_flow_m3h|current_flow_m3h', unit: 'm3/h' },
  batteryMillivolt: { path: 'battery_v|voltage_v', unit: 'V' },
  // 127 and -128 are the ends of one signed byte, which Kamstrup sends for a sensor that has no water on it; -100 is Axioma's.
  temperatureCelsius: {
    path: 'flow_temperature_c|temperature_c',
    unit: 'degC',
    bad: [127, 128, -128, -100, 327.67, 3276.7, -327.68, -3276.8],
  },
  flags: ['status', 'current_status', 'error_flags', 'error_code', 'current_alarms', 'alarms'],
}

const driver = (name: string, differences: Partial<DeviceProfileMapping> = {}): DeviceProfileMapping => ({
  ...wmbusmeters,
  ...differences,
  profile: `${wmbusmetersProfile}:${name}`,
})

/** Drivers whose meters sit behind a radio converter, or that need to be read in their own way. */
const drivers: DeviceProfileMapping[] = [
  driver('emerlin868', { media: ['radio converter (meter side)'] }),
  driver('qwater', { media: ['radio converter (meter side)'] }),
  // These two send some telegrams that carry nothing but the register of a billing date.
  driver('lse_07_17', {
    history: { path: 'consumption_at_set_date_*_m3', at: 'set_date_*', litres: { path: '.', unit: 'm3' } },
  }),
  driver('mkradio4a', { history: { path: 'target_m3', at: 'target_date', litres: { path: '.', unit: 'm3' } } }),
]

/** Axioma Qalcosonic W1, decoded here or by the codec of the device repository of The Things Network (same names, `delta_1_m3` and on). */
const axiomaQalcosonicW1: DeviceProfileMapping = {
  profile: 'axioma-qalcosonic-w1',
  codec: 'axioma-qalcosonic-w1',
  at: 'timestamp_utc|timestamp_unix|timestamp',
  litres: { path: 'current_volume_m3|current_volume', unit: 'm3' },
  flags: ['low_battery', 'permanent_error', 'temporary_error', 'pipe_empty', 'backflow', 'burst', 'leakage', 'low_temperature'],
  history: {
    path: 'hourly_deltas_m3|delta_*_m3',
    everySeconds: 3600,
    deltaUnit: 'm3',
    startLitres: { path: 'log_volume_m3', unit: 'm3' },
  },
}

/**
 * Kamstrup flowIQ and MULTICAL, decoded here or by the codec of the device repository (`Type`, `Value`, `Timestamp`). The meter's clock has
 * no zone and keeps standard time: set `timeZone` where it does not keep UTC.
 */
const kamstrupFlowiq: DeviceProfileMapping = {
  profile: 'kamstrup-flowiq',
  codec: 'kamstrup-mbus',
  at: 'latestAt|values.0.Timestamp|values.0.ts',
  litres: { path: 'latestVolume', unit: 'm3' },
  reverseLitres: { path: 'reverse_m3', unit: 'm3' },
  flowLitresPerHour: { path: 'flow_m3h', unit: 'm3/h' },
  temperatureCelsius: { path: 'temperature_c', unit: 'degC' },
  flags: ['flags'],
  history: { path: 'values', where: { path: 'Type', equals: 'Volume' }, at: 'ts|Timestamp', litres: { path: 'm3|Value', unit: 'm3' } },
}

/** Mappings that ship with the service; a tenant's own mapping of the same profile goes before. */
export const defaultMappings: readonly DeviceProfileMapping[] = [wmbusmeters, ...drivers, axiomaQalcosonicW1, kamstrupFlowiq]

const byProfile = new Map(defaultMappings.map((mapping) => [mapping.profile, mapping]))

/** Names under which operators of networks know these meters: device profiles are named by hand. */
const knownNames: readonly [pattern: RegExp, profile: string][] = [
  [/qalcosonic[^a-z0-9]*w1|axioma.*w1/i, axiomaQalcosonicW1.profile],
  [/flow[^a-z0-9]*iq|kamstrup.*multical|02k73a/i, kamstrupFlowiq.profile],
]

/** The shipped mapping of a profile, by its own name or by one that contains the meter's type; every driver of wmbusmeters has one. */
export const findDefaultMapping = (profile: string): DeviceProfileMapping | undefined => {
  const exact = byProfile.get(profile)
  if (exact) return exact
  if (profile.startsWith(`${wmbusmetersProfile}:`)) return { ...wmbusmeters, profile }
  const known = knownNames.find(([pattern]) => pattern.test(profile))
  return known && byProfile.get(known[1])
}
