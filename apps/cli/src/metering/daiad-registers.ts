import { CommandRefusal } from '../shared/command-refusal.ts'
import { resolveLocalTimes, type TimeFlag } from './resolve-local-times.ts'
import type { WallClock } from './wall-clock.ts'

/** Registers of one meter: instants in epoch milliseconds beside cumulative litres. */
export type MeterRegisters = { number: string; at: Float64Array; litres: Float64Array; flags: TimeFlag[] }

const heading = 'user key;datetime;meter reading;diff'
const readingsMax = 20_000_000
const meterPattern = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/

/** `dd/mm/yyyy HH:MM:SS` as epoch milliseconds as if it were UTC; undefined for what is no such time. */
export const parseLocalTime = (text: string): number | undefined => {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text)
  if (!match) return undefined
  const [day, month, year, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number, number]
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(local)
  const exists = back.getUTCDate() === day && back.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second < 60
  return exists ? local : undefined
}

type Growing = { locals: number[]; litres: number[] }

const addLine = (file: string, lineNumber: number, line: string, meters: Map<string, Growing>): void => {
  const cells = line.split(';')
  const where = `${file}, line ${lineNumber}`
  if (cells.length !== 4) throw new CommandRefusal(`${where}: ${cells.length} cells where "${heading}" has 4.`)
  const [key, time, reading] = cells.map((cell) => cell.trim()) as [string, string, string, string]
  if (!meterPattern.test(key))
    throw new CommandRefusal(`${where}, column 1: "${key}" cannot be a meter number; letters, digits, dot, underscore and hyphen, 1 to 64.`)
  const local = parseLocalTime(time)
  if (local === undefined) throw new CommandRefusal(`${where}, column 2: "${time}" is no time; expected dd/mm/yyyy HH:MM:SS.`)
  // R writes 200000 as 2e+05, so a plain exponent is a number too.
  if (!/^\d+(\.\d+)?(e\+?\d{1,2})?$/i.test(reading))
    throw new CommandRefusal(`${where}, column 3: "${reading}" is no register; expected litres.`)
  const meter = meters.get(key) ?? { locals: [], litres: [] }
  meters.set(key, meter)
  meter.locals.push(local)
  meter.litres.push(Number(reading))
}

/** Reads registers in the form of the DAIAD trials; `diff` is derived and not read. Meters in the order of the file; errors name line and column. */
export const parseDaiadRegisters = async (file: string, lines: AsyncIterable<string>, clock: WallClock): Promise<MeterRegisters[]> => {
  const meters = new Map<string, Growing>()
  let lineNumber = 0
  for await (const line of lines) {
    lineNumber++
    if (lineNumber === 1) {
      if (line.trim().toLowerCase() !== heading)
        throw new CommandRefusal(`${file}, line 1: expected the heading "${heading}", found "${line.slice(0, 80)}".`)
      continue
    }
    if (line.trim() === '') continue
    if (lineNumber > readingsMax) throw new CommandRefusal(`${file}: more than ${readingsMax} readings; split the file by meters.`)
    addLine(file, lineNumber, line, meters)
  }
  if (lineNumber === 0) throw new CommandRefusal(`${file} is empty; expected the heading "${heading}".`)
  return [...meters].map(([number, { locals, litres }]) => ({
    number,
    litres: Float64Array.from(litres),
    ...resolveLocalTimes(locals, clock),
  }))
}
