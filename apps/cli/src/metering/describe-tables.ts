import type { Table } from '../shared/table/table.ts'
import { alignedLines } from './aligned-lines.ts'
import type { FlowColumn, FlowOptions, FlowTable } from './flow-table.ts'
import type { Form } from './read-columns.ts'
import type { MeterRegisters, RegisterTable } from './register-table.ts'
import { describeRule } from './table-times.ts'
import type { Unit } from './units.ts'

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const instant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`
const separators: { [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }
const metersShown = 40

const describeForm = (table: Table, { times, mark }: Form, timeZone: string): string[][] => [
  ['File', table.file],
  ['Separator', table.separator === undefined ? 'none, a workbook' : (separators[table.separator] ?? table.separator)],
  ...(table.separator === undefined ? [] : [['Decimal mark', mark === '.' ? 'point' : 'comma']]),
  ['Time column', times.columns.map((column) => table.heading[column]).join(' + ')],
  ...(times.isOrdered ? [['Date order', times.order === 'day-first' ? 'day before month' : 'month before day']] : []),
  ['Times', describeRule(times.rule, timeZone)],
]

const kinds = { rate: 'mean flow of an interval', volume: 'volume of an interval', register: 'register that counts up' }

/** The interpretation of a table of inlets: lines of a table for people. */
export const describeFlows = (
  table: Table,
  flows: FlowTable,
  options: FlowOptions & { becomes: (column: FlowColumn) => string },
): string[] => {
  const isHours = flows.stepSeconds !== undefined
  const facts = [
    ...describeForm(table, flows.form, options.timezone),
    ['Values', `${kinds[flows.values]}, ${options.unit.name}`],
    ...(flows.stepSeconds === undefined
      ? []
      : [
          [
            'Step',
            `${flows.stepSeconds / 60} minutes; a row's time is the ${options.stamp === 'begin' ? 'beginning' : 'end'} of its interval`,
          ],
        ]),
    ['Rows', `${grouped.format(flows.rows)}, from ${instant(flows.firstAt)} to ${instant(flows.lastAt)}`],
    ['Rows of the same time', grouped.format(flows.repeatedRows)],
    ['Rows beside the step', grouped.format(flows.movedRows)],
    ['Rows in a repeated hour', `${grouped.format(flows.ambiguousRows)} that cannot be told apart`],
    ['Rows in a skipped hour', grouped.format(flows.skippedRows)],
  ]
  const heads = [
    'column',
    'becomes',
    'missing',
    isHours ? 'hours' : 'readings',
    'incomplete hours',
    isHours ? 'volume, m3' : 'last register, m3',
  ]
  const rows = flows.columns.map((column) => [
    column.heading,
    options.becomes(column),
    grouped.format(column.missing),
    grouped.format(column.at.length),
    grouped.format(column.incompleteHours),
    grouped.format((isHours ? column.litres.reduce((sum, litres) => sum + litres, 0) : (column.litres.at(-1) ?? 0)) / 1000),
  ])
  return [...alignedLines(facts), '', ...alignedLines([heads, ...rows])]
}

/** The interpretation of a table of registers, with the first meters of it. */
export const describeRegisters = (
  table: Table,
  registers: RegisterTable,
  { timezone, unit, format }: { timezone: string; unit: Unit; format: string | undefined },
): string[] => {
  const { columns } = registers
  const facts = [
    ...describeForm(table, registers.form, timezone),
    ...(format === undefined ? [] : [['Format', format]]),
    ['Layout', registers.layout === 'long' ? 'long: one reading a row' : 'wide: one column a meter'],
    ...(columns.meter === undefined ? [] : [['Meter column', columns.meter]]),
    ...(columns.value === undefined ? [] : [['Register column', columns.value]]),
    ...(columns.caliber === undefined ? [] : [['Diameter column', columns.caliber]]),
    ['Unit', unit.name],
    ['Rows', `${grouped.format(registers.rows)}, ${grouped.format(registers.missing)} values missing`],
    ['Meters', grouped.format(registers.meters.length)],
  ]
  const heads = ['meter', 'diameter', 'readings', 'from', 'to', 'first, m3', 'last, m3']
  const shown = registers.meters.slice(0, metersShown).map(meterLine)
  const more = registers.meters.length - shown.length
  return [...alignedLines(facts), '', ...alignedLines([heads, ...shown]), ...(more > 0 ? [`and ${grouped.format(more)} more meters`] : [])]
}

const meterLine = ({ number, name, caliberMillimetres, at, litres }: MeterRegisters): string[] => [
  name === undefined ? number : `${number} (${name})`,
  caliberMillimetres === undefined ? '-' : String(caliberMillimetres),
  grouped.format(at.length),
  at[0] === undefined ? '-' : instant(at[0]),
  at.length === 0 ? '-' : instant(at[at.length - 1] ?? 0),
  litres[0] === undefined ? '-' : grouped.format(litres[0] / 1000),
  litres.length === 0 ? '-' : grouped.format((litres[litres.length - 1] ?? 0) / 1000),
]
