import { CommandRefusal } from '../command-refusal.ts'
import { type Table, whereIs } from './table.ts'
import { type DateOrder, orderedParts, parseTime } from './time-cell.ts'

type Example = { row: number; text: string }
type Span = { from: number; to: number }

const daysMax = 40_000

/** Collects evidence of the form of times from a whole file; in one time alone the day may be ambiguous. */
export class TimeEvidence {
  #dayFirst: Example | undefined
  #monthFirst: Example | undefined
  #ordered: Example | undefined
  #differs = false
  #rows = 0
  #dates = new Set<string>()
  readonly #spans: { [order in DateOrder]: Span } = {
    'day-first': { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY },
    'month-first': { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY },
  }
  #withOffset: Example | undefined
  #withoutOffset: Example | undefined

  add(text: string, row: number): void {
    const parsed = parseTime(text, 'day-first') ?? parseTime(text, 'month-first')
    // A text that is no time is refused in the second pass, which knows the form and names the cell.
    if (!parsed) return
    if (parsed.offsetMinutes === undefined) this.#withoutOffset ??= { row, text }
    else this.#withOffset ??= { row, text }
    const parts = orderedParts(text)
    if (!parts) return
    this.#rows++
    this.#ordered ??= { row, text }
    if (parts.first > 12) this.#dayFirst ??= { row, text }
    if (parts.second > 12) this.#monthFirst ??= { row, text }
    if (parts.first !== parts.second) this.#differs = true
    if (this.#dates.size < daysMax) this.#dates.add(text.slice(0, 10))
    if (!this.#dayFirst) this.#stretch('month-first', text)
    if (!this.#monthFirst) this.#stretch('day-first', text)
  }

  #stretch(order: DateOrder, text: string): void {
    const local = parseTime(text, order)?.local
    if (local === undefined) return
    const span = this.#spans[order]
    span.from = Math.min(span.from, local)
    span.to = Math.max(span.to, local)
  }

  /** Refused where the file contradicts itself, and where both orders are as likely. */
  decideOrder(table: Table): DateOrder {
    if (this.#dayFirst && this.#monthFirst) {
      const { row, text } = this.#monthFirst
      throw new CommandRefusal(
        `${whereIs(table, row)}: "${text}" has the month first and "${this.#dayFirst.text}" (${table.rowWord} ${this.#dayFirst.row}) the day; mend the file.`,
      )
    }
    if (this.#monthFirst) return 'month-first'
    if (this.#dayFirst || !this.#ordered || !this.#differs) return 'day-first'
    // Several rows a day for days on end: the right order makes neighbouring days, the wrong one leaps from month to month.
    const length = (order: DateOrder) => this.#spans[order].to - this.#spans[order].from
    if (this.#rows >= 4 * this.#dates.size && length('day-first') !== length('month-first'))
      return length('day-first') < length('month-first') ? 'day-first' : 'month-first'
    throw new CommandRefusal(
      `${whereIs(table, this.#ordered.row)}: "${this.#ordered.text}" may begin with the day or with the month, and no other row tells; say --date-order day-first or month-first.`,
    )
  }

  /** Whether any cell shows the order of day and month. */
  get isOrdered(): boolean {
    return this.#ordered !== undefined
  }

  /** Whether the cells name their offset from UTC. Refused where only some do. */
  haveOffset(table: Table): boolean {
    if (this.#withOffset && this.#withoutOffset) {
      const { row, text } = this.#withoutOffset
      throw new CommandRefusal(
        `${whereIs(table, row)}: "${text}" has no offset from UTC, but "${this.#withOffset.text}" (${table.rowWord} ${this.#withOffset.row}) has one; mend the file.`,
      )
    }
    return this.#withOffset !== undefined
  }
}
