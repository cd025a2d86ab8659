import { CommandRefusal } from '../shared/command-refusal.ts'
import { guessSeparator, splitLine } from './split-line.ts'

/** Litres per hour of one unit. */
export const flowUnits = { 'l/s': 3600, 'm3/h': 1000, 'l/h': 1 } as const
export type FlowUnit = keyof typeof flowUnits
export const isFlowUnit = (unit: string): unit is FlowUnit => Object.hasOwn(flowUnits, unit)

/** Hourly volumes of one inlet: `hourStart` in epoch milliseconds beside `litres`; hours without a value are absent. */
export type FlowColumn = { name: string; id: string; hourStart: number[]; litres: number[] }

/** At most so many values in one file: they are held in memory before the first is sent, so that a bad line 9,000 stops all. */
const valuesMax = 20_000_000
const columnsMax = 1000

/** A name as it reads in a URL: `DMA 1` becomes `dma-1`; one without a Latin letter or digit takes its place in the file. */
export const slugOf = (name: string, place: number): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 56).replace(/-+$/, '') || `partition-${place}`
}

/** An instant as in `2021-01-01 00:00:00+00:00`, `2021-01-01T00:00Z` or, since the column is UTC, without a zone; undefined otherwise. */
export const parseUtcInstant = (text: string): number | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim())
  if (!match) return undefined
  const zone = (match[3] ?? 'Z').toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const at = Date.parse(`${match[1]}T${match[2]}${zone}`)
  // Date.parse takes 2021-02-30 for the second of March; a day that comes back as another one does not exist.
  const day = Date.parse(`${match[1]}T00:00:00Z`)
  return Number.isNaN(at) || new Date(day).toISOString().slice(0, 10) !== match[1] ? undefined : at
}

/**
 * The volume of an hour with this mean flow, litres to the third decimal (a millilitre, the log's own grain).
 * Undefined for what is no plain decimal number.
 */
export const hourLitres = (cell: string, unit: FlowUnit): number | undefined => {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(cell)) return undefined
  return Math.round(Number(cell) * flowUnits[unit] * 1000) / 1000
}

const openColumns = (file: string, heading: string, separator: string): FlowColumn[] => {
  const names = splitLine(heading, separator)
  if (!names || names.length < 2) {
    throw new CommandRefusal(`${file}, line 1: expected a heading with the time first and one name per inlet, such as "time,North,South".`)
  }
  if (names.length - 1 > columnsMax)
    throw new CommandRefusal(`${file}, line 1: ${names.length - 1} inlets are more than ${columnsMax}; split the file.`)
  const columns = names
    .slice(1)
    .map((name, index): FlowColumn => ({ name: name.trim(), id: slugOf(name.trim(), index + 1), hourStart: [], litres: [] }))
  const seen = new Map<string, FlowColumn>()
  columns.forEach((column, index) => {
    if (column.name === '' || column.name.length > 100) {
      throw new CommandRefusal(
        `${file}, line 1, column ${index + 2}: an inlet needs a name of 1 to 100 characters; it becomes the partition's name.`,
      )
    }
    const twin = seen.get(column.id)
    if (twin)
      throw new CommandRefusal(`${file}, line 1: "${twin.name}" and "${column.name}" would both become partition ${column.id}; rename one.`)
    seen.set(column.id, column)
  })
  return columns
}

const addLine = (file: string, lineNumber: number, cells: string[], columns: FlowColumn[], unit: FlowUnit): number => {
  if (cells.length !== columns.length + 1) {
    throw new CommandRefusal(`${file}, line ${lineNumber}: ${cells.length} cells where the heading has ${columns.length + 1}.`)
  }
  const hourStart = parseUtcInstant(cells[0] ?? '')
  if (hourStart === undefined) {
    throw new CommandRefusal(
      `${file}, line ${lineNumber}, column 1: "${cells[0]}" is no instant; expected UTC such as 2021-01-01 00:00:00+00:00.`,
    )
  }
  let added = 0
  columns.forEach((column, index) => {
    const cell = (cells[index + 1] ?? '').trim()
    // Absent is unknown, never zero. NaN is how some programs write an empty cell.
    if (cell === '' || /^(nan|na|null)$/i.test(cell)) return
    const litres = hourLitres(cell, unit)
    if (litres === undefined) {
      throw new CommandRefusal(
        `${file}, line ${lineNumber}, column ${index + 2} (${column.name}): "${cell}" is no number; use a decimal point, or leave the cell empty.`,
      )
    }
    column.hourStart.push(hourStart)
    column.litres.push(litres)
    added++
  })
  return added
}

/**
 * Reads a table of hourly mean flows: first column the UTC instant at which the hour begins, every other column one inlet.
 * Errors name file, line and column.
 */
export const parseFlowTable = async (file: string, lines: AsyncIterable<string>, unit: FlowUnit): Promise<FlowColumn[]> => {
  let columns: FlowColumn[] | undefined
  let separator = ','
  let lineNumber = 0
  let values = 0
  for await (const line of lines) {
    lineNumber++
    if (line.trim() === '') continue
    if (!columns) {
      separator = guessSeparator(line)
      columns = openColumns(file, line, separator)
      continue
    }
    const cells = splitLine(line, separator)
    if (!cells) throw new CommandRefusal(`${file}, line ${lineNumber}: a quote is opened and never closed.`)
    values += addLine(file, lineNumber, cells, columns, unit)
    if (values > valuesMax) throw new CommandRefusal(`${file}, line ${lineNumber}: more than ${valuesMax} values; split the file by years.`)
  }
  if (!columns) throw new CommandRefusal(`${file} is empty; expected a heading and one line per hour.`)
  return columns
}
