import { CommandRefusal } from '../command-refusal.ts'
import { firstBytes, readLines } from './read-lines.ts'
import { isWorkbook, readWorkbook } from './read-workbook.ts'
import { guessSeparator, splitLine } from './split-line.ts'
import { type Table, type TableOptions, type TableRow, textOf } from './table.ts'

const columnsMax = 2000

/** A CSV (any of comma, semicolon, tab; also gzip), xlsx or xls file as a table. Its first bytes decide the type. */
export const openTable = async (path: string, options: TableOptions = {}): Promise<Table> => {
  if (isWorkbook(await firstBytes(path, 8))) {
    const rows = await readWorkbook(path, options.sheet)
    return tableOfRows(path, rows, options.skipLines ?? 0)
  }
  if (options.sheet !== undefined)
    throw new CommandRefusal(`${path} is no workbook, so it has no sheet "${options.sheet}"; leave out --sheet.`)
  return tableOfLines(path, () => readLines(path, options.encoding), options.skipLines ?? 0)
}

const checkedHeading = (file: string, place: string, names: readonly string[]): string[] => {
  const heading = names.map((name) => name.trim())
  // A separator at the end of each line is no column.
  while (heading.length > 1 && heading.at(-1) === '') heading.pop()
  if (heading.length < 2)
    throw new CommandRefusal(`${file}, ${place}: expected a heading with at least two columns, found "${heading.join(' ').slice(0, 80)}".`)
  if (heading.length > columnsMax)
    throw new CommandRefusal(`${file}, ${place}: ${heading.length} columns are more than ${columnsMax}; split the file.`)
  return heading
}

const tableOfRows = (file: string, all: readonly TableRow[], skip: number): Table => {
  const isFilled = ({ cells }: TableRow) => cells.some((cell) => textOf(cell) !== '')
  const filled = all.filter((row) => row.number > skip && isFilled(row))
  const [first, ...rows] = filled
  if (!first) throw new CommandRefusal(`${file} is empty; expected a heading and one row per reading.`)
  const heading = checkedHeading(file, `row ${first.number}`, first.cells.map(textOf))
  const pages = async function* (): AsyncGenerator<TableRow> {
    yield* rows
  }
  return { file, rowWord: 'row', headingNumber: first.number, heading, separator: undefined, rows: pages }
}

/** A table of separated values; `lines` is called again for every pass. */
export const tableOfLines = async (file: string, lines: () => AsyncIterable<string>, skip = 0): Promise<Table> => {
  let headingNumber = 0
  let heading: string[] | undefined
  let separator: string | undefined
  for await (const line of lines()) {
    headingNumber++
    if (headingNumber <= skip || line.trim() === '') continue
    // Spreadsheet programs of some countries put the separator before the heading.
    const stated = /^sep=(.)$/i.exec(line.trim())?.[1]
    if (stated !== undefined && separator === undefined) {
      separator = stated
      continue
    }
    separator ??= guessSeparator(line)
    heading = checkedHeading(file, `line ${headingNumber}`, splitLine(line, separator) ?? [])
    break
  }
  if (!heading || separator === undefined) throw new CommandRefusal(`${file} is empty; expected a heading and one line per reading.`)
  const width = heading.length
  const mark = separator
  const rows = async function* (): AsyncGenerator<TableRow> {
    let number = 0
    for await (const line of lines()) {
      number++
      if (number <= headingNumber || line.trim() === '') continue
      yield { number, cells: cellsOf(file, number, line, mark, width) }
    }
  }
  return { file, rowWord: 'line', headingNumber, heading, separator: mark, rows }
}

const cellsOf = (file: string, number: number, line: string, separator: string, width: number): string[] => {
  const cells = splitLine(line, separator)
  if (!cells) throw new CommandRefusal(`${file}, line ${number}: a quote is opened and never closed.`)
  while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop()
  // A decimal comma in a file that commas separate shows as too many cells.
  const hint = separator === ',' && cells.length > width ? '; numbers with a decimal comma need quotes or another separator' : ''
  if (cells.length !== width)
    throw new CommandRefusal(`${file}, line ${number}: ${cells.length} cells where the heading has ${width}${hint}.`)
  return cells
}
