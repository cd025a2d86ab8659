import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { frameLimits, readingFields } from '@nightflow/schemas/metering/report-readings'
import { checkTogether } from '../shared/check-readings.ts'
import { flagSetOf, isMeterNumber, type NumberRule, numberRules, takeNumber, valveStates } from '../shared/field-rules.ts'
import { parseInstant } from '../shared/instant.ts'
import { ReadingFaults } from '../shared/reading-faults.ts'
import { notPlain, type PlainTextScan } from './plain-text-scan.ts'
import { TextDictionary } from './text-dictionary.ts'

const kinds = { meter: 0, time: 1, number: 2, valve: 3, flags: 4 } as const

type Field = {
  name: string
  kind: (typeof kinds)[keyof typeof kinds]
  bit: number
  rule: NumberRule | undefined
  /** The value of a reading without the field; undefined where it must have it. */
  absent: number | undefined
  values: Float64Array
}

const kindOf = (name: string) =>
  numberRules.has(name) ? kinds.number : name === 'at' ? kinds.time : name === 'meter' || name === 'valve' ? kinds[name] : kinds.flags
const absentOf = (name: string) => (name === 'meter' || name === 'at' ? undefined : numberRules.has(name) ? Number.NaN : 0)

/** Values of one frame at a time, made when a field first occurs and used by every frame after it: memory for each costs more than reading. */
const fields: readonly Field[] = readingFields.map((name, place) => ({
  name,
  kind: kindOf(name),
  bit: 1 << place,
  rule: numberRules.get(name),
  absent: absentOf(name),
  values: new Float64Array(0),
}))
const fieldsByName = new Map(fields.map((field) => [field.name, field]))

/**
 * The readings of a frame as they are scanned, value by value; `notPlain` is thrown for the first that is not good.
 * The result of `finish` is valid until the next frame is scanned.
 */
export class GoodColumns {
  readonly #scan: PlainTextScan
  readonly #latest: number
  readonly #meters: TextDictionary
  readonly #flagSets = new Map([['', 0]])
  /** Bits of the fields that occurred, and of those of the present reading. */
  #seen = 0
  #claimed = 0
  /** The fields of the reading before, in its order, with the places of their names: the next reading mostly has the same. */
  readonly #order: { field: Field; start: number; end: number }[] = []
  #place = 0
  #meterStart = 0
  #meterEnd = 0
  #meterIndex = 0
  #timeStart = 0
  #timeEnd = 0
  #timeRow = 0

  constructor(scan: PlainTextScan, receivedAt: number) {
    this.#scan = scan
    this.#latest = receivedAt + frameLimits.futureSecondsMax * 1000
    this.#meters = new TextDictionary(scan.bytes)
  }

