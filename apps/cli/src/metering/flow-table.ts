import { CommandRefusal } from '../shared/command-refusal.ts'
import { type Table, whereIs } from '../shared/table/table.ts'
import { timeColumnsOf } from './column-roles.ts'
import { hoursOfIntervals } from './hours-of-intervals.ts'
import { isPartitionId, partitionIdOf } from './identifiers.ts'
import { type Form, type ReadOptions, readWideTable, type ValueColumn, valueColumnsOf, type WideTable } from './read-columns.ts'
import { instantsOf, isDescending } from './table-times.ts'
import { onMarks, stepOf } from './time-steps.ts'
import { toMillilitre, type Unit } from './units.ts'
import { type WallClock, wallClockOf } from './wall-clock.ts'

const columnsMax = 1000

/** Meaning of the numbers: the mean flow of an interval, the volume of an interval, or a register that counts up. */
export const flowValues = ['rate', 'volume', 'register'] as const
export type FlowValues = (typeof flowValues)[number]

export type FlowOptions = ReadOptions & {
  unit: Unit
  /** Left out for a unit of flow: it can only be a rate. */
  values?: FlowValues
  /** Whether a row's time is the beginning of its interval or the end. */
  stamp: 'begin' | 'end'
}

/**
 * One inlet. `at`: epoch milliseconds, ends of intervals or instants of registers. Litres beside it; values that are missing are absent.
 * `seconds`: length of the intervals, absent for registers. `id`: the partition named after the column.
 */
export type FlowColumn = ValueColumn & {
  id: string
  at: number[]
  litres: number[]
  flags: string[]
  missing: number
  incompleteHours: number
}

export type FlowTable = {
  form: Form
  values: FlowValues
  rows: number
  firstAt: number
  lastAt: number
  stepSeconds: number | undefined
  movedRows: number
  repeatedRows: number
  ambiguousRows: number
  skippedRows: number
  seconds: number | undefined
  columns: FlowColumn[]
}

const hourMilliseconds = 3_600_000

const valuesOf = ({ unit, values }: FlowOptions): FlowValues => {
  if (unit.kind === 'rate') {
    if (values === undefined || values === 'rate') return 'rate'
    throw new CommandRefusal(`${unit.name} is a unit of flow, so the values cannot be ${values}s; name a unit of volume such as m3.`)
  }
  if (values === 'volume' || values === 'register') return values
  throw new CommandRefusal(
    `${unit.name} is a unit of volume; say --values volume when each row has the volume of its interval, or --values register when the values count up.`,
  )
}

const inletsOf = (table: Table, timeColumns: readonly number[], named: readonly string[] | undefined): (ValueColumn & { id: string })[] => {
  const columns = valueColumnsOf(table, timeColumns, named)
  if (columns.length > columnsMax)
    throw new CommandRefusal(`${table.file}: ${columns.length} inlets are more than ${columnsMax}; split the file.`)
  const seen = new Map<string, string>()
  return columns.map((column) => {
    const place = whereIs(table, table.headingNumber, column.place)
    if (column.name === '' || column.name.length > 100)
      throw new CommandRefusal(`${place}: an inlet needs a name of 1 to 100 characters; it becomes the partition's name.`)
    const id = column.isNamed && isPartitionId(column.name) ? column.name : partitionIdOf(column.name)
    const twin = seen.get(id)
    if (twin !== undefined)
      throw new CommandRefusal(`${place}: "${twin}" and "${column.name}" would both become partition ${id}; rename one.`)
    seen.set(id, column.name)
    return { ...column, id }
  })
}

/** The rows of a table in the order of their instants. */
type Axis = { at: Float64Array; flags: string[]; rowNumbers: number[]; places: number[] }

const axisOf = ({ times, rowNumbers, form }: WideTable, clock: WallClock): Axis => {
  const forward = Array.from(times, (_, place) => place)
  if (isDescending(times)) forward.reverse()
  const resolved = instantsOf(
    forward.map((place) => times[place] ?? 0),
    form.times.rule,
    clock,
  )
  const order = Array.from(forward, (_, place) => place).sort((a, b) => (resolved.at[a] ?? 0) - (resolved.at[b] ?? 0) || a - b)
  return {
    at: Float64Array.from(order, (place) => resolved.at[place] ?? 0),
    flags: order.map((place) => resolved.flags[place] ?? ''),
    rowNumbers: order.map((place) => rowNumbers[forward[place] ?? 0] ?? 0),
    places: order.map((place) => forward[place] ?? 0),
  }
}

