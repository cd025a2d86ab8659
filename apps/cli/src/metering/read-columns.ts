import { CommandRefusal } from '../shared/command-refusal.ts'
import { DecimalEvidence, type DecimalMark, isMissing, parseNumber } from '../shared/table/number-cell.ts'
import { type Table, type TableRow, textOf, whereIs } from '../shared/table/table.ts'
import { TimeEvidence } from '../shared/table/time-evidence.ts'
import { requireColumn } from './column-roles.ts'
import { decideTimeForm, rowTime, type TimeForm, type TimeOptions, timeTextOf } from './table-times.ts'

/** At most so many values in one file: they are held in memory before the first is sent, so that a bad line 9,000 stops all. */
const valuesMax = 20_000_000

/** `column`: the headings to read, all when empty; with `=`, what the column is called here. */
export type ReadOptions = TimeOptions & { decimal?: DecimalMark; missing?: readonly string[]; column?: readonly string[] }

export type Form = { times: TimeForm; mark: DecimalMark }

/** First pass over a file: how its times and numbers are written. */
export const understandForm = async (
  table: Table,
  timeColumns: readonly number[],
  valueColumns: readonly number[],
  options: ReadOptions,
): Promise<Form> => {
  const times = new TimeEvidence()
  const numbers = new DecimalEvidence()
  for await (const row of table.rows()) {
    times.add(timeTextOf(row, timeColumns), row.number)
    for (const column of valueColumns) numbers.add(row.cells[column] ?? '', row.number, column)
  }
  return { times: decideTimeForm(table, times, timeColumns, options), mark: options.decimal ?? numbers.decide(table) }
}

/** The number in a row's cell, NaN where it is missing; refused with the place where it is neither. */
export const rowNumber = (table: Table, row: TableRow, column: number, { mark }: Form, missing: readonly string[] | undefined): number => {
  const cell = row.cells[column] ?? ''
  if (isMissing(cell, missing)) return Number.NaN
  const value = parseNumber(cell, mark)
  if (value !== undefined) return value
  const hint = mark === '.' ? 'decimal point' : 'decimal comma'
  throw new CommandRefusal(
    `${whereIs(table, row.number, column)}: "${textOf(cell)}" is no number; use a ${hint}, leave the cell empty, or name the word for a missing value with --missing.`,
  )
}

/** A column of values: `heading` of the file, `name` that it goes by here; `isNamed` when the command line said so. */
export type ValueColumn = { place: number; heading: string; name: string; isNamed: boolean }

/** The columns to read: all but the time's, or those named by `--column heading` and `--column heading=name`. */
export const valueColumnsOf = (table: Table, timeColumns: readonly number[], named: readonly string[] = []): ValueColumn[] => {
  const all = table.heading.flatMap((heading, place) =>
    timeColumns.includes(place) ? [] : [{ place, heading, name: heading, isNamed: false }],
  )
  if (named.length === 0) return all
  return named.map((text) => {
    // A heading may hold an equals sign itself, so what is a heading as a whole is taken as one.
    const cut = table.heading.includes(text) ? -1 : text.lastIndexOf('=')
    const place = requireColumn(table, cut < 0 ? text : text.slice(0, cut))
    const heading = table.heading[place] ?? ''
    return { place, heading, name: cut < 0 ? heading : text.slice(cut + 1).trim(), isNamed: cut >= 0 }
  })
}

/** A wide table as in the file: a time per row, and a column of numbers per value column, NaN where a value is missing. */
export type WideTable = { form: Form; rowNumbers: number[]; times: number[]; columns: (ValueColumn & { values: number[] })[] }

export const readWideTable = async (
  table: Table,
  timeColumns: readonly number[],
  columns: readonly ValueColumn[],
  options: ReadOptions,
): Promise<WideTable> => {
  const places = columns.map(({ place }) => place)
  const form = await understandForm(table, timeColumns, places, options)
  const read: WideTable = { form, rowNumbers: [], times: [], columns: columns.map((column) => ({ ...column, values: [] })) }
  for await (const row of table.rows()) {
    read.times.push(rowTime(table, row, form.times))
    read.rowNumbers.push(row.number)
    for (const column of read.columns) column.values.push(rowNumber(table, row, column.place, form, options.missing))
    if (read.times.length * columns.length > valuesMax)
      throw new CommandRefusal(`${whereIs(table, row.number)}: more than ${valuesMax} values; split the file by years.`)
  }
  if (read.times.length === 0) throw new CommandRefusal(`${table.file} has a heading and no rows.`)
  return read
}

export const refuseTooManyReadings = (table: Table, row: number, count: number): void => {
  if (count > valuesMax) throw new CommandRefusal(`${whereIs(table, row)}: more than ${valuesMax} readings; split the file by meters.`)
}
