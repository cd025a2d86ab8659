import type { Table } from '../shared/table/table.ts'
import type { RegisterOptions } from './register-table.ts'
import { findUnit, type Unit } from './units.ts'

/** Options as the command line gives them: a format may know the unit. */
export type RegisterSettings = Omit<RegisterOptions, 'unit'> & { unit?: Unit }

type Preset = Pick<RegisterOptions, 'layout' | 'meterColumn' | 'valueColumn' | 'timeColumn' | 'dateOrder' | 'times'> & { unitName: string }

const presets = {
  /** Files of the DAIAD trials: `user key;datetime;meter reading;diff`, litres, local time `dd/mm/yyyy HH:MM:SS`; `diff` is derived and not read. */
  daiad: {
    layout: 'long',
    meterColumn: 'user key',
    timeColumn: ['datetime'],
    valueColumn: 'meter reading',
    dateOrder: 'day-first',
    times: 'local',
    unitName: 'l',
  },
} as const satisfies { [format: string]: Preset }

export type RegisterFormat = keyof typeof presets
export const registerFormats = Object.keys(presets) as RegisterFormat[]

const daiadHeading = 'user key;datetime;meter reading;diff'

/** The format of a file by its heading; undefined when it is none that has a name. */
export const formatOf = (table: Table): RegisterFormat | undefined =>
  table.heading.join(';').toLowerCase() === daiadHeading ? 'daiad' : undefined

/** Settings of a named format; those of the command line have priority. */
export const withPreset = (format: RegisterFormat | undefined, settings: RegisterSettings): RegisterSettings => {
  if (format === undefined) return settings
  const { unitName, ...preset } = presets[format]
  const unit = settings.unit ?? findUnit(unitName)
  return {
    ...settings,
    ...(unit && { unit }),
    layout: settings.layout ?? preset.layout,
    meterColumn: settings.meterColumn ?? preset.meterColumn,
    valueColumn: settings.valueColumn ?? preset.valueColumn,
    timeColumn: settings.timeColumn ?? preset.timeColumn,
    dateOrder: settings.dateOrder ?? preset.dateOrder,
    times: settings.times ?? preset.times,
  }
}
