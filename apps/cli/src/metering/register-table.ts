import { CommandRefusal } from '../shared/command-refusal.ts'
import { isMissing } from '../shared/table/number-cell.ts'
import { type Table, type TableRow, textOf, whereIs } from '../shared/table/table.ts'
import { guessColumn, requireColumn, timeColumnsOf } from './column-roles.ts'
import { meterNumberOf } from './identifiers.ts'
import {
  type Form,
  type ReadOptions,
  readWideTable,
  refuseTooManyReadings,
  rowNumber,
  understandForm,
  valueColumnsOf,
} from './read-columns.ts'
import type { TimeFlag } from './resolve-local-times.ts'
import { instantsOf, isDescending, rowTime } from './table-times.ts'
import { toMillilitre, type Unit } from './units.ts'
import type { WallClock } from './wall-clock.ts'

/** `long`: meter, time and value in each row. `wide`: a time in each row and a column per meter. */
export const registerLayouts = ['long', 'wide'] as const
export type RegisterLayout = (typeof registerLayouts)[number]

export type RegisterOptions = ReadOptions & {
  unit: Unit
  layout?: RegisterLayout
  meterColumn?: string
  valueColumn?: string
  caliberColumn?: string
}

/** Registers of one meter: instants in epoch milliseconds beside cumulative litres. `name`: what the file calls a meter that its number does not. */
export type MeterRegisters = {
  number: string
  name?: string
  caliberMillimetres?: number
  at: Float64Array
  litres: Float64Array
  flags: TimeFlag[]
}

export type RegisterTable = {
  layout: RegisterLayout
  form: Form
  /** Headings by which the columns were found. */
  columns: { time: string; meter?: string; value?: string; caliber?: string }
  rows: number
  missing: number
  meters: MeterRegisters[]
}

const metersMax = 100_000

/** Meters in the order of the file. Errors name file, line or row, and column. */
export const parseRegisterTable = async (table: Table, options: RegisterOptions, clock: WallClock): Promise<RegisterTable> => {
  if (options.unit.kind !== 'volume')
    throw new CommandRefusal(
      `${options.unit.name} is a unit of flow and registers are volumes; name a unit of volume such as m3, or use import-flows.`,
    )
  const time = timeColumnsOf(table, options.timeColumn ?? [])
  const meter = options.meterColumn === undefined ? guessColumn(table, 'meter', time) : requireColumn(table, options.meterColumn)
  const taken = meter === undefined ? time : [...time, meter]
  const caliber = options.caliberColumn === undefined ? guessColumn(table, 'caliber', taken) : requireColumn(table, options.caliberColumn)
  const value = options.valueColumn === undefined ? guessColumn(table, 'value', taken) : requireColumn(table, options.valueColumn)
  const layout = options.layout ?? (meter !== undefined && value !== undefined ? 'long' : 'wide')
  if (layout === 'wide') return parseWide(table, time, options, clock)
  if (meter === undefined || value === undefined) {
    const absent = meter === undefined ? 'meters; name it with --meter-column' : 'registers; name it with --value-column'
    throw new CommandRefusal(
      `${whereIs(table, table.headingNumber)}: no single heading among "${table.heading.slice(0, 20).join(', ')}" is that of the ${absent}.`,
    )
  }
  return parseLong(table, { time, meter, value, caliber }, options, clock)
}

type Places = { time: number[]; meter: number; value: number; caliber: number | undefined }
type Growing = { number: string; name: string; times: number[]; litres: number[]; caliberMillimetres: number | undefined }

const parseLong = async (table: Table, places: Places, options: RegisterOptions, clock: WallClock): Promise<RegisterTable> => {
  const form = await understandForm(table, places.time, [places.value], options)
  const meters = new Map<string, Growing>()
  let rows = 0
  let missing = 0
  for await (const row of table.rows()) {
    rows++
    refuseTooManyReadings(table, row.number, rows)
    const meter = meterOfRow(table, row, places, meters)
    const time = rowTime(table, row, form.times)
    const register = rowNumber(table, row, places.value, form, options.missing)
    if (Number.isNaN(register)) {
      missing++
      continue
    }
    meter.times.push(time)
    meter.litres.push(litresOf(table, row, places.value, register, options.unit))
  }
  if (rows === 0) throw new CommandRefusal(`${table.file} has a heading and no rows.`)
  const headingOf = (place: number) => table.heading[place] ?? ''
  return {
    layout: 'long',
    form,
    columns: {
      time: places.time.map(headingOf).join(' + '),
      meter: headingOf(places.meter),
      value: headingOf(places.value),
      ...(places.caliber !== undefined && { caliber: headingOf(places.caliber) }),
    },
    rows,
    missing,
    meters: [...meters.values()].map((meter) => registersOf(meter, form, clock)),
  }
}

