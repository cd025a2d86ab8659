import { CommandRefusal } from '../shared/command-refusal.ts'
import { type Table, type TableRow, textOf, whereIs } from '../shared/table/table.ts'
import { type DateOrder, parseTime } from '../shared/table/time-cell.ts'
import type { TimeEvidence } from '../shared/table/time-evidence.ts'
import { resolveLocalTimes, type TimeFlag } from './resolve-local-times.ts'
import type { WallClock } from './wall-clock.ts'

/** Meaning of times without an offset: UTC, the wall clock of the zone with its summer time, or a clock that is always as far ahead of UTC. */
export type TimesRule = 'utc' | 'local' | { offsetMinutes: number }

export type TimeOptions = { timezone: string; times?: TimesRule; dateOrder?: DateOrder; timeColumn?: readonly string[] }

/** How the times of one file are read. `isOrdered`: `order` matters to it. `stated`: each cell names its offset. */
export type TimeForm = { columns: readonly number[]; order: DateOrder; isOrdered: boolean; rule: TimesRule | 'stated' }

/** The text of a row's time; of a date and a time of day in two cells, both. A workbook gives a time of day the date 1899-12-30 or -31. */
export const timeTextOf = ({ cells }: TableRow, columns: readonly number[]): string => {
  const [date = '', clock] = columns.map((column) => textOf(cells[column]))
  if (clock === undefined) return date
  return `${date.replace(/T00:00:00$/, '')} ${clock.replace(/^1899-12-3[01]T/, '')}`.trim()
}

const isAlwaysUtc = (timeZone: string): boolean => /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/i.test(timeZone)

/** Refused where nothing says what times without an offset mean: an hour's shift moves every night window, unnoticed. */
export const decideTimeForm = (table: Table, evidence: TimeEvidence, columns: readonly number[], options: TimeOptions): TimeForm => {
  const order = options.dateOrder ?? evidence.decideOrder(table)
  const form = { columns, order, isOrdered: evidence.isOrdered }
  if (evidence.haveOffset(table)) return { ...form, rule: 'stated' }
  const heading = columns.map((column) => table.heading[column] ?? '').join(' ')
  const byHeading = /(^|[^a-z])(utc|gmt)([^a-z]|$)/i.test(heading)
    ? 'utc'
    : /(^|[^a-z])local([^a-z]|$)/i.test(heading)
      ? 'local'
      : undefined
  const rule = options.times ?? byHeading ?? (isAlwaysUtc(options.timezone) ? 'utc' : undefined)
  if (rule !== undefined) return { ...form, rule }
  throw new CommandRefusal(
    `${whereIs(table, table.headingNumber)}: the times have no offset from UTC; say --times local when they follow the clocks of ${options.timezone}, --times utc, or --times +01:00 for a clock without summer time.`,
  )
}

/** A row's time: its instant, or under the rule `local` its wall clock, epoch milliseconds both. Refused with the place when it is none. */
export const rowTime = (table: Table, row: TableRow, { columns, order, rule }: TimeForm): number => {
  const text = timeTextOf(row, columns)
  const time = parseTime(text, order)
  if (time === undefined) {
    throw new CommandRefusal(
      `${whereIs(table, row.number, columns[0])}: "${text}" is no time; expected one such as 2024-05-01 00:15, 01/05/2024 00:15 or 2024-05-01T00:15:00+02:00.`,
    )
  }
  if (rule === 'stated') return time.local - (time.offsetMinutes ?? 0) * 60_000
  return typeof rule === 'object' ? time.local - rule.offsetMinutes * 60_000 : time.local
}

/** Longer than any step back of a clock, so that two readings in a repeated hour are not taken for a file that runs backwards. */
const clockStepMillisecondsMax = 2 * 3_600_000

/** True for a file that has its newest rows first. */
export const isDescending = (times: ArrayLike<number>): boolean => {
  let down = 0
  for (let at = 1; at < times.length; at++) down += Math.sign((times[at - 1] ?? 0) - (times[at] ?? 0))
  return down > 0 && (times[0] ?? 0) - (times[times.length - 1] ?? 0) > clockStepMillisecondsMax
}

/** Instants of times in the order in which the meter was read; under the rule `local` with the flags of `resolveLocalTimes`. */
export const instantsOf = (times: ArrayLike<number>, rule: TimeForm['rule'], clock: WallClock): { at: Float64Array; flags: TimeFlag[] } =>
  rule === 'local' ? resolveLocalTimes(times, clock) : { at: Float64Array.from(times), flags: new Array<TimeFlag>(times.length).fill('') }

export const describeRule = (rule: TimeForm['rule'], timeZone: string): string => {
  if (rule === 'stated') return 'each with its offset from UTC'
  if (rule === 'utc') return 'UTC'
  if (rule === 'local') return `local time of ${timeZone}, with its summer time`
  const minutes = Math.abs(rule.offsetMinutes)
  const two = (part: number) => String(part).padStart(2, '0')
  return `a clock at UTC${rule.offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)} all year`
}
