import type { TableOptions } from '../shared/table/table.ts'
import type { ImportSettings } from './declare-import.ts'
import type { ReadOptions } from './read-columns.ts'
import { settingsOf } from './store-readings.ts'
import type { TimesRule } from './table-times.ts'

const timesText = (times: TimesRule | undefined): string | undefined =>
  typeof times === 'object' ? `${times.offsetMinutes} minutes ahead of UTC` : times

/** Settings that decide the values of a file of times and numbers, for its import. */
export const readSettings = (options: ReadOptions & TableOptions): ImportSettings =>
  settingsOf({
    timezone: options.timezone,
    times: timesText(options.times),
    dateOrder: options.dateOrder,
    decimal: options.decimal,
    missing: options.missing,
    timeColumn: options.timeColumn,
    column: options.column,
    sheet: options.sheet,
    skipLines: options.skipLines,
    encoding: options.encoding,
  })