const meterOfRow = (table: Table, row: TableRow, places: Places, meters: Map<string, Growing>): Growing => {
  const name = textOf(row.cells[places.meter])
  if (isMissing(name)) throw new CommandRefusal(`${whereIs(table, row.number, places.meter)}: a reading needs the number of its meter.`)
  let meter = meters.get(name)
  if (!meter) {
    if (meters.size >= metersMax) throw new CommandRefusal(`${whereIs(table, row.number)}: more than ${metersMax} meters; split the file.`)
    meter = { number: meterNumberOf(name), name, times: [], litres: [], caliberMillimetres: undefined }
    meters.set(name, meter)
  }
  if (places.caliber !== undefined && meter.caliberMillimetres === undefined)
    meter.caliberMillimetres = caliberOf(table, row, places.caliber)
  return meter
}

/** Nominal diameter in millimetres, such as 15, DN15 or 15 mm; undefined where the cell says none. */
export const caliberOf = (table: Table, row: TableRow, column: number): number | undefined => {
  const cell = textOf(row.cells[column])
  if (isMissing(cell)) return undefined
  const digits = /^(?:dn ?)?(\d{1,4})(?:[.,]0+)?(?: ?mm)?$/i.exec(cell)?.[1]
  const caliber = Number(digits)
  if (digits !== undefined && caliber >= 1 && caliber <= 3000) return caliber
  throw new CommandRefusal(`${whereIs(table, row.number, column)}: "${cell}" is no nominal diameter; expected millimetres from 1 to 3000.`)
}

const litresOf = (table: Table, row: Pick<TableRow, 'number'>, column: number, register: number, unit: Unit): number => {
  if (register >= 0) return toMillilitre(register * unit.litres)
  throw new CommandRefusal(
    `${whereIs(table, row.number, column)}: ${register} is below zero, which no register shows; name the word for a missing value with --missing=${register}.`,
  )
}

const registersOf = (meter: Growing, form: Form, clock: WallClock): MeterRegisters => {
  if (isDescending(meter.times)) {
    meter.times.reverse()
    meter.litres.reverse()
  }
  return {
    number: meter.number,
    ...(meter.name !== meter.number && { name: meter.name.slice(0, 100) }),
    ...(meter.caliberMillimetres !== undefined && { caliberMillimetres: meter.caliberMillimetres }),
    litres: Float64Array.from(meter.litres),
    ...instantsOf(meter.times, form.times.rule, clock),
  }
}

const parseWide = async (table: Table, time: number[], options: RegisterOptions, clock: WallClock): Promise<RegisterTable> => {
  const columns = valueColumnsOf(table, time, options.column)
  const unnamed = columns.find(({ name }) => name === '')
  if (unnamed)
    throw new CommandRefusal(`${whereIs(table, table.headingNumber, unnamed.place)}: a column of registers needs the number of its meter.`)
  const only = columns.length === 1 ? columns[0] : undefined
  if (only && !only.isNamed && guessColumn(table, 'value', time) === only.place) {
    throw new CommandRefusal(
      `${whereIs(table, table.headingNumber)}: no column names the meters; name it with --meter-column, or the one meter of the file with --column "${only.heading}=NUMBER".`,
    )
  }
  const wide = await readWideTable(table, time, columns, options)
  const order = Array.from(wide.times, (_, row) => row)
  if (isDescending(wide.times)) order.reverse()
  // All meters share the rows' times, so the rows of the others decide the pass of a meter without a value in one pass of a repeated hour.
  const { at, flags } = instantsOf(
    order.map((row) => wide.times[row] ?? 0),
    wide.form.times.rule,
    clock,
  )
  const meters = wide.columns.map(({ values, name, place }): MeterRegisters => {
    const known = [...order.keys()].filter((nth) => !Number.isNaN(values[order[nth] ?? 0]))
    const number = meterNumberOf(name)
    const litresAt = (row: number) => litresOf(table, { number: wide.rowNumbers[row] ?? 0 }, place, values[row] ?? 0, options.unit)
    return {
      number,
      ...(name !== number && { name: name.slice(0, 100) }),
      at: Float64Array.from(known, (nth) => at[nth] ?? 0),
      litres: Float64Array.from(known, (nth) => litresAt(order[nth] ?? 0)),
      flags: known.map((nth) => flags[nth] ?? ''),
    }
  })
  const values = wide.times.length * columns.length
  return {
    layout: 'wide',
    form: wide.form,
    columns: { time: time.map((place) => table.heading[place] ?? '').join(' + ') },
    rows: wide.times.length,
    missing: values - meters.reduce((sum, { at }) => sum + at.length, 0),
    meters: refuseTwins(table, meters),
  }
}

const refuseTwins = (table: Table, meters: MeterRegisters[]): MeterRegisters[] => {
  const numbers = new Set<string>()
  for (const { number } of meters) {
    if (numbers.has(number))
      throw new CommandRefusal(
        `${whereIs(table, table.headingNumber)}: two columns are meter ${number}; rename one, or read one with --column.`,
      )
    numbers.add(number)
  }
  return meters
}
