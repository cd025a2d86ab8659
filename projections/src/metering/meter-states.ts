import { CopyBuffer } from '../storage/copy-rows.ts'
import { cachedDaysPerMeter } from './meter-day.ts'
import type { Meter } from './meter-registry.ts'

/**
 * What the list of meters filters and sorts by, one narrow row per registered meter: its newest day, the words of that day, and the valve that
 * the newest of its last days reported. Words come in blanks, so that one of them is found by ` word `.
 */
export const meterStatesTable = `create table meter_states (
  tenant text not null,
  number text not null,
  newest_day date,
  valve smallint not null,
  flags text not null,
  primary key (tenant, number) include (newest_day, valve, flags)
)`

/** By which the list of meters filters. */
export const meterStatesIndexes = [
  'create index on meter_states (tenant, newest_day, number)',
  'create index on meter_states (tenant, valve, number) where valve <> 0',
  "create index on meter_states (tenant, number) include (flags) where flags <> ''",
]

const columns = [
  ['tenant', 'text'],
  ['number', 'text'],
  ['newest_day', 'date'],
  ['valve', 'int2'],
  ['flags', 'text'],
] as const

/** Rows of `meter_states` on their way into the table. */
export class MeterStateRows {
  readonly written = new CopyBuffer(columns)

  /** Takes a meter whose last days are cached. Where others are, its newest days did not change. */
  add(meter: Meter): void {
    const { tenant, number, days, lastDay } = meter
    const newest = days.at(-1)
    if (lastDay === null) this.written.add(tenant, number, null, 0, '')
    else if (newest && newest.day === lastDay) {
      const valve = days.slice(-cachedDaysPerMeter).findLast(({ valve: code }) => code !== 0)?.valve ?? 0
      this.written.add(tenant, number, newest.day, valve, words(newest.words))
    }
  }

  restart(): void {
    this.written.restart()
  }
}

/** Without the mark of those that the computation of volumes added; devices write commas too. */
const words = (flags: string): string => (flags === '' ? '' : ` ${flags.replaceAll('day:', '').replaceAll(',', ' ')} `)
