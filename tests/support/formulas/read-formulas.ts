import type { Given, Result } from './example.ts'

/** A cell of an example: its values, and how many decimals the page writes of a result that it rounds (`≈`). */
type Cell = { values: Result[]; roundedTo: number | null }
export type Formula = {
  id: string
  title: string
  text: string
  given: ReadonlyMap<string, Cell>
  results: ReadonlyMap<string, Cell>
}

const number = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/

/** Values of a cell: code is a word, `unknown` is null, `300 × 24` is a value so many times, a percentage a share of one; other words are units. */
export const cellOf = (cell: string): Cell => {
  const isRounded = cell.startsWith('≈ ')
  const text = isRounded ? cell.slice(2) : cell
  let decimals = 0
  const values = text.split(';').flatMap((part): Result[] => {
    const [, word] = /^`([^`]+)`$/.exec(part.trim()) ?? []
    if (word !== undefined) return [word]
    const [first = '', sign, times] = part.trim().split(/\s+/)
    if (first === 'unknown') return new Array<null>(sign === '×' ? Number(times) : 1).fill(null)
    if (!number.test(first)) throw new Error(`${part} is no value`)
    const written = first.replaceAll(',', '')
    const isShare = sign === '%'
    decimals = Math.max(decimals, (written.split('.')[1]?.length ?? 0) + (isShare ? 2 : 0))
    const value = isShare ? Number((Number(written) / 100).toFixed(10)) : Number(written)
    return new Array<number>(sign === '×' ? Number(times) : 1).fill(value)
  })
  return { values, roundedTo: isRounded ? decimals : null }
}

const rowsOf = (text: string): (readonly [name: string, value: string])[] =>
  text
    .split('\n')
    .filter((line) => /^\| (?!example |-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', value = '']) => [name, value] as const)

const bold = (text: string): string | undefined => /^\*\*(.+)\*\*$/.exec(text)?.[1]

/** The formulas of the page: each has a heading with its id, and an example whose results are bold. */
export const formulasOf = (page: string): Formula[] =>
  page
    .split(/^(?=### )/m)
    .slice(1)
    .map((section) => section.split(/^(?=## )/m)[0]!)
    .map((text) => {
      const [, id = '', title = ''] = /^### (\S+) (.+)$/m.exec(text) ?? []
      const rows = rowsOf(text)
      const given = rows.filter(([name]) => bold(name) === undefined).map(([name, value]) => [name, cellOf(value)] as const)
      const results = rows
        .filter(([name]) => bold(name) !== undefined)
        .map(([name, value]) => [bold(name)!, cellOf(bold(value) ?? '')] as const)
      return { id, title, text, given: new Map(given), results: new Map(results) }
    })

/** The inputs of a formula, and which of them were read. */
export const givenOf = ({ id, given }: Formula): Given & { readonly unread: string[] } => {
  const read = new Set<string>()
  const cell = (name: string): Cell => {
    const found = given.get(name)
    if (!found) throw new Error(`${id} has no ${name}`)
    read.add(name)
    return found
  }
  const numbers = (name: string): number[] => cell(name).values.map((value) => (value === null ? Number.NaN : Number(value)))
  return {
    numbers,
    number: (name) => {
      const values = numbers(name)
      if (values.length !== 1) throw new Error(`${name} of ${id} has ${values.length} values`)
      return values[0]!
    },
    text: (name) => String(cell(name).values[0]),
    get unread() {
      return [...given.keys()].filter((name) => !read.has(name))
    },
  }
}

/** A result as the page writes it: exactly, or rounded where the page says so. Noise of binary fractions is neither. */
export const asWritten = (result: Result, { roundedTo }: Cell): Result[] =>
  (Array.isArray(result) ? (result as Result[]) : [result]).map((value) => {
    if (typeof value !== 'number') return value
    return Number(roundedTo === null ? value.toPrecision(12) : value.toFixed(roundedTo))
  })