/** Values beside the axis. Of two rows of one instant the one that has a value counts; two that differ are refused. */
const valuesAlong = (table: Table, axis: Axis, column: WideTable['columns'][number], isRegister: boolean): Float64Array => {
  const values = Float64Array.from(axis.places, (place) => column.values[place] ?? Number.NaN)
  // Two registers of one instant are the log's to judge: it flags them.
  if (isRegister) return values
  for (let at = 1; at < values.length; at++) {
    if (axis.at[at] !== axis.at[at - 1]) continue
    const [former = Number.NaN, latter = Number.NaN] = [values[at - 1], values[at]]
    if (!Number.isNaN(former) && !Number.isNaN(latter) && former !== latter) {
      const rows = `${axis.rowNumbers[at - 1]} and ${axis.rowNumbers[at]}`
      throw new CommandRefusal(
        `${table.file}, ${table.rowWord}s ${rows}: two values of ${column.heading} for ${new Date(axis.at[at] ?? 0).toISOString()}, ${former} and ${latter}; remove one. If they are in the hour of a clock change, the clock has no summer time: name its offset with --times, such as --times +01:00.`,
      )
    }
    values[at] = Number.isNaN(latter) ? former : latter
    values[at - 1] = Number.NaN
  }
  return values
}

const columnOf = (
  axis: Axis,
  inlet: ValueColumn & { id: string },
  values: Float64Array,
  options: FlowOptions,
  kind: FlowValues,
  step: number | undefined,
  clock: WallClock,
): FlowColumn => {
  const column: FlowColumn = { ...inlet, at: [], litres: [], flags: [], missing: 0, incompleteHours: 0 }
  const factor = kind === 'rate' ? (options.unit.litres * (step ?? 0)) / hourMilliseconds : options.unit.litres
  if (step !== undefined && step < hourMilliseconds) {
    const shift = options.stamp === 'end' ? step : 0
    const intervals = { start: axis.at.map((at) => at - shift), litres: values.map((value) => value * factor), flags: axis.flags }
    const hours = hoursOfIntervals({ ...intervals, milliseconds: step }, clock.hourStartOf)
    const ends = hours.start.map((start) => start + hourMilliseconds)
    return { ...column, at: ends, litres: hours.litres, flags: hours.flags, incompleteHours: hours.incompleteHours }
  }
  // A reading has the time of its interval's end; a row's time may be its beginning.
  const shift = step !== undefined && options.stamp === 'begin' ? step : 0
  values.forEach((value, place) => {
    if (Number.isNaN(value)) return
    column.at.push((axis.at[place] ?? 0) + shift)
    column.litres.push(toMillilitre(value * factor))
    column.flags.push(axis.flags[place] ?? '')
  })
  return column
}

/**
 * Reads a table whose rows are times and whose columns are inlets. Rates and volumes per interval come out as hours, registers as they
 * are. Errors name file, line or row, and column.
 */
export const parseFlowTable = async (table: Table, options: FlowOptions): Promise<FlowTable> => {
  const kind = valuesOf(options)
  const timeColumns = timeColumnsOf(table, options.timeColumn ?? [])
  const inlets = inletsOf(table, timeColumns, options.column)
  const wide = await readWideTable(table, timeColumns, inlets, options)
  const clock = wallClockOf(options.timezone)
  const axis = axisOf(wide, clock)
  const step = kind === 'register' ? undefined : stepOf(table, axis.at)
  const marks = step === undefined ? { at: axis.at, moved: 0 } : onMarks(table, axis.at, axis.rowNumbers, step)
  const onAxis: Axis = { ...axis, at: marks.at }
  const columns = wide.columns.map((column, place): FlowColumn => {
    const values = valuesAlong(table, onAxis, column, kind === 'register')
    const missing = column.values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)
    return { ...columnOf(onAxis, inlets[place]!, values, options, kind, step, clock), missing }
  })
  const countFlag = (word: string) => axis.flags.filter((flag) => flag === word).length
  return {
    form: wide.form,
    values: kind,
    rows: wide.times.length,
    firstAt: axis.at[0] ?? 0,
    lastAt: axis.at.at(-1) ?? 0,
    stepSeconds: step === undefined ? undefined : step / 1000,
    movedRows: marks.moved,
    repeatedRows: onAxis.at.reduce((count, at, place) => count + (place > 0 && at === onAxis.at[place - 1] ? 1 : 0), 0),
    ambiguousRows: countFlag('ambiguous-time'),
    skippedRows: countFlag('skipped-time'),
    seconds: step === undefined ? undefined : hourMilliseconds / 1000,
    columns,
  }
}
