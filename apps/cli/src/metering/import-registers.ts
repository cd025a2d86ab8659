import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { openTable } from '../shared/table/open-table.ts'
import type { TableOptions } from '../shared/table/table.ts'
import { associateMeters, type MeterRole } from './associate-meters.ts'
import { describeRegisters } from './describe-tables.ts'
import { readSettings } from './read-settings.ts'
import { describeDiffering, registerMeters } from './register-meters.ts'
import { formatOf, type RegisterFormat, type RegisterSettings, withPreset } from './register-presets.ts'
import { type MeterRegisters, parseRegisterTable } from './register-table.ts'
import { describeSent } from './send-frames.ts'
import { type ImportOptions, settingsOf, storeReadings } from './store-readings.ts'
import { volumeUnitNames } from './units.ts'
import { wallClockOf } from './wall-clock.ts'

export type ImportRegisters = ImportOptions &
  TableOptions &
  RegisterSettings & {
    format?: RegisterFormat
    /** Nominal diameter of all meters of the file whose rows name none; without one no flow is too large for a meter. */
    caliber?: number
    /** The metering point that the meters belong to, and as what. */
    partition?: string
    role?: MeterRole
    dryRun: boolean
  }

const describeFlags = (meters: readonly MeterRegisters[]): string[] => {
  const count = (word: string) => meters.reduce((sum, { flags }) => sum + flags.filter((flag) => flag === word).length, 0)
  const ambiguous = count('ambiguous-time')
  const skipped = count('skipped-time')
  return [
    ...(ambiguous > 0
      ? [`Readings in the hour that autumn repeats, counted for its first pass: ${ambiguous}, flagged ambiguous-time.`]
      : []),
    ...(skipped > 0 ? [`Readings in the hour that spring skips: ${skipped}, flagged skipped-time.`] : []),
  ]
}

const describeMeters = (meters: number, registered: number, unsized: number): string[] => [
  `Meters: ${registered} new of ${meters}.`,
  ...(unsized > 0 && registered > 0
    ? [
        `Without a nominal diameter: ${unsized} meters of the file, so no flow is too large for them; say --caliber, or have a column for it.`,
      ]
    : []),
]

/** `import-registers`: answers the lines to print once every query sees the import; with `dryRun` what was understood, and nothing is sent. */
export const importRegisters = async (file: string, given: ImportRegisters): Promise<string[]> => {
  if ((given.partition === undefined) !== (given.role === undefined))
    throw new CommandRefusal('--partition and --role belong together: the metering point, and what its meters are there.')
  const table = await openTable(file, given)
  const format = given.format ?? formatOf(table)
  const { unit, ...options }: RegisterSettings & TableOptions = withPreset(format, given)
  if (unit === undefined)
    throw new CommandRefusal(`the unit of the registers is missing; say --unit with one of ${volumeUnitNames.join(', ')}.`)
  const parsed = await parseRegisterTable(table, { ...options, unit }, wallClockOf(given.timezone))
  const meters = parsed.meters.map((meter) => ({ ...meter, caliberMillimetres: meter.caliberMillimetres ?? given.caliber }))
  if (given.dryRun)
    return [...describeRegisters(table, { ...parsed, meters }, { ...given, format, unit }), 'Nothing was sent: this was a dry run.']
  const numbers = meters.map(({ number }) => number)
  const { sent, prepared } = await storeReadings(given, {
    kind: 'registers',
    file,
    settings: {
      ...readSettings(options),
      ...settingsOf({ unit: unit.name, layout: parsed.layout, meterColumn: options.meterColumn, valueColumn: options.valueColumn }),
    },
    prepare: async (admin) => {
      if (given.partition !== undefined) await requestServer(admin, 'GET', `/api/v1/partitions/${encodeURIComponent(given.partition)}`)
      const details = meters.map(({ number, name, caliberMillimetres }) => ({ number, name, caliberMillimetres, timeZone: given.timezone }))
      const { position, ...registration } = await registerMeters(admin, details)
      if (given.partition === undefined || given.role === undefined) return { ...registration, position }
      const associated = await associateMeters(admin, given.partition, given.role, numbers)
      return { ...registration, position: Math.max(position, associated) }
    },
    series: () => meters.map(({ number, at, litres, flags }) => ({ meter: number, at, litres, flags })),
  })
  const unsized = meters.filter(({ caliberMillimetres }) => caliberMillimetres === undefined).length
  return [
    ...describeSent(sent),
    ...describeFlags(meters),
    ...describeMeters(meters.length, prepared.registered, unsized),
    // Without a diameter the file says nothing of its meters that could contradict what is registered.
    ...(unsized < meters.length ? describeDiffering(prepared.differing) : []),
  ]
}