  /** Reads the name of the next field. No field occurs twice: which of both counts is not for this way to say. */
  nextField(): Field {
    const expected = this.#order[this.#place]
    let field = expected?.field
    if (!expected || !field || !this.#scan.takesTextAt(expected.start, expected.end)) {
      this.#scan.text()
      field = fieldsByName.get(this.#scan.lastText())
      if (!field) throw notPlain
      this.#order[this.#place] = { field, start: this.#scan.textStart, end: this.#scan.textEnd }
      if (field.values.length === 0) field.values = new Float64Array(frameLimits.readingsMax)
    }
    this.#place += 1
    if ((this.#claimed & field.bit) !== 0) throw notPlain
    this.#claimed |= field.bit
    return field
  }

  /** Reads the next value of a field. Bounds are checked in `finish`, a column at a time. */
  readValue({ kind, values }: Field, row: number): void {
    if (row >= frameLimits.readingsMax) throw notPlain
    if (kind === kinds.meter) values[row] = this.#readMeter()
    else if (kind === kinds.time) this.#readTime(values, row)
    else if (kind === kinds.number) {
      if (this.#scan.takesNull()) values[row] = Number.NaN
      else this.#scan.numberInto(values, row)
    } else if (this.#scan.takesNull()) values[row] = 0
    else values[row] = kind === kinds.valve ? this.#readValve() : this.#readFlags()
  }

  /** Reads all values of a column; answers how many. */
  readColumn(field: Field): number {
    const scan = this.#scan
    const { values, kind } = field
    let row = 0
    if (kind === kinds.number)
      do {
        if (row >= frameLimits.readingsMax) throw notPlain
        if (scan.takesNull()) values[row] = Number.NaN
        else scan.numberInto(values, row)
        row += 1
      } while (scan.takes(0x2c))
    else
      do {
        this.readValue(field, row)
        row += 1
      } while (scan.takes(0x2c))
    return row
  }

  beginReading(): void {
    this.#claimed = 0
    this.#place = 0
  }

  /** Fields that this reading lacks and others have are absent in it, and those that it has first were absent before. */
  endReading(row: number): void {
    if (this.#claimed === this.#seen) return
    for (const { bit, absent, values } of fields) {
      if ((this.#claimed & bit) === (this.#seen & bit)) continue
      if (absent === undefined && row > 0) throw notPlain
      if ((this.#claimed & bit) === 0) values[row] = absent!
      else if (row > 0) values.fill(absent!, 0, row)
    }
    this.#seen |= this.#claimed
  }

  finish(count: number): ReadingColumns {
    this.#seen |= this.#claimed
    const columns: ReadingColumns = {
      count,
      meters: this.#meters.texts(),
      meterIndex: new Uint32Array(this.#valuesOf('meter', count)),
      at: this.#valuesOf('at', count),
    }
    if (!columns.meters.every(isMeterNumber)) throw notPlain
    checkTimes(columns.at, this.#latest)
    let isWhole = false
    for (const { bit, rule, values } of fields)
      if (rule && (this.#seen & bit) !== 0) {
        const present = takeNumbers(values, count, rule)
        if (present > 0) columns[rule.column] = values.subarray(0, count)
        if (present === count && rule.column !== 'deltaMillilitres' && rule.column !== 'deltaSeconds') isWhole = true
      }
    this.#finishWords(columns)
    if (columns.deltaMillilitres || columns.deltaSeconds || !isWhole) checkAllTogether(columns)
    return columns
  }

  #finishWords(columns: ReadingColumns): void {
    const { count } = columns
    if (this.#isSeen('valve')) {
      const valve = new Uint8Array(this.#valuesOf('valve', count))
      if (valve.some((state) => state !== 0)) columns.valve = valve
    }
    if (this.#flagSets.size > 1) {
      columns.flagSets = [...this.#flagSets.keys()]
      columns.flagIndex = new Uint16Array(this.#valuesOf('flags', count))
    }
  }

  #isSeen(name: string): boolean {
    return (this.#seen & fieldsByName.get(name)!.bit) !== 0
  }

  #valuesOf(name: string, count: number): Float64Array {
    if (!this.#isSeen(name)) throw notPlain
    return fieldsByName.get(name)!.values.subarray(0, count)
  }

  #readMeter(): number {
    const scan = this.#scan
    if (this.#meterEnd === 0 || !scan.takesTextAt(this.#meterStart, this.#meterEnd)) {
      const hash = scan.text()
      this.#meterStart = scan.textStart
      this.#meterEnd = scan.textEnd
      this.#meterIndex = this.#meters.indexOf(scan.textStart, scan.textEnd, hash)
    }
    return this.#meterIndex
  }

  #readTime(values: Float64Array, row: number): void {
    const scan = this.#scan
    if (scan.next() !== 0x22) scan.numberInto(values, row)
    else if (this.#timeEnd !== 0 && scan.takesTextAt(this.#timeStart, this.#timeEnd)) values[row] = values[this.#timeRow]!
    else {
      scan.text()
      this.#timeStart = scan.textStart
      this.#timeEnd = scan.textEnd
      this.#timeRow = row
      values[row] = parseInstant(scan.lastText())
    }
  }

  #readValve(): number {
    this.#scan.text()
    const state = valveStates.get(this.#scan.lastText())
    if (state === undefined) throw notPlain
    return state
  }

  #readFlags(): number {
    const scan = this.#scan
    const words: string[] = []
    scan.expect(0x5b)
    if (scan.takes(0x5d)) return 0
    do {
      scan.text()
      words.push(scan.lastText())
    } while (scan.takes(0x2c))
    scan.expect(0x5d)
    const set = flagSetOf(words)
    if (set === undefined) throw notPlain
    let index = this.#flagSets.get(set)
    if (index === undefined) {
      index = this.#flagSets.size
      this.#flagSets.set(set, index)
    }
    return index
  }
}

function checkTimes(at: Float64Array, latest: number): void {
  for (let row = 0; row < at.length; row += 1) {
    const time = at[row]!
    if (!(Math.floor(time) === time && time >= frameLimits.earliest && time <= latest)) throw notPlain
  }
}

/** Turns what was sent into what the column keeps, in place; answers how many rows have a value. */
function takeNumbers(values: Float64Array, count: number, rule: NumberRule): number {
  let present = 0
  for (let row = 0; row < count; row += 1) {
    const sent = values[row]!
    if (Number.isNaN(sent)) continue
    const taken = takeNumber(sent, rule)
    if (Number.isNaN(taken)) throw notPlain
    values[row] = taken
    present += 1
  }
  return present
}

function checkAllTogether(columns: ReadingColumns): void {
  const faults = new ReadingFaults()
  checkTogether(columns, faults)
  if (faults.count > 0) throw notPlain
}
