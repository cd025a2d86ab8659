import { CopyBuffer } from '../storage/copy-rows.ts'
import { fillfactor } from '../storage/time-key.ts'
import { cachedDaysPerMeter, type MeterState } from './meter-day.ts'
import type { Meter } from './meter-registry.ts'

/**
 * Filter and sort keys of the list of meters, one narrow row per registered meter: its newest day, the words of that day, and the valve that
 * the newest of its last days reported. Words come in blanks, so that one of them is found by ` word `. A new day of readings changes the row of
 * every meter: the key is a number, and pages have room for the row once more (see `fillfactor`).
 */
export const meterStatesTable = `create table meter_states (
  tenant text not null,
  meter_id bigint primary key,
  number text not null,
  newest_day date,
  valve smallint not null,
  flags text not null,
  unique (tenant, number)
) with (fillfactor = ${fillfactor})`

/**
 * By which the list of meters filters. No index has the newest day, so that a row with a new one takes the place of the one before; the list sorts
 * and filters by it row by row.
 */
export const meterStatesIndexes = [
  'create index on meter_states (tenant, valve, number) where valve <> 0',
  "create index on meter_states (tenant, number) include (flags) where flags <> ''",
]

const columns = [
  ['tenant', 'text'],
  ['meter_id', 'int8'],
  ['number', 'text'],
  ['newest_day', 'date'],
  ['valve', 'int2'],
  ['flags', 'text'],
] as const

/** Rows of meters that are new: each has one before its first reading. */
export const newMeterStates = (registered: readonly Meter[]): CopyBuffer => {
  const rows = new CopyBuffer(columns)
  for (const { tenant, id, number } of registered) rows.add(tenant, id, number, null, 0, '')
  return rows
}

/** Changes of `meter_states` on their way into the table. */
export class MeterStateRows {
  readonly changed = new CopyBuffer(columns)
  /** Meters of whose state a new day alone is known, as most are, and that day. */
  readonly moved: number[] = []
  readonly movedTo: number[] = []

  /** Takes a meter whose last days are cached. Where others are, its newest days did not change. */
  add(meter: Meter): void {
    const { days, lastDay } = meter
    const newest = days.at(-1)
    if (lastDay === null) this.#put(meter, { newestDay: null, valve: 0, words: '' })
    else if (newest && newest.day === lastDay) {
      const valve = days.slice(-cachedDaysPerMeter).findLast(({ valve: code }) => code !== 0)?.valve ?? 0
      this.#put(meter, { newestDay: newest.day, valve, words: newest.words })
    }
  }

  #put(meter: Meter, state: MeterState): void {
    const before = meter.state
    meter.state = state
    const { newestDay, valve, words } = state
    if (!before || newestDay === null || before.valve !== valve || before.words !== words)
      this.changed.add(meter.tenant, meter.id, meter.number, newestDay, valve, inBlanks(words))
    else if (before.newestDay !== newestDay) {
      this.moved.push(meter.id)
      this.movedTo.push(newestDay)
    }
  }

  restart(): void {
    this.changed.restart()
    this.moved.length = 0
    this.movedTo.length = 0
  }
}

/** Without the mark of those that the computation of volumes added; devices write commas too. */
const inBlanks = (flags: string): string => (flags === '' ? '' : ` ${flags.replaceAll('day:', '').replaceAll(',', ' ')} `)
