import { CommandRefusal } from '../command-refusal.ts'
import { type Cell, type Table, textOf, whereIs } from './table.ts'

export type DecimalMark = '.' | ','

/** How spreadsheet programs, loggers and databases write a value that is not there. Absent is unknown, never zero. */
const missingWords = new Set(
  [
    '',
    '-',
    '--',
    '---',
    '–',
    '—',
    '.',
    '?',
    'na',
    'n/a',
    '#n/a',
    '#n/d',
    '#nv',
    '#value!',
    'nan',
    'null',
    'nil',
    'none',
    'nd',
    'n.d.',
    'k.a.',
  ].concat(['missing', 'bad', 'no data', '\\n', '无', '缺', '缺测', '无数据']),
)

/** True for an empty cell, a usual word for a missing value, or one of `words` (compared as text, and as number). */
export const isMissing = (cell: Cell | undefined, words: readonly string[] = []): boolean => {
  if (typeof cell === 'number' && words.length === 0) return false
  const text = textOf(cell)
  return missingWords.has(text.toLowerCase()) || words.some((word) => word === text || (text !== '' && Number(word) === Number(text)))
}

/** Groups of three digits and nothing else behind the mark: a thousand, or three decimals. */
const couldBeGroups = /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/

type Example = { row: number; column: number; text: string }

/** Collects evidence of the decimal mark from the numbers of a whole file; one number alone may be ambiguous. */
export class DecimalEvidence {
  #dot: Example | undefined
  #comma: Example | undefined
  #unsure: Example | undefined

  add(cell: Cell, row: number, column: number): void {
    if (typeof cell === 'number') return
    const text = cell.trim()
    const lastDot = text.lastIndexOf('.')
    const lastComma = text.lastIndexOf(',')
    if (lastDot < 0 && lastComma < 0) return
    const example = { row, column, text }
    if (lastDot >= 0 && lastComma >= 0) this.#found(lastDot > lastComma ? '.' : ',', example)
    else if (!couldBeGroups.test(text)) this.#found(lastDot >= 0 ? '.' : ',', example)
    // Two marks of one kind can only part thousands, so the other kind is the decimal mark.
    else if (text.indexOf('.') !== lastDot) this.#found(',', example)
    else if (text.indexOf(',') !== lastComma) this.#found('.', example)
    else this.#unsure ??= example
  }

  #found(mark: DecimalMark, example: Example): void {
    if (mark === '.') this.#dot ??= example
    else this.#comma ??= example
  }

  /** The mark of the file. Refused where the file uses both, and where 1.234 or 1,234 might be a thousand. */
  decide(table: Table): DecimalMark {
    const { separator } = table
    if (this.#dot && this.#comma) {
      const { row, column, text } = this.#comma
      const other = this.#dot
      throw new CommandRefusal(
        `${whereIs(table, row, column)}: "${text}" has a decimal comma and "${other.text}" (${table.rowWord} ${other.row}) a decimal point; name the mark with --decimal, or mend the file.`,
      )
    }
    if (this.#dot) return '.'
    if (this.#comma) return ','
    if (!this.#unsure) return '.'
    // In a file that commas separate, or a workbook, numbers have a point; a comma in such a cell parts thousands.
    if (separator === ',' || separator === undefined) return '.'
    const { row, column, text } = this.#unsure
    throw new CommandRefusal(
      `${whereIs(table, row, column)}: "${text}" may be a thousand or three decimals, and no other cell tells; name the decimal mark with --decimal.`,
    )
  }
}

/** Groups of three digits by the decimal mark that is beside them. */
const groupedWhole = {
  '.': /^[+-]?\d{1,3}(?:[\s\u00a0\u202f'’,]\d{3})+$/,
  ',': /^[+-]?\d{1,3}(?:[\s\u00a0\u202f'’.]\d{3})+$/,
} as const

/** The number in a cell; undefined for what is none. Groups of three digits parted by the other mark, a space or an apostrophe are allowed. */
export const parseNumber = (cell: Cell, mark: DecimalMark): number | undefined => {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined
  let text = cell.trim()
  const group = mark === '.' ? ',' : '.'
  if (/[\s\u00a0\u202f'’.,]/.test(text)) {
    const [whole = '', ...decimals] = text.split(mark)
    if (decimals.length > 1) return undefined
    const isGrouped = groupedWhole[mark].test(whole)
    // A mark that parts no groups of three is not the decimal mark either: the file has the other one.
    if (!isGrouped && whole.includes(group)) return undefined
    text = [isGrouped ? whole.replace(/[\s\u00a0\u202f'’.,]/g, '') : whole, ...decimals].join('.')
  }
  // R writes 200000 as 2e+05, so a plain exponent is a number too.
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined
}
